"""The parts of a view, split by how often they change; only changed parts are sent."""

import msgspec

from punto.values import field_names
from punto.views.screens import (
    ConsoleView,
    LobbyTile,
    PitView,
    PublicView,
    RoadsShown,
    TerminalView,
)
from punto.web.wire.forms import Form, form_of, structure_form

_LAYOUT = frozenset({"game", "offers", "coming_offers", "posted"})
_BOARD = frozenset({"roads", "statistics", "last_round"})
_REST = frozenset(field_names(PublicView)) - _LAYOUT - _BOARD

PUBLIC = structure_form(PublicView, "PublicPart", only=_REST)
"""The part that changes at every step of a round."""
LAYOUT = structure_form(PublicView, "LayoutPart", only=_LAYOUT)
"""The game and its bets, which change only with the configuration and the limits."""
BOARD = structure_form(PublicView, "BoardPart", only=_BOARD)
"""The roads and counts, which change once a round."""

TILE = form_of(LobbyTile)
ROADS = form_of(RoadsShown)

PrivateView = TerminalView | ConsoleView | PitView

_encoder = msgspec.json.Encoder()


def encode(form: Form, value: object) -> bytes:
    """Encode a value as JSON in this form."""
    return _encoder.encode(form.out(value))


def encode_private(view: PrivateView) -> bytes:
    """Encode the private part for a terminal, the console or the pit."""
    return encode(form_of(type(view)), view)
