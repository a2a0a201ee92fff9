"""The patrons of a live table, with held winnings and debts."""

from punto.live import BoxLabel, PatronKey
from punto.rounds import Table, patron_at
from punto.values import Cents, TerminalId, Value


class PatronShown(Value):
    """A patron who is at the table, or who left bets or winnings there."""

    patron: PatronKey
    box: BoxLabel | None
    """The box at which the patron sits, or sat; None for one who stands."""
    is_here: bool
    held: Cents
    """Winnings that wait for a patron who walked away (L 5.3)."""
    owed: Cents
    debts: tuple[tuple[TerminalId, Cents], ...]
    """The debts by place; a patron who is here repays them in chips (A-28)."""


def patrons_shown(table: Table) -> tuple[PatronShown, ...]:
    """Return the patrons in the order in which they first came."""
    book, with_bets = table.book, set[PatronKey]()
    if table.round is not None:
        with_bets = {patron_at(place) for place, _ in table.round.positions.items()}
    held: dict[PatronKey, int] = {}
    debts: dict[PatronKey, list[tuple[TerminalId, Cents]]] = {}
    for place in book.purses:
        patron = patron_at(place)
        held[patron] = held.get(patron, 0) + book.held(place)
        if book.owed(place):
            debts.setdefault(patron, []).append((place, book.owed(place)))
    shown = (
        PatronShown(
            patron,
            there.box,
            there.is_here,
            Cents(held.get(patron, 0)),
            Cents(sum(owed for _, owed in debts.get(patron, ()))),
            tuple(debts.get(patron, ())),
        )
        for patron, there in table.patrons.items()
    )
    return tuple(p for p in shown if p.is_here or p.held or p.owed or p.patron in with_bets)
