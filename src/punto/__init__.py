"""Punto, an electronic baccarat table.

>>> import punto
>>> settled = punto.settle("mbs-tiger", "KS KD KH AC 5D 5S", {"banker": "100", "tiger": "5"})
>>> punto.format_money(settled.total_returned)
'300.00'

The names below come from ``punto.library``. It is imported when the first of them is used, so that
commands that need none of them start quickly. docs/LIBRARY.md describes them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from punto.library import (
        Actor,
        BadNotation,
        BetResult,
        Card,
        Cents,
        CommandId,
        Configuration,
        Decision,
        Game,
        GameNotFound,
        Instant,
        LabMissing,
        NotAllowed,
        Patron,
        PersonId,
        Roads,
        Role,
        Settlement,
        Table,
        TableCommand,
        TableEvent,
        TableId,
        TerminalId,
        configuration,
        decide,
        decided,
        dollars,
        evolve,
        format_money,
        games,
        odds,
        parse_cards,
        replay,
        roads,
        settle,
        simulate,
    )

__version__ = "0.1.0"

__all__ = [
    "Actor",
    "BadNotation",
    "BetResult",
    "Card",
    "Cents",
    "CommandId",
    "Configuration",
    "Decision",
    "Game",
    "GameNotFound",
    "Instant",
    "LabMissing",
    "NotAllowed",
    "Patron",
    "PersonId",
    "Roads",
    "Role",
    "Settlement",
    "Table",
    "TableCommand",
    "TableEvent",
    "TableId",
    "TerminalId",
    "configuration",
    "decide",
    "decided",
    "dollars",
    "evolve",
    "format_money",
    "games",
    "odds",
    "parse_cards",
    "replay",
    "roads",
    "settle",
    "simulate",
]


# Hidden from type checkers, which would take every misspelt name for one of these.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'punto' has no attribute {name!r}", name=name, obj=None)
        return getattr(import_module("punto.library"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
