"""The private part of each kind of screen, made here and nowhere else."""

from dataclasses import dataclass
from typing import assert_never

from punto.values import TerminalId
from punto.views.screens import console_view, pit_view, terminal_view
from punto.views.watched_table import Watched
from punto.web.wire.parts import encode_private

NOTHING_PRIVATE = b"null"


@dataclass(frozen=True, slots=True)
class OfTerminal:
    """One patron, who sees only that patron's bets and credits."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class OfConsole:
    """The Dealer, who sees no money."""


@dataclass(frozen=True, slots=True)
class OfPit:
    """The pit, which sees everything."""


@dataclass(frozen=True, slots=True)
class OfDisplay:
    """The public, who see only what is public."""


Audience = OfTerminal | OfConsole | OfPit | OfDisplay


def private_part(watched: Watched, audience: Audience) -> bytes:
    """Return what only this screen gets, as JSON; null if there is nothing."""
    match audience:
        case OfTerminal(terminal):
            view = terminal_view(watched, terminal)
            return NOTHING_PRIVATE if view is None else encode_private(view)
        case OfConsole():
            console = console_view(watched)
            return NOTHING_PRIVATE if console is None else encode_private(console)
        case OfPit():
            pit = pit_view(watched)
            return NOTHING_PRIVATE if pit is None else encode_private(pit)
        case OfDisplay():
            return NOTHING_PRIVATE
    assert_never(audience)
