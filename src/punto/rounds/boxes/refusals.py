"""Refusals at a live table's layout."""

from punto.live import BoxLabel, LinePart, PatronKey
from punto.rounds.boxes.reading_refusals import AnswerRefusal
from punto.rounds.command_names import WishName
from punto.values import Cents, Side, Value, format_money


class WrongKindOfTable(Value):
    """The command is about terminals at a live table, or about chips at an electronic one."""

    wish: WishName
    is_live: bool

    @property
    def sentence(self) -> str:
        found, expected = (
            ("a live", "an electronic") if self.is_live else ("an electronic", "a live")
        )
        return f"{self.wish.doing}: {found} table, expected {expected} one ({self.wish.clauses})"


class LayoutUnfit(Value):
    """The layout is missing, belongs to an electronic table, or has no playable box."""

    document: str
    faults: tuple[str, ...]

    @property
    def sentence(self) -> str:
        return f"layout under the rules of {self.document}: {'; '.join(self.faults)} (L 2.1.1)"


class NoSuchBox(Value):
    """The layout has no such box."""

    box: BoxLabel
    boxes: tuple[BoxLabel, ...]

    @property
    def sentence(self) -> str:
        return f"box {self.box}: expected one of {' '.join(self.boxes)} (L 2.1.1)"


class BoxTaken(Value):
    """Another patron sits at the box."""

    box: BoxLabel
    patron: PatronKey

    @property
    def sentence(self) -> str:
        return f"box {self.box}: {self.patron} sits there, expected a free seat (L 1.20)"


class PatronUnknown(Value):
    """The patron was not brought to the table, or has walked away."""

    patron: PatronKey

    @property
    def sentence(self) -> str:
        return f"patron {self.patron}: not at this table, expected to join it first (L 1.14)"


class PatronKeyUnfit(Value):
    """The key of a patron is too long, or has characters that are not allowed."""

    patron: PatronKey

    @property
    def sentence(self) -> str:
        return f"patron {self.patron!r}: expected at most 40 letters, digits and hyphens (L 1.14)"


class PatronInPlace(Value):
    """The patron is already where the command would bring them."""

    patron: PatronKey

    @property
    def sentence(self) -> str:
        return f"patron {self.patron} is there already, expected another place (L 1.20, L 1.21)"


class NoSeatedBet(Value):
    """The standing bet is in a box without a seated one."""

    box: BoxLabel

    @property
    def sentence(self) -> str:
        return (
            f"box {self.box}: no seated patron has a bet there, "
            "expected one before a standing patron bets (L 1.21, A-87)"
        )


class ChipsCannotMake(Value):
    """The table's chips cannot make the amount."""

    amount: Cents

    @property
    def sentence(self) -> str:
        return (
            f"{format_money(self.amount)}: expected an amount that the table's chips make "
            "(L 5.13, A-89)"
        )


class BetLineUnclear(Value):
    """Part of a typed line cannot be read, so the whole line is refused."""

    start: int
    """The first character of the part, and the one after its last."""
    end: int
    found: str
    expected: LinePart

    @property
    def sentence(self) -> str:
        found = f"{self.found!r}" if self.found else "its end"
        place = f"character {self.start + 1}"
        return f"line of bets, {place}: {found}, expected {_EXPECTED[self.expected]} (L 3.7)"


_EXPECTED = {
    LinePart.BOX: "a box of this layout",
    LinePart.BET: "a bet that is on offer",
    LinePart.AMOUNT: "an amount in dollars",
    LinePart.OTHER_BET: "a bet that the line has not named before",
    LinePart.SHORTER_LINE: "a shorter line",
}


class NothingToRepeat(Value):
    """No bet of the previous round can be laid again."""

    @property
    def sentence(self) -> str:
        return (
            "nothing to repeat, "
            "expected a patron with bets in the previous round and none in this one (L 3.3)"
        )


class WarningsOpen(Value):
    """A warning is open, which the Dealer must answer or deliberately pass over first."""

    count: int
    first: str

    @property
    def sentence(self) -> str:
        more = f" and {self.count - 1} more" if self.count > 1 else ""
        found = f"before the close: {self.first}{more}"
        return f"{found}; expected it answered or passed over (L 5.1, L 5.2, L 5.13)"


class NothingInExcess(Value):
    """No Differential exceeds its limit."""

    @property
    def sentence(self) -> str:
        return "every Differential is within its limit, expected an excess to reject (L 5.1)"


class DealtFaceUp(Value):
    """The request is about face-down cards, and the table deals face up."""

    @property
    def sentence(self) -> str:
        return "this table deals face up, expected one that deals face down (L 3.9, L 5.9)"


class NotTheAcceptor(Value):
    """The patron is not the acceptor of the hand."""

    patron: PatronKey
    side: Side

    @property
    def sentence(self) -> str:
        return (
            f"patron {self.patron} does not accept the {self.side.value.title()} Hand, "
            "expected its acceptor (L 3.9, A-63)"
        )


class SqueezeTooLate(Value):
    """No card of the hand is still to leave the shoe."""

    side: Side

    @property
    def sentence(self) -> str:
        return (
            f"no card of the {self.side.value.title()} Hand is still to come, "
            "expected the request before the card leaves the shoe (L 3.9)"
        )


class MayNotHold(Value):
    """The patron is not seated, or has no Original Bet on the hand."""

    patron: PatronKey
    side: Side

    @property
    def sentence(self) -> str:
        return (
            f"patron {self.patron}: expected a seated patron with a bet on the "
            f"{self.side.value.title()} Hand, or the Dealer (A-63)"
        )


class NotAsked(Value):
    """The patron has no bet in play, or no choice to make."""

    patron: PatronKey

    @property
    def sentence(self) -> str:
        return (
            f"patron {self.patron} has no choice to make, expected one with a bet in play (L 5.12)"
        )


class AlreadyChosen(Value):
    """The patron has already chosen, and the choice is final."""

    patron: PatronKey

    @property
    def sentence(self) -> str:
        return f"patron {self.patron} has chosen, expected no second choice (L 5.12, A-59)"


class NothingHeld(Value):
    """No winnings are held for the patron."""

    patron: PatronKey

    @property
    def sentence(self) -> str:
        return f"patron {self.patron}: nothing is held, expected winnings to claim (L 5.3)"


BoxRefusal = (
    WrongKindOfTable
    | LayoutUnfit
    | NoSuchBox
    | BoxTaken
    | PatronUnknown
    | PatronKeyUnfit
    | PatronInPlace
    | NoSeatedBet
    | ChipsCannotMake
    | BetLineUnclear
    | NothingToRepeat
    | AnswerRefusal
    | WarningsOpen
    | NothingInExcess
    | DealtFaceUp
    | NotTheAcceptor
    | SqueezeTooLate
    | MayNotHold
    | NotAsked
    | AlreadyChosen
    | NothingHeld
)
