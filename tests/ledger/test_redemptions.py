import pytest

from punto.ledger.redemptions import (
    TicketAlreadyPaid,
    TicketAmountDiffers,
    TicketExpired,
    TicketNotOnFile,
    TicketRefusal,
    judge_redemption,
)
from punto.ledger.tickets import Ticket, TicketBook, TicketIssued, TicketRedeemed, ticket_number
from punto.values.ids import Instant
from punto.values.money import Cents, dollars
from support.ledger.playing import T7, T8

NUMBER = ticket_number(31_415_926_535_897_932)
TICKET = Ticket(NUMBER, dollars(50), T7, Instant(1_000), Instant(9_000))
ISSUED = TicketBook().after(TicketIssued(TICKET))
SHOWN = TICKET.shown


def refused(answer: Ticket | TicketRefusal) -> TicketRefusal:
    assert not isinstance(answer, Ticket)
    return answer


def test_a_good_ticket_is_paid_until_the_last_moment() -> None:
    assert judge_redemption(ISSUED, NUMBER, dollars(50), Instant(8_999)) == TICKET


def test_a_number_that_was_never_issued_is_not_on_file() -> None:
    unknown = ticket_number(1)
    answer = judge_redemption(ISSUED, unknown, dollars(50), Instant(2_000))
    assert answer == TicketNotOnFile("**************" + unknown[-4:])
    assert refused(answer).sentence == (
        f"ticket **************{unknown[-4:]}: not on file, expected an issued ticket (A-22)"
    )


def test_a_ticket_is_paid_once_whatever_else_is_wrong_with_it() -> None:
    paid = ISSUED.after(TicketRedeemed(NUMBER, T8, Instant(2_000)))
    answer = judge_redemption(paid, NUMBER, dollars(51), Instant(9_999))
    assert answer == TicketAlreadyPaid(SHOWN, T8, Instant(2_000))
    assert refused(answer).sentence == (
        f"ticket {SHOWN}: already paid at terminal T8, expected an unpaid ticket (A-22)"
    )


def test_a_ticket_presented_at_its_expiry_is_too_late() -> None:
    answer = judge_redemption(ISSUED, NUMBER, dollars(51), Instant(9_000))
    assert answer == TicketExpired(SHOWN, Instant(9_000))
    assert refused(answer).sentence == (
        f"ticket {SHOWN}: expired, expected a ticket before its expiry (A-22)"
    )


@pytest.mark.parametrize("amount", [4_999, 5_001])
def test_a_ticket_is_paid_only_for_its_own_amount(amount: int) -> None:
    answer = judge_redemption(ISSUED, NUMBER, Cents(amount), Instant(2_000))
    assert answer == TicketAmountDiffers(SHOWN, Cents(amount), dollars(50))
    sentence = refused(answer).sentence
    presented = f"{amount / 100:.2f}"
    assert sentence == f"ticket {SHOWN}: presented for {presented}, expected 50.00 (A-22)"


def test_no_refusal_carries_the_full_number() -> None:
    answers = [
        judge_redemption(ISSUED, NUMBER, dollars(51), Instant(2_000)),
        judge_redemption(ISSUED, NUMBER, dollars(50), Instant(9_000)),
    ]
    for answer in answers:
        assert NUMBER not in repr(answer) + refused(answer).sentence
