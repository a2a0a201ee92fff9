"""The row that declares a command or an event of a table, beside its class."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Literal, NamedTuple

from punto.ledger import Reason
from punto.rounds.phases import Phase
from punto.rules import News, Role, Screen
from punto.values import stored_name

TERMINAL: tuple[Screen, ...] = ("terminal",)
CONSOLE: tuple[Screen, ...] = ("console",)
PIT: tuple[Screen, ...] = ("pit",)

OF_TERMINALS = "R 1.15, M 1.1.15"
OF_THE_PIT = "R 1.12, M 6.2"


class SideStepWords(NamedTuple):
    """The words of a button beside the next action of a console."""

    label: str
    question: str
    """The words of the screen before the command is given."""


class CommandRow(NamedTuple):
    """The sender, phases, screens and clauses of a command."""

    kind: type
    words: str
    """The command as something that is being done, for sentences."""
    clauses: str
    phases: frozenset[Phase]
    role: Role | None
    """The least role that may give it; None where only the terminal itself can."""
    screens: tuple[Screen, ...] = ()
    dealers_own: bool = False
    """Whether of all Dealers only the one on duty may give it (R 1.4, A-52)."""
    by_timer: bool = False
    """Whether the timer of a self-dealing table gives it for its Dealer of record (A-28)."""
    by_every_timer: bool = False
    """Whether the timer of any table gives it, since no person decides it (A-24)."""
    second_step: bool = False
    """Whether it completes the work of another person (A-53)."""
    side_step: SideStepWords | None = None
    """Its button beside the next action of a console; None where it has none."""
    tables: Literal["every", "live", "electronic"] = "every"
    """The kind of table that takes it."""

    @property
    def name(self) -> str:
        """The name of the command, on the wire and in refusals."""
        return self.kind.__name__


Cites = Mapping[str, str]
"""The paragraph or reading by the key of each rule document."""


def paragraphs(rws_etg: str, mbs: str, rws_live: str = "") -> Cites:
    """The paragraph of each document, or the reading that supplements it."""
    cites = {"rws-etg": rws_etg, "mbs": mbs}
    return {**cites, "rws-live": rws_live} if rws_live else cites


def live_only(rws_live: str) -> Cites:
    """The paragraph of the live table's document, for messages that occur only there."""
    return {"rws-live": rws_live}


def reading(key: str) -> Cites:
    """A reading that supplements all documents alike."""
    return paragraphs(key, key, key)


TERMINALS = paragraphs("1.15", "1.1.15")

_Audience = Literal["everybody", "its terminal", "each terminal", "staff"]
"""The people who may see an event: everybody at the table, the one terminal that it is about, each
terminal its own part, or only staff."""


@dataclass(frozen=True, slots=True)
class FactRow:
    """The stored name of an event, its clauses, its audience, and the money it moves."""

    kind: type
    cites: Cites
    """Empty where the event carries its own clause."""
    news: News | None = None
    """The title for the pit; None in the ordinary course of play."""
    _: KW_ONLY
    moves: Reason | None = None
    """The reason for which its amount moves at its terminal."""
    version: int = 1
    """The version of its stored form."""
    group: str
    """The first part of its stored name."""
    audience: _Audience

    @property
    def name(self) -> str:
        """The name in the record and on screens."""
        return stored_name(self.group, self.kind)
