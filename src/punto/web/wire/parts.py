"""The parts of a view, cut by how often they change, so that each is sent only when it did."""

import msgspec

from punto.views.screens.console import ConsoleView
from punto.views.screens.pit import PitView
from punto.views.screens.public import PublicView
from punto.views.screens.terminal import TerminalView
from punto.web.wire.forms import Form, form_of, structure_form

_LAYOUT = frozenset({"game", "offers", "coming_offers"})
_BOARD = frozenset({"roads", "statistics", "last_round"})
_REST = frozenset(PublicView.__dataclass_fields__) - _LAYOUT - _BOARD

PUBLIC = structure_form(PublicView, "PublicPart", only=_REST)
"""What changes at every step of a round."""
LAYOUT = structure_form(PublicView, "LayoutPart", only=_LAYOUT)
"""The game and its bets, which change with the configuration and the limits alone."""
BOARD = structure_form(PublicView, "BoardPart", only=_BOARD)
"""The roads and counts, which change once a round."""

PrivateView = TerminalView | ConsoleView | PitView

_encoder = msgspec.json.Encoder()


def encode(form: Form, value: object) -> bytes:
    """A value as JSON, in a form that was made for its type."""
    return _encoder.encode(form.out(value))


def encode_public(view: PublicView) -> bytes:
    """The part for everybody that changes at every step."""
    return encode(PUBLIC, view)


def encode_layout(view: PublicView) -> bytes:
    """The part for everybody that says what may be bet on."""
    return encode(LAYOUT, view)


def encode_board(view: PublicView) -> bytes:
    """The part for everybody that grows once a round."""
    return encode(BOARD, view)


def encode_private(view: PrivateView) -> bytes:
    """The part for one terminal, for the console or for the pit."""
    return encode(form_of(type(view)), view)
