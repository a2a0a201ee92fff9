"""Refusals at a live table's tray."""

from punto.live import ChipsMissing
from punto.rounds.boxes.state import box_at, patron_at
from punto.rounds.tray.commands import Chips, FloatCount, SlipKind
from punto.values import Cents, TerminalId, Value, format_money


class FloatNotOpen(Value):
    """No chips of the tray were counted."""

    @property
    def sentence(self) -> str:
        return "the float is not open, expected an opening count by two people (A-53, A-89)"


class FloatIsOpen(Value):
    """The float is already open."""

    @property
    def sentence(self) -> str:
        return "the float is open, expected a closing count before another opening (A-53, A-89)"


class NoCountWaits(Value):
    """There is no first count to confirm."""

    @property
    def sentence(self) -> str:
        return "no count waits for a second person, expected a first one (A-53)"


class CountWaits(Value):
    """A count is open, and chips must stay where they are until it is confirmed."""

    count: FloatCount

    @property
    def sentence(self) -> str:
        return f"the {self.count.value} count waits for a second person, expected that first (A-53)"


class NotChipsOfTheSet(Value):
    """The tray cannot contain these chips."""

    value: Cents
    number: int

    @property
    def sentence(self) -> str:
        return (
            f"{self.number} chips of {format_money(self.value)}: expected one or more "
            "of a value of the table's set, each value once (A-89)"
        )


class NoChipsNamed(Value):
    """The movement names no chips."""

    @property
    def sentence(self) -> str:
        return "no chips are named, expected at least one (A-89)"


class ChipsWorthOther(Value):
    """The chips are not worth what is given for them."""

    worth: Cents
    expected: Cents

    @property
    def sentence(self) -> str:
        worth, expected = format_money(self.worth), format_money(self.expected)
        return f"chips worth {worth}: expected chips worth {expected} (A-89)"


class NoSuchSlip(Value):
    """The slip was never requested, or is signed or void."""

    number: int

    @property
    def sentence(self) -> str:
        return f"slip {self.number}: expected the number of an open one (A-53, A-89)"


class SlipsOpen(Value):
    """The float cannot be closed while chips are on their way."""

    number: int

    @property
    def sentence(self) -> str:
        return f"slip {self.number} is open, expected it to be signed or voided first (A-53, A-89)"


class SignatureMissing(Value):
    """The Dealer cannot sign before the carrier."""

    number: int
    kind: SlipKind

    @property
    def sentence(self) -> str:
        return (
            f"{self.kind.value} {self.number}: the carrier has not signed, "
            "expected the carrier to sign before the Dealer (A-53, A-89)"
        )


class SignedBefore(Value):
    """A carrier has already signed."""

    number: int

    @property
    def sentence(self) -> str:
        return f"slip {self.number} is carried, expected the Dealer's signature (A-53, A-89)"


class TrayCannotPay(Value):
    """The chips in the tray cannot make a payment."""

    place: TerminalId
    amount: Cents
    missing: Cents
    """How much more all payments together take than the tray holds."""
    chips: Chips
    """Chips with which the tray can make every payment."""

    @property
    def sentence(self) -> str:
        due = f"{format_money(self.amount)} for {patron_at(self.place)} at box {box_at(self.place)}"
        of = " and ".join(f"{number} of {format_money(value)}" for value, number in self.chips)
        if self.missing:
            short = f"the tray holds {format_money(self.missing)} too little"
            lack = f"{short}, expected a fill{of and f' of {of}'}"
        else:
            helps = f"expected a change{of and f' for {of}'} or a fill"
            lack = f"the tray has not the chips that make it, {helps}"
        return f"{due}: {lack} first (A-89)"


class TrayCannotMake(Value):
    """The tray has no chips that make an amount."""

    amount: Cents

    @property
    def sentence(self) -> str:
        return (
            f"{format_money(self.amount)}: expected an amount that the chips in the tray make, "
            "or a fill first (A-89)"
        )


class NoSuchStack(Value):
    """The round's payment has no such stack, or it was ticked off or corrected."""

    number: int

    @property
    def sentence(self) -> str:
        return f"stack {self.number}: expected a stack of this round that is still open (A-89)"


class NothingToHand(Value):
    """Every stack of the round's payment is already ticked off."""

    @property
    def sentence(self) -> str:
        return "every payment of the round is ticked off, expected one that is open (A-89)"


class PaymentIsRight(Value):
    """The correction names the chips already recorded."""

    number: int

    @property
    def sentence(self) -> str:
        return f"stack {self.number}: paid as recorded, expected other chips to correct (A-89)"


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
    | NoSuchStack
    | NothingToHand
    | PaymentIsRight
)
