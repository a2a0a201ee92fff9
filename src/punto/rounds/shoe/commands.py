"""Commands about the shoe: from the shuffle to the count at its end."""

from dataclasses import dataclass, field
from enum import Enum
from functools import partial

from punto.rounds.configuration import CardSource
from punto.rounds.message_rows import CONSOLE, CommandRow, SideStepWords
from punto.rounds.phases import ANY_PHASE, BETWEEN_ROUNDS, OPEN_PHASES
from punto.rules import Role
from punto.values import Card, Value


class Shuffle(Enum):
    """How the cards of a shoe were shuffled; that they were is part of the record (R 5.3.5)."""

    BY_HAND = "by hand"
    BY_MACHINE = "by machine"
    VIRTUAL = "virtually"


SHUFFLES = {
    CardSource.SHOE_THAT_READS: (Shuffle.BY_HAND, Shuffle.BY_MACHINE),
    CardSource.KEYED_SHOE: (Shuffle.BY_HAND, Shuffle.BY_MACHINE),
    CardSource.SHUFFLER: (Shuffle.BY_MACHINE,),
    CardSource.VIRTUAL_SHOE: (Shuffle.VIRTUAL,),
}


@dataclass(frozen=True, slots=True)
class LoadShoe:
    """Put shuffled decks into play."""

    decks: int
    shuffle: Shuffle
    # The server's shuffle is an input like entropy, so a repeat does not compare it.
    commitment: str = field(default="", compare=False)
    """The salted hash of a virtual shoe's order; empty for real cards, whose order is unknown."""
    sealed: str = field(default="", compare=False)
    """The order itself, under a key that is not in the record."""
    cut_at: int | None = field(default=None, compare=False)
    """How many cards lie before the cut card of a virtual shoe, which then shows by itself."""


class BurnCards(Value):
    """Show the first card of a shoe and burn as many as its value, if the house does (A-49)."""

    shown: Card


class NoteCutCard(Value):
    """The cut card came out: the round in progress, or the next, is the last of the shoe (A-49)."""


class CountCards(Value):
    """Report a count of all cards, dealt or not, between two rounds (A-41)."""

    counted: int


class RetireShoe(Value):
    """Take the shoe out of play."""

    reason: str


class RevealShoe(Value):
    """Reveal the whole order of a virtual shoe out of play, so that anyone can check it."""

    shoe_number: int
    order: tuple[Card, ...]
    salt: str


class RestartRoads(Value):
    """Begin new roads at a continuous shuffler, which has no shoes to begin them (A-70)."""


ShoeWish = LoadShoe | BurnCards | NoteCutCard | CountCards | RetireShoe | RevealShoe | RestartRoads

_row = partial(CommandRow, role=Role.DEALER, screens=CONSOLE)
COMMANDS = (
    _row(LoadShoe, "loading a shoe", "R 2.2.1, M 2.1", BETWEEN_ROUNDS, by_timer=True),
    _row(BurnCards, "burning cards", "A-49", BETWEEN_ROUNDS, dealers_own=True),
    _row(
        NoteCutCard,
        "noting the cut card",
        "M 3.10, A-49, A-80",
        OPEN_PHASES,
        dealers_own=True,
        side_step=SideStepWords(
            "Cut card came out",
            "Did the cut card come out? "
            "The round in progress, or the next, is then the last of the shoe (A-49).",
        ),
    ),
    _row(
        CountCards,
        "counting the cards",
        "R 5.3.2, M 5.1",
        BETWEEN_ROUNDS,
        side_step=SideStepWords(
            "Count the cards",
            "How many cards are there in total, dealt or not? "
            "A count that does not match the decks is an irregularity (A-41).",
        ),
    ),
    _row(
        RetireShoe,
        "retiring the shoe",
        "A-46, A-49, R 5.7.1",
        BETWEEN_ROUNDS,
        by_timer=True,
        side_step=SideStepWords(
            "Retire the shoe",
            "Why is the shoe retired? "
            "Retiring a shoe before it is played out is a significant event.",
        ),
    ),
    # Revealing a shoe that is out of play does no harm in any phase.
    _row(RevealShoe, "revealing a shoe", "R 1.3, M 2.1", ANY_PHASE, by_timer=True),
    _row(
        RestartRoads,
        "restarting the roads",
        "A-70",
        BETWEEN_ROUNDS,
        side_step=SideStepWords(
            "Restart the roads", "A shuffler has no shoes. Restart the roads and the counts?"
        ),
    ),
)
