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

    def after(self, counted: Mapping[Reason, Cents], credits_change: Cents, games: int) -> "Meters":
        """The meters after a posting, from what it counted for each reason at this terminal."""
        # The change of credits comes from the accounts, not from the reasons: were both read from
        # one table, the self-audit would compare that table with itself.
        of = counted.get
        reserved_out = (
            of(Reason.TICKET_OUT, 0)
            + of(Reason.CASH_OUT_GIVEN_BACK, 0)
            + of(Reason.HAND_PAID_RESERVED, 0)
        )
        return Meters(
            buy_in=Cents(self.buy_in + of(Reason.BOUGHT_IN_CASH, 0) + of(Reason.BOUGHT_IN_BILL, 0)),
            ticket_in=Cents(self.ticket_in + of(Reason.TICKET_IN, 0)),
            moved_in=Cents(self.moved_in + of(Reason.MOVED_IN, 0)),
            ticket_out=Cents(self.ticket_out + of(Reason.TICKET_OUT, 0)),
            hand_pay=Cents(
                self.hand_pay + of(Reason.HAND_PAID, 0) + of(Reason.HAND_PAID_RESERVED, 0)
            ),
            moved_out=Cents(self.moved_out + of(Reason.MOVED_OUT, 0)),
            reserved=Cents(self.reserved + of(Reason.RESERVED, 0) - reserved_out),
            wagered=Cents(self.wagered + of(Reason.STAKED, 0)),
            won=Cents(self.won + of(Reason.WON_STAKE, 0) + of(Reason.WON_PROFIT, 0)),
            returned=Cents(
                self.returned
                + of(Reason.WITHDRAWN, 0)
                + of(Reason.PUSHED, 0)
                + of(Reason.RETURNED, 0)
            ),
            adjusted_up=Cents(self.adjusted_up + of(Reason.ADJUSTED_UP, 0) + of(Reason.OWED, 0)),
            adjusted_down=Cents(
                self.adjusted_down + of(Reason.ADJUSTED_DOWN, 0) + of(Reason.REPAID, 0)
            ),
            games_played=self.games_played + games,
            credits=Cents(self.credits + credits_change),
        )
