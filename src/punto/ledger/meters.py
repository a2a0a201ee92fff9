from collections.abc import Mapping
from dataclasses import dataclass

from punto.ledger.transfers import Reason
from punto.values.money import NOTHING, Cents


@dataclass(frozen=True, slots=True)
class Meters:
    """What a terminal has counted since it first held money at the table."""

    buy_in: Cents = NOTHING
    ticket_in: Cents = NOTHING
    moved_in: Cents = NOTHING
    ticket_out: Cents = NOTHING
    hand_pay: Cents = NOTHING
    moved_out: Cents = NOTHING
    reserved: Cents = NOTHING
    """Still waiting for the printer: the one meter beside credits that falls again."""
    wagered: Cents = NOTHING
    won: Cents = NOTHING
    """The gross return of winning bets, stakes included."""
    returned: Cents = NOTHING
    """Pushes, voids and withdrawn bets."""
    adjusted_up: Cents = NOTHING
    """By staff, and what a correction could not take back."""
    adjusted_down: Cents = NOTHING
    games_played: int = 0
    """Rounds in which a bet came to a result; a void round has none."""
    credits: Cents = NOTHING

    @property
    def all_in(self) -> Cents:
        """All that was brought to the terminal."""
        return Cents(self.buy_in + self.ticket_in + self.moved_in)

    @property
    def all_out(self) -> Cents:
        """All that was taken away from the terminal."""
        return Cents(self.ticket_out + self.hand_pay + self.moved_out)

    def audit(self) -> Cents:
        """By how much the credits exceed what the other meters explain; nothing when right."""
        added = self.all_in + self.won + self.returned + self.adjusted_up
        taken = self.all_out + self.reserved + self.wagered + self.adjusted_down
        return Cents(self.credits - (added - taken))


COUNTED_ON: Mapping[Reason, str | None] = {
    Reason.BOUGHT_IN_CASH: "buy_in",
    Reason.BOUGHT_IN_BILL: "buy_in",
    Reason.TICKET_IN: "ticket_in",
    Reason.MOVED_IN: "moved_in",
    Reason.MOVED_OUT: "moved_out",
    Reason.RESERVED: "reserved",
    Reason.TICKET_OUT: "ticket_out",
    Reason.CASH_OUT_GIVEN_BACK: None,
    Reason.HAND_PAID: "hand_pay",
    Reason.STAKED: "wagered",
    Reason.WITHDRAWN: "returned",
    Reason.LOST: None,
    Reason.WON_STAKE: "won",
    Reason.WON_PROFIT: "won",
    Reason.PUSHED: "returned",
    Reason.RETURNED: "returned",
    Reason.ADJUSTED_UP: "adjusted_up",
    Reason.ADJUSTED_DOWN: "adjusted_down",
    Reason.OWED: "adjusted_up",
    Reason.REPAID: "adjusted_down",
    Reason.WRITTEN_OFF: None,
}
"""The meter that each reason adds to, if there is one."""

UNRESERVED = frozenset({Reason.TICKET_OUT, Reason.CASH_OUT_GIVEN_BACK})
"""What was reserved and waits no more."""


def meters_of(counted: Mapping[Reason, Cents], games_played: int, in_credits: Cents) -> Meters:
    """The meters of a terminal, from all that was ever counted for each reason."""
    sums: dict[str, Cents] = {}
    for reason, amount in counted.items():
        meter = COUNTED_ON[reason]
        if meter is not None:
            sums[meter] = Cents(sums.get(meter, NOTHING) + amount)
        if reason in UNRESERVED:
            sums["reserved"] = Cents(sums.get("reserved", NOTHING) - amount)
    # Credits come from the account, not from the reasons: were both read from one table, the
    # self-audit would compare that table with itself.
    return Meters(**sums, games_played=games_played, credits=in_credits)


def _explained(reason: Reason) -> tuple[int, int]:
    one = meters_of({reason: Cents(1)}, 0, NOTHING)
    return -one.audit(), one.reserved


EXPLAINED: Mapping[Reason, tuple[int, int]] = {reason: _explained(reason) for reason in Reason}
"""By the self-audit: what a cent counted for each reason adds to credits, and to what is reserved.

After every posting the meters are held against the accounts with this, without making them.
"""
