"""What a table answers to an irregularity that cannot be reported, attested or ruled on so."""

from dataclasses import dataclass

from punto.rules.irregularities import Irregularity
from punto.values.cards import Card, format_cards
from punto.values.ids import PersonId


@dataclass(frozen=True, slots=True)
class NotInThisDocument:
    """The table's document has no policy for the irregularity."""

    irregularity: Irregularity

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"{self.irregularity.value}: the rules of this table name no procedure for it"


@dataclass(frozen=True, slots=True)
class NoRoundToReach:
    """The clause speaks of the current round, and there is none it could reach (A-28)."""

    clause: str

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"clause {self.clause} reaches no round now (A-28)"


@dataclass(frozen=True, slots=True)
class CardsMissing:
    """The procedure needs the cards of the round as they should be."""

    irregularity: Irregularity

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"{self.irregularity.value}: expected the cards of the round in their intended order"


@dataclass(frozen=True, slots=True)
class CardsCannotBe:
    """Cards that the Table of Play, or the decks, or the procedure cannot have."""

    cards: tuple[Card, ...]
    expected: str

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"cards {format_cards(self.cards)!r}: expected {self.expected}"


@dataclass(frozen=True, slots=True)
class SamePersonTwice:
    """Dual control takes two different people (A-53)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"{self.person} reported it, expected somebody else to decide (A-53)"


@dataclass(frozen=True, slots=True)
class ForTheShiftManager:
    """The matter was declined, or is one that the documents do not cover."""

    clause: str

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"clause {self.clause}: expected a ruling of the Shift Manager (A-39)"


@dataclass(frozen=True, slots=True)
class NotForARuling:
    """The documents say what follows; there is nothing to rule on until the fact is denied."""

    clause: str

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"clause {self.clause} says what follows, expected it to be attested first (A-39)"


MatterRefusal = (
    NotInThisDocument
    | NoRoundToReach
    | CardsMissing
    | CardsCannotBe
    | SamePersonTwice
    | ForTheShiftManager
    | NotForARuling
)
