import pytest

from punto.ledger.tickets import (
    Ticket,
    TicketBook,
    TicketIssued,
    TicketRedeemed,
    TicketStepImpossible,
    ticket_number,
)
from punto.values.ids import Instant
from punto.values.money import dollars
from support.ledger.playing import T7, T8

NUMBER = ticket_number(31_415_926_535_897_932)
OTHER = ticket_number(27_182_818_284_590_452)
TICKET = Ticket(NUMBER, dollars(50), T7, Instant(1_000), Instant(9_000))
OTHER_TICKET = Ticket(OTHER, dollars(8), T8, Instant(2_000), Instant(9_000))

ISSUED = TicketBook().after(TicketIssued(TICKET))
PAID = TicketRedeemed(NUMBER, T8, Instant(2_000))


def test_an_issued_ticket_has_not_ended() -> None:
    assert (ISSUED.issued, ISSUED.ended) == ({NUMBER: TICKET}, {})


def test_a_paid_ticket_has_ended() -> None:
    ended = ISSUED.after(PAID)
    assert ended.ended == {NUMBER: PAID}
    assert ended.issued == ISSUED.issued


def test_the_book_is_the_fold_of_the_steps() -> None:
    book = ISSUED.after(TicketIssued(OTHER_TICKET)).after(PAID)
    assert book.issued == {NUMBER: TICKET, OTHER: OTHER_TICKET}
    again = book.after(TicketRedeemed(OTHER, T7, Instant(3_000)))
    assert set(again.ended) == {NUMBER, OTHER}


def test_an_end_is_not_forgotten_when_another_ticket_is_issued() -> None:
    book = ISSUED.after(PAID).after(TicketIssued(OTHER_TICKET))
    assert book.ended == {NUMBER: PAID}


def test_a_book_stays_as_it_is_when_another_follows() -> None:
    ISSUED.after(PAID)
    ISSUED.after(TicketIssued(OTHER_TICKET))
    assert TicketBook({NUMBER: TICKET}) == ISSUED


def test_a_ticket_is_issued_once() -> None:
    with pytest.raises(TicketStepImpossible, match=r"ticket \*{14}\d{4} is already issued"):
        ISSUED.after(TicketIssued(TICKET))


def test_only_an_issued_ticket_ends() -> None:
    with pytest.raises(TicketStepImpossible, match=r"ticket \*{14}\d{4} was never issued"):
        TicketBook().after(PAID)


def test_a_ticket_ends_once() -> None:
    with pytest.raises(TicketStepImpossible, match=r"ticket \*{14}\d{4} is already redeemed"):
        ISSUED.after(PAID).after(TicketRedeemed(NUMBER, T7, Instant(3_000)))


def test_an_unredeemed_tickets_number_is_not_shown_in_full() -> None:
    assert TICKET.shown == "**************" + NUMBER[-4:]
    for step in (TICKET, TicketIssued(TICKET)):
        assert NUMBER not in repr(step)
