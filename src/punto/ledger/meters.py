from collections.abc import Mapping

from punto.ledger.transfers import Reason
from punto.values import NOTHING, Cents, Value


class Meters(Value):
    """A terminal's counts since it first held money at the table."""

    buy_in: Cents = NOTHING
    ticket_in: Cents = NOTHING
    moved_in: Cents = NOTHING
    ticket_out: Cents = NOTHING
    hand_pay: Cents = NOTHING
    moved_out: Cents = NOTHING
    reserved: Cents = NOTHING
    """Still waiting for the printer; apart from credits, the only meter that can fall."""
    wagered: Cents = NOTHING
    won: Cents = NOTHING
    """The gross return of winning bets, stakes included."""
    returned: Cents = NOTHING
    """Pushes, voids and withdrawn bets."""
    adjusted_up: Cents = NOTHING
    """By staff, by corrections that could not take money back, and by rounding to chips."""
    adjusted_down: Cents = NOTHING
    games_played: int = 0
    """Rounds in which a bet had a result; void rounds do not count."""
    credits: Cents = NOTHING

    @property
    def all_in(self) -> Cents:
        """All money brought to the terminal."""
        return self.buy_in + self.ticket_in + self.moved_in

    @property
    def all_out(self) -> Cents:
        """All money taken away from the terminal."""
        return self.ticket_out + self.hand_pay + self.moved_out

    def audit(self) -> Cents:
        """Return the credits that the other meters do not explain; zero if they agree."""
        added = self.all_in + self.won + self.returned + self.adjusted_up
        taken = self.all_out + self.reserved + self.wagered + self.adjusted_down
        return self.credits - (added - taken)


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
    Reason.CHIPS_DOWN: "moved_in",
    Reason.CHIPS_UP: "moved_out",
    Reason.WINNINGS_HELD: "moved_out",
    Reason.WINNINGS_CLAIMED: None,
    Reason.FLOAT_OPENED: None,
    Reason.FILLED: None,
    Reason.CREDITED: None,
    Reason.CHIPS_BOUGHT: None,
    Reason.DROPPED: None,
    Reason.ROUNDED_UP: "adjusted_up",
    Reason.COUNTED_SHORT: None,
    Reason.COUNTED_OVER: None,
    Reason.FLOAT_CLOSED: None,
}
"""The meter to which each reason adds, if any."""

UNRESERVED = frozenset({Reason.TICKET_OUT, Reason.CASH_OUT_GIVEN_BACK})
"""The reasons that end a reservation."""


def meters_of(counted: Mapping[Reason, Cents], games_played: int, in_credits: Cents) -> Meters:
    """Return a terminal's meters, from its totals for each reason."""
    sums: dict[str, Cents] = {}
    for reason, amount in counted.items():
        meter = COUNTED_ON[reason]
        if meter is not None:
            sums[meter] = sums.get(meter, NOTHING) + amount
        if reason in UNRESERVED:
            sums["reserved"] = sums.get("reserved", NOTHING) - amount
    # Credits come from the account, not from the reasons. From one table for both, the self-audit
    # would compare that table with itself.
    return Meters(**sums, games_played=games_played, credits=in_credits)


def _explained(reason: Reason) -> tuple[int, int]:
    one = meters_of({reason: Cents(1)}, 0, NOTHING)
    return -one.audit(), one.reserved


EXPLAINED: Mapping[Reason, tuple[int, int]] = {reason: _explained(reason) for reason in Reason}
"""For the self-audit: the cents that each reason adds to credits and to the reserved amount.

With this the book compares meters and accounts after every posting without building the meters.
"""


def _brought(reason: Reason) -> int:
    one = meters_of({reason: Cents(1)}, 0, NOTHING)
    return one.all_in - one.all_out


BROUGHT: Mapping[Reason, int] = {reason: _brought(reason) for reason in Reason}
"""The cents that each reason adds to what was brought to the terminal and not taken away again.

Every view of a terminal asks for this.
"""
