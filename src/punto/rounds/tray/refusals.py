"""What a live table answers to a step at its tray that cannot be so."""

from dataclasses import dataclass

from punto.live import ChipsMissing
from punto.rounds.tray.commands import FloatCount, SlipKind
from punto.values import Cents, TerminalId, format_money


@dataclass(frozen=True, slots=True)
class FloatNotOpen:
    """No chips of the tray were counted."""

    @property
    def sentence(self) -> str:
        return "the float is not open, expected an opening count by two people (A-53, A-89)"


@dataclass(frozen=True, slots=True)
class FloatIsOpen:
    """The tray was counted for opening before."""

    @property
    def sentence(self) -> str:
        return "the float is open, expected a closing count before another opening (A-53, A-89)"


@dataclass(frozen=True, slots=True)
class NoCountWaits:
    """Nothing was counted that a second person could confirm."""

    @property
    def sentence(self) -> str:
        return "no count waits for a second person, expected a first one (A-53)"


@dataclass(frozen=True, slots=True)
class CountWaits:
    """A count is open, and chips must stay where they are until it is confirmed."""

    count: FloatCount

    @property
    def sentence(self) -> str:
        return f"the {self.count.value} count waits for a second person, expected that first (A-53)"


@dataclass(frozen=True, slots=True)
class NotChipsOfTheSet:
    """A number of chips that cannot be in the tray."""

    value: Cents
    number: int

    @property
    def sentence(self) -> str:
        return (
            f"{self.number} chips of {format_money(self.value)}: expected one or more "
            "of a value of the table's set, each value once (A-89)"
        )


@dataclass(frozen=True, slots=True)
class NoChipsNamed:
    """Chips are to move, and none are named."""

    @property
    def sentence(self) -> str:
        return "no chips are named, expected at least one (A-89)"


@dataclass(frozen=True, slots=True)
class ChipsWorthOther:
    """Chips that are not worth what is given for them."""

    worth: Cents
    expected: Cents

    @property
    def sentence(self) -> str:
        worth, expected = format_money(self.worth), format_money(self.expected)
        return f"chips worth {worth}: expected chips worth {expected} (A-89)"


@dataclass(frozen=True, slots=True)
class NoSuchSlip:
    """A slip that was never requested, or is signed or void."""

    number: int

    @property
    def sentence(self) -> str:
        return f"slip {self.number}: expected the number of an open one (A-53, A-89)"


@dataclass(frozen=True, slots=True)
class SlipsOpen:
    """The float cannot be closed while chips are on their way."""

    number: int

    @property
    def sentence(self) -> str:
        return f"slip {self.number} is open, expected it signed or void first (A-53, A-89)"


@dataclass(frozen=True, slots=True)
class SignatureMissing:
    """The Dealer signs for chips that nobody has signed for carrying."""

    number: int
    kind: SlipKind

    @property
    def sentence(self) -> str:
        return (
            f"{self.kind.value} {self.number} has no signature of a carrier, "
            "expected it before the Dealer's (A-53, A-89)"
        )


@dataclass(frozen=True, slots=True)
class SignedBefore:
    """A carrier has signed."""

    number: int

    @property
    def sentence(self) -> str:
        return f"slip {self.number} is carried, expected the Dealer's signature (A-53, A-89)"


@dataclass(frozen=True, slots=True)
class TrayCannotPay:
    """The tray has not the chips for a payment."""

    place: TerminalId
    amount: Cents
    missing: Cents
    """How much more all payments together take than the tray holds."""

    @property
    def sentence(self) -> str:
        due = f"{format_money(self.amount)} for {self.place}"
        if self.missing:
            lack = f"the tray holds {format_money(self.missing)} too little, expected a fill"
        else:
            lack = "the tray has not the chips that make it, expected a change or a fill"
        return f"{due}: {lack} first (A-89)"


@dataclass(frozen=True, slots=True)
class TrayCannotMake:
    """The tray has no chips that make an amount."""

    amount: Cents

    @property
    def sentence(self) -> str:
        return (
            f"{format_money(self.amount)}: expected an amount that the chips in the tray make, "
            "or a fill first (A-89)"
        )


TrayRefusal = (
    FloatNotOpen
    | FloatIsOpen
    | NoCountWaits
    | CountWaits
    | NotChipsOfTheSet
    | NoChipsNamed
    | ChipsWorthOther
    | ChipsMissing
    | NoSuchSlip
    | SlipsOpen
    | SignatureMissing
    | SignedBefore
    | TrayCannotPay
    | TrayCannotMake
)
