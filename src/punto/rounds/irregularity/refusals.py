"""Refusals of reports, attestations and rulings."""

from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rules import Irregularity, OnePersonAsTwo, SamePersonTwice
from punto.values import CardOut, PersonId, TerminalId, Value, format_cards


class NotInThisDocument(Value):
    """The table's document has no policy for the irregularity."""

    irregularity: Irregularity

    @property
    def sentence(self) -> str:
        return (
            f"{self.irregularity.value}: the rules of this table name no procedure for it, "
            f"expected a report of {Irregularity.NOT_COVERED.value} (R 5.12, M 6.1)"
        )


class NoRoundToReach(Value):
    """The clause speaks of the current round, and there is none it could reach (A-28)."""

    clause: str

    @property
    def sentence(self) -> str:
        return (
            f"clause {self.clause} reaches no round now, expected a round within its reach (A-28)"
        )


class NoCardIsOut(Value):
    """The clause is about cards that were dealt, and none of the round is."""

    clause: str

    @property
    def sentence(self) -> str:
        return f"clause {self.clause} is about dealt cards, expected one of the round to be out"


class CardsMissing(Value):
    """The procedure needs the cards of the round as they should be."""

    irregularity: Irregularity
    clause: str

    @property
    def sentence(self) -> str:
        expected = "expected the cards of the round in their intended order"
        return f"{self.irregularity.value}: {expected} (clause {self.clause})"


class CardsCannotBe(Value):
    """Cards that the Table of Play, the decks or the procedure rule out."""

    cards: tuple[CardOut, ...]
    expected: ExpectedCards
    at_most: int = 0
    """How many there may be, if it is the number that is wrong."""

    @property
    def sentence(self) -> str:
        return f"cards {format_cards(self.cards)!r}: expected {self.expected.words(self.at_most)}"


class DealtTheRound(Value):
    """A decision by a person who dealt cards of the round (A-53)."""

    person: PersonId
    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: dealt round {self.round_number}, expected another person "
            "to decide on it (A-53)"
        )


class ForTheShiftManager(Value):
    """The matter was declined, or is one that the documents do not cover."""

    clause: str

    @property
    def sentence(self) -> str:
        return f"clause {self.clause}: expected a ruling (A-39)"


class NotForARuling(Value):
    """A ruling where the documents say what follows, before the fact is denied."""

    clause: str

    @property
    def sentence(self) -> str:
        return f"clause {self.clause} says what follows, expected it to be attested first (A-39)"


class RoundOutOfReach(Value):
    """An earlier round that is void, unknown, or too old to be corrected by its cards."""

    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"round {self.round_number}: not among the last paid ones, "
            "expected an adjustment (A-29)"
        )


class EarlierRoundStands(Value):
    """An error of an earlier round that does not touch what was paid (R 5.3, M 5.1.2)."""

    clause: str
    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"round {self.round_number} stands as it was paid, "
            f"expected a fault reported before the next round (clause {self.clause}, A-29)"
        )


class ExtraCardsNotWanted(Value):
    """Cards beyond those registered, where the clause has no use for them."""

    irregularity: Irregularity
    clause: str
    extra: tuple[CardOut, ...]

    @property
    def sentence(self) -> str:
        found = f"extra cards {format_cards(self.extra)!r}"
        return f"{self.irregularity.value}: {found}, expected none (clause {self.clause})"


class TerminalsMissing(Value):
    """The procedure is about terminals of this table, and these are none."""

    terminals: tuple[TerminalId, ...]

    @property
    def sentence(self) -> str:
        found = " ".join(self.terminals) or "none"
        return f"terminals {found}: expected terminals at this table, each once (R 5.2, M 5.10)"


class TerminalsNotWanted(Value):
    """Terminals that an irregularity of the table itself does not single out (A-34)."""

    irregularity: Irregularity
    terminals: tuple[TerminalId, ...]

    @property
    def sentence(self) -> str:
        found = f"terminals {' '.join(self.terminals)}"
        return f"{self.irregularity.value}: {found}, expected none (A-34)"


class OrderNotYours(Value):
    """An order named by the attesting person where the clause does not leave it open (R 5.7)."""

    clause: str

    @property
    def sentence(self) -> str:
        return f"clause {self.clause} leaves no order to decide, expected no cards"


class NothingToReconstruct(Value):
    """A denied reconstruction where the clause reconstructs nothing."""

    clause: str

    @property
    def sentence(self) -> str:
        return f"clause {self.clause} puts no cards right, expected an attestation or a denial"


class NoCardLeftOver(Value):
    """No seen card is left over that a ruling could carry or burn (M 6.1, A-43)."""

    clause: str

    @property
    def sentence(self) -> str:
        return f"clause {self.clause}: no seen card is left over, expected another verdict (A-43)"


class ReportedAlready(Value):
    """The same irregularity is open, or its report waits for what is open."""

    irregularity: Irregularity

    @property
    def sentence(self) -> str:
        return (
            f"{self.irregularity.value}: is reported and not decided yet, "
            "expected another irregularity (A-39)"
        )


class TooManyReportsWait(Value):
    """So many reports wait for an open matter that nobody could keep them apart."""

    waiting: int

    @property
    def sentence(self) -> str:
        return f"{self.waiting} reports wait, expected one to be decided first (A-39)"


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
    | NothingToReconstruct
    | NoCardLeftOver
    | ReportedAlready
    | TooManyReportsWait
)
