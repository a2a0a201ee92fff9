"""The JSON schema of every message on the wire, from the types that validate it."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any, get_args, get_origin

import msgspec

from punto.views.screens.console import ConsoleView
from punto.views.screens.pit import PitView
from punto.views.screens.terminal import TerminalView
from punto.views.significance import TableEvents
from punto.web.http.app import ENDPOINTS
from punto.web.wire import messages
from punto.web.wire.api import ErrorEnvelope, ParagraphTold
from punto.web.wire.forms import form_of
from punto.web.wire.refusals import REFUSAL_FIELDS
from punto.web.wire.wish_forms import FLOOR_WISHES, WISHES

_CLIENT = messages.ClientMessage
_TYPED: Mapping[object, object] = {
    messages.View: messages.VIEW_TYPED,
    messages.Recalled: messages.RECALLED_TYPED,
    messages.LobbyTold: messages.LOBBY_TYPED,
}
"""Messages that hold encoded parts, with what these parts are."""
_SERVER: Any = reduce(or_, [_TYPED.get(kind, kind) for kind in get_args(messages.ServerMessage)])


def _of_endpoints() -> Mapping[str, Any]:
    """Return what HTTP requests and answers hold."""
    kinds = [kind for each in ENDPOINTS for kind in (each.body, each.answer) if kind is not None]
    single = (get_args(kind)[0] if get_origin(kind) is list else kind for kind in kinds)
    return {kind.__name__: kind for kind in single}


TRAVELLING: Mapping[str, Any] = {
    "ClientMessage": _CLIENT,
    "ServerMessage": _SERVER,
    "TerminalView": form_of(TerminalView).wire,
    "ConsoleView": form_of(ConsoleView).wire,
    "PitView": form_of(PitView).wire,
    "PatronWish": WISHES["terminal"].wire,
    "ConsoleWish": WISHES["console"].wire,
    "PitWish": WISHES["pit"].wire,
    "RefusalFields": REFUSAL_FIELDS,
    "ParagraphTold": ParagraphTold,
    "TableEvents": form_of(TableEvents).wire,
    "FloorWish": FLOOR_WISHES.wire,
    "ErrorEnvelope": ErrorEnvelope,
    **_of_endpoints(),
}
"""The types that a program at the other end has to know, by name."""


def schema() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of each message by name, and of all the shapes that they use."""
    schemas, shapes = msgspec.json.schema_components(
        TRAVELLING.values(), ref_template="#/shapes/{name}"
    )
    return dict(zip(TRAVELLING, schemas, strict=True)), shapes
