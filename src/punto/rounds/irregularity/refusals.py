"""What a table answers to an irregularity that cannot be reported, attested or ruled on so."""

from dataclasses import dataclass

from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rules import Irregularity, OnePersonAsTwo, SamePersonTwice
from punto.values import Card, PersonId, TerminalId, format_cards


@dataclass(frozen=True, slots=True)
class NotInThisDocument:
    """The table's document has no policy for the irregularity."""

    irregularity: Irregularity

    @property
    def sentence(self) -> str:
        return (
            f"{self.irregularity.value}: the rules of this table name no procedure for it, "
            f"expected a report of {Irregularity.NOT_COVERED.value} (R 5.12, M 6.1)"
        )


@dataclass(frozen=True, slots=True)
class NoRoundToReach:
    """The clause speaks of the current round, and there is none it could reach (A-28)."""

    clause: str

    @property
    def sentence(self) -> str:
        return f"clause {self.clause} reaches no round now (A-28)"


@dataclass(frozen=True, slots=True)
class NoCardIsOut:
    """The clause is about cards that were dealt, and none of the round is."""

    clause: str

    @property
    def sentence(self) -> str:
        return f"clause {self.clause} is about dealt cards, expected one of the round to be out"


@dataclass(frozen=True, slots=True)
class CardsMissing:
    """The procedure needs the cards of the round as they should be."""

    irregularity: Irregularity
    clause: str

    @property
    def sentence(self) -> str:
        expected = "expected the cards of the round in their intended order"
        return f"{self.irregularity.value}: {expected} (clause {self.clause})"


@dataclass(frozen=True, slots=True)
class CardsCannotBe:
    """Cards that the Table of Play, or the decks, or the procedure cannot have."""

    cards: tuple[Card, ...]
    expected: ExpectedCards
    at_most: int = 0
    """How many there may be, if it is the number that is wrong."""

    @property
    def sentence(self) -> str:
        return f"cards {format_cards(self.cards)!r}: expected {self.expected.words(self.at_most)}"


@dataclass(frozen=True, slots=True)
class DealtTheRound:
    """The person dealt cards of the round, and decides nothing about it (A-53)."""

    person: PersonId
    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: dealt round {self.round_number}, expected another person "
            "to decide on it (A-53)"
        )


@dataclass(frozen=True, slots=True)
class ForTheShiftManager:
    """The matter was declined, or is one that the documents do not cover."""

    clause: str

    @property
    def sentence(self) -> str:
        return f"clause {self.clause}: expected a ruling of the Shift Manager (A-39)"


@dataclass(frozen=True, slots=True)
class NotForARuling:
    """The documents say what follows; there is nothing to rule on until the fact is denied."""

    clause: str

    @property
    def sentence(self) -> str:
        return f"clause {self.clause} says what follows, expected it to be attested first (A-39)"


@dataclass(frozen=True, slots=True)
class RoundOutOfReach:
    """An earlier round that was void, never was, or is too old to be corrected by its cards."""

    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"round {self.round_number}: not among the last paid ones, "
            "expected an adjustment (A-29)"
        )


@dataclass(frozen=True, slots=True)
class EarlierRoundStands:
    """An error of an earlier round that does not touch what was paid (R 5.3, M 5.1.2)."""

    clause: str
    round_number: int

    @property
    def sentence(self) -> str:
        return f"round {self.round_number} stands as it was paid (clause {self.clause}, A-29)"


@dataclass(frozen=True, slots=True)
class ExtraCardsNotWanted:
    """Cards beyond those registered, where the clause has no use for them."""

    irregularity: Irregularity
    clause: str
    extra: tuple[Card, ...]

    @property
    def sentence(self) -> str:
        found = f"extra cards {format_cards(self.extra)!r}"
        return f"{self.irregularity.value}: {found}, expected none (clause {self.clause})"


@dataclass(frozen=True, slots=True)
class TerminalsMissing:
    """The procedure is about terminals of this table, and these are none."""

    terminals: tuple[TerminalId, ...]

    @property
    def sentence(self) -> str:
        found = " ".join(self.terminals) or "none"
        return f"terminals {found}: expected terminals at this table, each once (R 5.2, M 5.10)"


@dataclass(frozen=True, slots=True)
class TerminalsNotWanted:
    """Terminals that an irregularity of the table itself does not single out (A-34)."""

    irregularity: Irregularity
    terminals: tuple[TerminalId, ...]

    @property
    def sentence(self) -> str:
        found = f"terminals {' '.join(self.terminals)}"
        return f"{self.irregularity.value}: {found}, expected none (A-34)"


@dataclass(frozen=True, slots=True)
class OrderNotYours:
    """Whoever attests names the order only where the clause leaves it open (R 5.7)."""

    clause: str

    @property
    def sentence(self) -> str:
        return f"clause {self.clause} leaves no order to decide, expected no cards"


MatterRefusal = (
    NotInThisDocument
    | NoRoundToReach
    | NoCardIsOut
    | CardsMissing
    | CardsCannotBe
    | SamePersonTwice
    | OnePersonAsTwo
    | DealtTheRound
    | ForTheShiftManager
    | NotForARuling
    | RoundOutOfReach
    | EarlierRoundStands
    | ExtraCardsNotWanted
    | TerminalsMissing
    | TerminalsNotWanted
    | OrderNotYours
)
