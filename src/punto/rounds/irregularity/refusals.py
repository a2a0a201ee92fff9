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
    """The clause is about the current round, and there is none that it could reach (A-28)."""

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
    """The procedure needs the correct cards of the round."""

    irregularity: Irregularity
    clause: str

    @property
    def sentence(self) -> str:
        expected = "expected the cards of the round in their intended order"
        return f"{self.irregularity.value}: {expected} (clause {self.clause})"


class CardsCannotBe(Value):
    """The Table of Play, the decks or the procedure rule out these cards."""

    cards: tuple[CardOut, ...]
    expected: ExpectedCards
    at_most: int = 0
    """How many there may be, if it is the number that is wrong."""

    @property
    def sentence(self) -> str:
        return f"cards {format_cards(self.cards)!r}: expected {self.expected.words(self.at_most)}"


class DealtTheRound(Value):
    """The person dealt cards of the round, and so may not decide (A-53)."""

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
    """The documents give the remedy, so there is no ruling unless the fact is denied."""

    clause: str

    @property
    def sentence(self) -> str:
        return (
            f"clause {self.clause} gives the remedy, "
            "expected an attestation or a denial first (A-39)"
        )


class NoRemedyFollows(Value):
    """No clause says what follows from the fact, so the Shift Manager's verdict has to say it."""

    clause: str

    @property
    def sentence(self) -> str:
        return (
            f"clause {self.clause} leaves the remedy to the Shift Manager, "
            "expected a verdict that says what follows, such as goes on or void (A-39)"
        )


class RoundOutOfReach(Value):
    """The earlier round is void, unknown, or too old to be corrected by its cards."""

    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"round {self.round_number}: not among the last paid ones, "
            "expected an adjustment (A-29)"
        )


class EarlierRoundStands(Value):
    """The error of the earlier round does not affect its payments (R 5.3, M 5.1.2)."""

    clause: str
    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"round {self.round_number} stands as it was paid, "
            f"expected a fault reported before the next round (clause {self.clause}, A-29)"
        )


class ExtraCardsNotWanted(Value):
    """The report names cards beyond those registered, for which the clause has no use."""

    irregularity: Irregularity
    clause: str
    extra: tuple[CardOut, ...]

    @property
    def sentence(self) -> str:
        found = f"extra cards {format_cards(self.extra)!r}"
        return f"{self.irregularity.value}: {found}, expected none (clause {self.clause})"


class TerminalsMissing(Value):
    """The procedure is about terminals of this table, and the report names none of them."""

    terminals: tuple[TerminalId, ...]

    @property
    def sentence(self) -> str:
        found = " ".join(self.terminals) or "none"
        return f"terminals {found}: expected terminals at this table, each once (R 5.2, M 5.10)"


class TerminalsNotWanted(Value):
    """The irregularity is one of the table itself, and singles out no terminals (A-34)."""

    irregularity: Irregularity
    terminals: tuple[TerminalId, ...]

    @property
    def sentence(self) -> str:
        found = f"terminals {' '.join(self.terminals)}"
        return f"{self.irregularity.value}: {found}, expected none (A-34)"


class OrderNotYours(Value):
    """The attesting person named an order that the clause does not leave open (R 5.7)."""

    clause: str

    @property
    def sentence(self) -> str:
        return (
            f"clause {self.clause} asks for no order of the cards with this decision, "
            "expected none to be named"
        )


class NothingToReconstruct(Value):
    """The clause reconstructs nothing, so no reconstruction can be denied."""

    clause: str

    @property
    def sentence(self) -> str:
        return (
            f"clause {self.clause} involves no reconstruction, expected an attestation or a denial"
        )


class NoCardLeftOver(Value):
    """No seen card is left over that a ruling could carry or burn (M 6.1, A-43)."""

    clause: str

    @property
    def sentence(self) -> str:
        return f"clause {self.clause}: no seen card is left over, expected another verdict (A-43)"


class ReportedAlready(Value):
    """The same irregularity is open, or a report of it is waiting."""

    irregularity: Irregularity

    @property
    def sentence(self) -> str:
        return (
            f"{self.irregularity.value}: already reported, "
            "expected a decision on that report first (A-39)"
        )


class TooManyReportsWait(Value):
    """Too many reports wait for an open matter to be kept apart."""

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
    | NoRemedyFollows
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
