"""What a live table answers to a bet, a patron or a choice that cannot be so."""

from dataclasses import dataclass

from punto.live import BoxLabel, PatronKey
from punto.rounds.command_names import WishName
from punto.values import Cents, Side, format_money


@dataclass(frozen=True, slots=True)
class WrongKindOfTable:
    """A command about terminals at a live table, or about chips at an electronic one."""

    wish: WishName
    is_live: bool

    @property
    def sentence(self) -> str:
        found, expected = (
            ("a live", "an electronic") if self.is_live else ("an electronic", "a live")
        )
        return f"{self.wish.doing}: {found} table, expected {expected} one ({self.wish.clauses})"


@dataclass(frozen=True, slots=True)
class LayoutUnfit:
    """No layout at a live table, a layout at another one, or one on which nobody could play."""

    document: str
    faults: tuple[str, ...]

    @property
    def sentence(self) -> str:
        return f"layout under the rules of {self.document}: {'; '.join(self.faults)} (L 2.1.1)"


@dataclass(frozen=True, slots=True)
class NoSuchBox:
    """A box that the layout does not have."""

    box: BoxLabel
    boxes: tuple[BoxLabel, ...]

    @property
    def sentence(self) -> str:
        return f"box {self.box}: expected one of {' '.join(self.boxes)} (L 2.1.1)"


@dataclass(frozen=True, slots=True)
class BoxTaken:
    """Another patron sits at the box."""

    box: BoxLabel
    patron: PatronKey

    @property
    def sentence(self) -> str:
        return f"box {self.box}: {self.patron} sits there, expected a free seat (L 1.20)"


@dataclass(frozen=True, slots=True)
class PatronUnknown:
    """A patron who was not brought to the table, or has walked away."""

    patron: PatronKey

    @property
    def sentence(self) -> str:
        return f"patron {self.patron}: not at this table, expected to join it first (L 1.14)"


@dataclass(frozen=True, slots=True)
class PatronKeyUnfit:
    """A key for a patron that has other characters, or too many."""

    patron: PatronKey

    @property
    def sentence(self) -> str:
        return f"patron {self.patron!r}: expected at most 40 letters, digits and hyphens (L 1.14)"


@dataclass(frozen=True, slots=True)
class PatronInPlace:
    """A patron who is where the command would bring them."""

    patron: PatronKey

    @property
    def sentence(self) -> str:
        return f"patron {self.patron} is there already, expected another place (L 1.20, L 1.21)"


@dataclass(frozen=True, slots=True)
class NoSeatedBet:
    """A standing bet in a box without a seated one."""

    box: BoxLabel

    @property
    def sentence(self) -> str:
        return (
            f"box {self.box}: no seated patron has a bet there, "
            "expected one before a standing patron bets (L 1.21, A-87)"
        )


@dataclass(frozen=True, slots=True)
class ChipsCannotMake:
    """An amount for which the table has no chips."""

    amount: Cents

    @property
    def sentence(self) -> str:
        return (
            f"{format_money(self.amount)}: expected an amount that the table's chips make "
            "(L 5.13, A-89)"
        )


@dataclass(frozen=True, slots=True)
class WarningsOpen:
    """Something that the Dealer has to say, or to pass over deliberately, before the close."""

    count: int
    first: str

    @property
    def sentence(self) -> str:
        more = f" and {self.count - 1} more" if self.count > 1 else ""
        found = f"before the close: {self.first}{more}"
        return f"{found}; expected it answered or passed over (L 5.1, L 5.2)"


@dataclass(frozen=True, slots=True)
class NothingInExcess:
    """No Differential exceeds its limit."""

    @property
    def sentence(self) -> str:
        return "every Differential is within its limit, expected an excess to reject (L 5.1)"


@dataclass(frozen=True, slots=True)
class DealtFaceUp:
    """A request about face-down cards, at a table that deals face up."""

    @property
    def sentence(self) -> str:
        return "this table deals face up, expected one that deals face down (L 3.9)"


@dataclass(frozen=True, slots=True)
class NotTheAcceptor:
    """A patron who does not accept the hand."""

    patron: PatronKey
    side: Side

    @property
    def sentence(self) -> str:
        return (
            f"patron {self.patron} does not accept the {self.side.value.title()} Hand, "
            "expected its acceptor (L 3.9, A-63)"
        )


@dataclass(frozen=True, slots=True)
class SqueezeTooLate:
    """A request to squeeze after the last card of a hand has left the shoe."""

    side: Side

    @property
    def sentence(self) -> str:
        return (
            f"no card of the {self.side.value.title()} Hand is still to come, "
            "expected the request before the card leaves the shoe (L 3.9)"
        )


@dataclass(frozen=True, slots=True)
class MayNotHold:
    """A patron who is not seated, or has no Original Bet on the hand."""

    patron: PatronKey
    side: Side

    @property
    def sentence(self) -> str:
        return (
            f"patron {self.patron}: expected a seated patron with a bet on the "
            f"{self.side.value.title()} Hand, or the Dealer (A-63)"
        )


@dataclass(frozen=True, slots=True)
class NotAsked:
    """A patron who has no bet in play, or no choice to make."""

    patron: PatronKey

    @property
    def sentence(self) -> str:
        return (
            f"patron {self.patron} has no choice to make, expected one with a bet in play (L 5.12)"
        )


@dataclass(frozen=True, slots=True)
class AlreadyChosen:
    """A patron who chose before; the choice is final."""

    patron: PatronKey

    @property
    def sentence(self) -> str:
        return f"patron {self.patron} has chosen, expected no second choice (L 5.12, A-59)"


@dataclass(frozen=True, slots=True)
class NothingHeld:
    """A patron for whom no winnings are held."""

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
