from punto.ledger.accounts import AccountKind
from punto.ledger.books import Book
from punto.values import Cents, Value


class CageEquation(Value):
    """Money taken over the counter by the meters, and the same money by the accounts."""

    taken_in: Cents
    """In less out: cash and tickets."""
    accounted_for: Cents
    """In credits, at risk, for the printer or won, less debts, and what was moved elsewhere."""

    @property
    def difference(self) -> Cents:
        """Money taken in and not accounted for; zero if the books are right."""
        return self.taken_in - self.accounted_for


# A live table's cash goes into the drop box, not over the counter, and is counted with it.
_COUNTER = frozenset({AccountKind.CASH, AccountKind.TICKETS, AccountKind.DROP})


def cage_equation(book: Book) -> CageEquation:
    """Return both sides of the cage equation, each from an independent source."""
    came = sum(meters.buy_in + meters.ticket_in for meters in book.meters.values())
    went = sum(meters.ticket_out + meters.hand_pay for meters in book.meters.values())
    held = sum(amount for account, amount in book.balances.items() if account.kind not in _COUNTER)
    return CageEquation(Cents(came - went), Cents(held))
