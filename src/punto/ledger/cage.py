from collections.abc import Callable

from punto.ledger.accounts import AccountKind
from punto.ledger.books import Book
from punto.ledger.meters import Meters
from punto.values import Cents, Value


class CageEquation(Value):
    """Money taken over the counter by the meters, and its location by the accounts."""

    cash_in: Cents
    tickets_redeemed: Cents
    tickets_issued: Cents
    cash_paid: Cents
    credits: Cents
    at_risk: Cents
    reserved: Cents
    house_win: Cents
    owed: Cents
    """By patrons, after corrections: won by the House, but not yet received."""
    moved_away: Cents
    """To other tables, to the cage or into patrons' hands, less the money from there."""

    @property
    def taken_in(self) -> Cents:
        """Money taken over the counter, in less out."""
        return self.cash_in + self.tickets_redeemed - self.tickets_issued - self.cash_paid

    @property
    def accounted_for(self) -> Cents:
        """The same money by the accounts."""
        held = self.credits + self.at_risk + self.reserved
        return held + self.house_win - self.owed + self.moved_away

    @property
    def difference(self) -> Cents:
        """Money taken in and not accounted for; zero if the books are right."""
        return self.taken_in - self.accounted_for


# A live table's cash goes into the drop box, not over the counter, and is counted with it.
_ELSEWHERE = (
    AccountKind.FLOOR,
    AccountKind.CHIPS,
    AccountKind.HELD,
    AccountKind.FLOAT,
    AccountKind.CAGE,
    AccountKind.ROUNDING,
    AccountKind.VARIANCE,
)


def cage_equation(book: Book) -> CageEquation:
    """Return both sides of the cage equation, each from an independent source."""
    return CageEquation(
        cash_in=_metered(book, lambda meters: meters.buy_in),
        tickets_redeemed=_metered(book, lambda meters: meters.ticket_in),
        tickets_issued=_metered(book, lambda meters: meters.ticket_out),
        cash_paid=_metered(book, lambda meters: meters.hand_pay),
        credits=_held(book, AccountKind.CREDITS),
        at_risk=_held(book, AccountKind.STAKES),
        reserved=_held(book, AccountKind.CASH_OUT),
        house_win=_held(book, AccountKind.HOUSE),
        owed=-_held(book, AccountKind.RECEIVABLE),
        moved_away=Cents(sum(_held(book, kind) for kind in _ELSEWHERE)),
    )


def _metered(book: Book, meter: Callable[[Meters], Cents]) -> Cents:
    return Cents(sum(meter(meters) for meters in book.meters.values()))


def _held(book: Book, kind: AccountKind) -> Cents:
    return Cents(sum(amount for account, amount in book.balances.items() if account.kind is kind))
