from collections.abc import Iterable, Mapping

from msgspec import Struct

from punto.ledger.accounts import TERMINAL_KINDS, AccountKind
from punto.ledger.meters import EXPLAINED, Meters, meters_of
from punto.ledger.transfers import ROUTES, Reason, Transfer
from punto.values.money import NOTHING, Cents, format_money, in_cents

PLAYED = frozenset({Reason.LOST, Reason.WON_STAKE, Reason.PUSHED})
"""The ends of a bet that mean its round was played; a returned bet was not."""

# Asked for through its enum, each would be looked up by name at every bet.
_CREDITS, _STAKES = AccountKind.CREDITS, AccountKind.STAKES
_CASH_OUT, _RECEIVABLE = AccountKind.CASH_OUT, AccountKind.RECEIVABLE


class Purse(Struct, frozen=True, gc=False):
    """All money that ever moved at one terminal: where it is, and why it moved.

    It has a part of the table's own accounts as well: what the House has won here, what came to
    the cage from here. Each transfer is at one terminal, so every purse sums to nothing by itself,
    and the money of a table can be checked purse by purse.
    """

    balances: Mapping[AccountKind, Cents] = {}
    counted: Mapping[Reason, Cents] = {}
    """All that ever moved for each reason, of which the meters are sums."""
    games_played: int = 0

    def balance(self, kind: AccountKind) -> Cents:
        """What an account holds; nothing when it was never used."""
        return self.balances.get(kind, NOTHING)

    @property
    def meters(self) -> Meters:
        """The terminal's meters."""
        return meters_of(self.counted, self.games_played, self.balance(_CREDITS))

    def after(self, transfers: Iterable[Transfer]) -> "Purse":
        """The purse after those transfers of a posting that are at its terminal."""
        balances, counted = dict(self.balances), dict(self.counted)
        played = unplayed = False
        for move in transfers:
            reason, amount = move.reason, move.amount
            if move.is_reversal:
                amount = Cents(-amount)
                unplayed = unplayed or reason in PLAYED
            else:
                played = played or reason in PLAYED
            source, target = ROUTES[reason]
            balances[source] = in_cents(balances.get(source, NOTHING) - amount)
            balances[target] = in_cents(balances.get(target, NOTHING) + amount)
            counted[reason] = in_cents(counted.get(reason, NOTHING) + amount)
        # One for a settlement, one off for its reversal, none for a resettlement, which is both.
        return Purse(balances, counted, self.games_played + played - unplayed)

    @property
    def is_sound(self) -> bool:
        """Whether it sums to nothing, no account is out of bounds, and the meters agree."""
        of = self.balances.get
        in_credits: int = of(_CREDITS, NOTHING)
        reserved: int = of(_CASH_OUT, NOTHING)
        is_in_bounds = (
            in_credits >= 0
            and reserved >= 0
            and of(_STAKES, NOTHING) >= 0
            and of(_RECEIVABLE, NOTHING) <= 0
        )
        for reason, amount in self.counted.items():
            of_credits, of_reserved = EXPLAINED[reason]
            in_credits -= of_credits * amount
            reserved -= of_reserved * amount
        return is_in_bounds and not (in_credits or reserved or sum(self.balances.values()))

    @property
    def total(self) -> Cents:
        """All accounts together: nothing, since what one gives another gets."""
        return Cents(sum(self.balances.values()))

    def out_of_bounds(self) -> AccountKind | None:
        """The first account on the side of zero where it can never be, if there is one."""
        for kind in TERMINAL_KINDS:
            balance = self.balance(kind)
            # What is owed is kept below zero; above it the House would owe the patron.
            if balance > 0 if kind is _RECEIVABLE else balance < 0:
                return kind
        return None

    def disagreement(self) -> str:
        """What the meters say otherwise than the accounts, and by how much."""
        meters = self.meters
        seen = {
            "the self-audit differs by": meters.audit(),
            "reserved differs by": meters.reserved - self.balance(_CASH_OUT),
        }
        return next(f"{what} {format_money(Cents(by))}" for what, by in seen.items() if by)
