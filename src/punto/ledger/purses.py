from collections.abc import Iterable, Mapping

from punto.ledger.accounts import TERMINAL_KINDS, AccountKind
from punto.ledger.meters import BROUGHT, EXPLAINED, Meters, meters_of
from punto.ledger.transfers import ROUTES, Reason, Transfer
from punto.values import NOTHING, Cents, Value, format_money

PLAYED = frozenset({Reason.LOST, Reason.WON_STAKE, Reason.PUSHED})
"""The results of a bet that was played; a returned bet was not."""

# Constants, because an enum looks its members up by name, at every bet.
_CREDITS, _STAKES = AccountKind.CREDITS, AccountKind.STAKES
_CASH_OUT, _RECEIVABLE = AccountKind.CASH_OUT, AccountKind.RECEIVABLE
_HELD = AccountKind.HELD


class Purse(Value):
    """All money that ever moved at one terminal: its location and its reasons.

    A purse includes the terminal's share of the table's own accounts, such as the House's win or
    the cash of the cage. Each transfer is at one terminal, so every purse sums to zero, and the
    money of a table can be checked purse by purse.
    """

    balances: Mapping[AccountKind, Cents] = {}
    counted: Mapping[Reason, Cents] = {}
    """The total moved for each reason; the meters are sums of these."""
    games_played: int = 0

    def balance(self, kind: AccountKind) -> Cents:
        """Return an account's balance, zero if it was never used."""
        return self.balances.get(kind, NOTHING)

    @property
    def meters(self) -> Meters:
        """The terminal's meters."""
        return meters_of(self.counted, self.games_played, self.balance(_CREDITS))

    @property
    def brought(self) -> Cents:
        """All money brought to the terminal, less what was taken away, as its meters count it."""
        brought = NOTHING
        for reason, amount in self.counted.items():
            brought += amount * BROUGHT[reason]
        return brought

    def after(self, transfers: Iterable[Transfer]) -> "Purse":
        """Return the purse after a posting's transfers at its terminal."""
        balances, counted = {**self.balances}, {**self.counted}
        played = unplayed = False
        for move in transfers:
            reason, amount = move.reason, move.amount
            if move.is_reversal:
                amount = -amount
                unplayed = unplayed or reason in PLAYED
            else:
                played = played or reason in PLAYED
            source, target = ROUTES[reason]
            balances[source] = balances.get(source, NOTHING) - amount
            balances[target] = balances.get(target, NOTHING) + amount
            counted[reason] = counted.get(reason, NOTHING) + amount
        # Plus one for a settlement, minus one for its reversal, so none for a resettlement.
        return Purse(balances, counted, self.games_played + played - unplayed)

    def is_sound(self) -> bool:
        """Whether it sums to zero, no account is out of bounds, and the meters agree."""
        balances = self.balances
        in_credits, reserved = balances.get(_CREDITS, 0), balances.get(_CASH_OUT, 0)
        if in_credits < 0 or reserved < 0 or balances.get(_STAKES, 0) < 0:
            return False
        if balances.get(_RECEIVABLE, 0) > 0 or balances.get(_HELD, 0) < 0:
            return False
        for reason, amount in self.counted.items():
            of_credits, of_reserved = EXPLAINED[reason]
            in_credits -= of_credits * amount
            reserved -= of_reserved * amount
        return not (in_credits or reserved or sum(balances.values()))

    @property
    def total(self) -> Cents:
        """Return the sum of all accounts: zero, since every transfer has two sides."""
        return Cents(sum(self.balances.values()))

    def out_of_bounds(self) -> AccountKind | None:
        """Return the first account whose balance has the wrong sign, if any."""
        for kind in TERMINAL_KINDS:
            balance = self.balance(kind)
            # A debt is negative; a positive one would mean that the House owes the patron.
            if balance > 0 if kind is _RECEIVABLE else balance < 0:
                return kind
        return None

    def disagreement(self) -> str:
        """Return how far the meters and the accounts differ, in words."""
        meters = self.meters
        seen = {
            "the self-audit differs by": meters.audit(),
            "reserved differs by": meters.reserved - self.balance(_CASH_OUT),
        }
        return next(f"{what} {format_money(Cents(by))}" for what, by in seen.items() if by)
