"""What the ledger promises, as far as no database is needed."""

import pytest

from punto.ledger.accounts import AccountKind
from punto.ledger.audit import audit
from punto.ledger.books import AccountOutOfBounds, Book
from punto.ledger.cage import cage_equation
from punto.ledger.corrections import correct
from punto.ledger.movements import settle
from punto.ledger.postings import Posting
from punto.ledger.tickets import (
    Ticket,
    TicketBook,
    TicketIssued,
    TicketRedeemed,
    TicketStepImpossible,
    ticket_number,
)
from punto.ledger.transfers import ROUTES, Reason, Transfer
from punto.rules.settlement import BetResult
from punto.values.ids import Instant, TerminalId
from punto.values.money import dollars
from support.ledger import movements
from support.ledger.accounts import HOUSE
from support.ledger.playing import T7, T8, book_of, in_dollars, lost, posted, pushed, returned, won

BOUGHT_IN = Posting(
    1, (*movements.buy_in_cash(T7, dollars(100)), *movements.buy_in_bill(T8, dollars(100)))
)
STAKED = Posting(2, (*movements.stake(T7, dollars(60)), *movements.stake(T8, dollars(40))))
SETTLED = Posting(3, (*settle(T7, [won(60, 30)]), *settle(T8, [lost(40)])))
RECORD = (BOUGHT_IN, STAKED, SETTLED)
BOOK = book_of(RECORD)


def test_promise_1_every_posting_has_two_or_more_legs_in_whole_cents_that_sum_to_zero() -> None:
    for posting in RECORD:
        # Each transfer has two legs by its form: what the source loses, the target gains.
        assert posting.transfers
        assert all(transfer.source != transfer.target for transfer in posting.transfers)
        assert {type(transfer.amount) for transfer in posting.transfers} == {int}
    with pytest.raises(TypeError):
        Transfer(T7, Reason.STAKED, 0.5)  # type: ignore[arg-type]


def test_promise_2_postings_are_never_changed_and_a_correction_points_at_the_first() -> None:
    with pytest.raises(AttributeError):
        SETTLED.number = 9  # type: ignore[misc]
    correction = Posting(4, correct(BOOK, SETTLED.transfers), reverses=SETTLED.number)
    corrected = book_of((*RECORD, correction))
    assert correction.reverses == 3
    assert corrected.balances.items() >= book_of(RECORD[:2]).balances.items()
    assert corrected.posting_count == 4


def test_promise_2_a_tickets_life_is_two_steps_each_unique_per_number() -> None:
    ticket = Ticket(ticket_number(5), dollars(5), T7, Instant(1), Instant(9))
    redeemed = TicketRedeemed(ticket.number, T8, Instant(2))
    ended = TicketBook().after(TicketIssued(ticket)).after(redeemed)
    for step in (TicketIssued(ticket), redeemed):
        with pytest.raises(TicketStepImpossible):
            ended.after(step)
    with pytest.raises(AttributeError):
        redeemed.at = Instant(3)  # type: ignore[misc]


def test_promise_3_credits_never_go_negative_and_the_rest_is_posted_to_a_receivable() -> None:
    with pytest.raises(AccountOutOfBounds):
        posted(BOOK, movements.hand_pay(T7, dollars(131)))
    emptied = posted(BOOK, movements.hand_pay(T7, dollars(130)))
    undone = posted(emptied, correct(emptied, SETTLED.transfers), reverses=3)
    assert (in_dollars(undone.credits(T7)), in_dollars(undone.owed(T7))) == (0, 90)


@pytest.mark.parametrize("result", [won(60, 30), lost(60), pushed(60), returned(60)])
def test_promise_5_a_bet_is_reserved_and_then_ends_exactly_once(result: BetResult) -> None:
    staked = book_of(RECORD[:2])
    assert (in_dollars(staked.credits(T7)), in_dollars(staked.staked(T7))) == (40, 60)
    ending = settle(T7, [result])
    ended = posted(staked, ending)
    assert ended.staked(T7) == 0
    with pytest.raises(AccountOutOfBounds, match="stakes:T7"):
        posted(ended, ending)
    reopened = posted(ended, correct(ended, ending), reverses=3)
    assert posted(reopened, ending).staked(T7) == 0


def test_promise_6_a_settlement_is_all_seats_or_none() -> None:
    staked = book_of(RECORD[:2])
    wrong = Posting(3, (*settle(T7, [won(60, 30)]), *settle(T8, [lost(41)])))
    with pytest.raises(AccountOutOfBounds, match=r"stakes:T8 holds -1\.00"):
        staked.after(wrong)
    assert staked == book_of(RECORD[:2])


def test_promise_7_a_resettlement_reverses_the_old_and_posts_the_new_in_one_posting() -> None:
    new = (*settle(T7, [lost(60)]), *settle(T8, [won(40, 40)]))
    again = Posting(4, correct(BOOK, SETTLED.transfers, new), reverses=3)
    assert again.transfers == (*(move.reversed() for move in SETTLED.transfers), *new)
    resettled = BOOK.after(again)
    assert (in_dollars(resettled.credits(T7)), in_dollars(resettled.credits(T8))) == (40, 140)
    assert resettled.meters_of(T7).games_played == 1


def test_promise_8_balance_equals_the_sum_of_postings() -> None:
    for account, balance in BOOK.balances.items():
        transfers = [transfer for posting in RECORD for transfer in posting.transfers]
        gained = sum(each.amount for each in transfers if each.target == account)
        lost_ = sum(each.amount for each in transfers if each.source == account)
        assert balance == gained - lost_
    assert audit(BOOK, RECORD) == ()


def test_promise_9_money_enters_only_by_ticket_bill_acceptor_or_confirmed_cash() -> None:
    outside = {AccountKind.CASH, AccountKind.TICKETS, AccountKind.FLOOR}
    entries = {reason for reason, (source, _) in ROUTES.items() if source in outside}
    assert entries == {
        Reason.BOUGHT_IN_CASH,
        Reason.BOUGHT_IN_BILL,
        Reason.TICKET_IN,
        Reason.MOVED_IN,  # entered at another table
        Reason.DROPPED,  # into a live table's drop box
    }


def test_promise_9_the_cage_equation_holds_after_every_posting() -> None:
    for count in range(len(RECORD) + 1):
        assert cage_equation(book_of(RECORD[:count])).difference == 0


def test_promise_12_time_is_data_and_a_replay_makes_the_same_book() -> None:
    assert book_of(RECORD) == BOOK


def test_a_thousand_terminals_are_settled_in_one_posting() -> None:
    terminals = [TerminalId(f"T{number}") for number in range(1_000)]
    results = [won(1, 12), won(1, 1), lost(1), lost(2), pushed(1)]
    book = posted(
        Book(),
        [move for terminal in terminals for move in movements.buy_in_cash(terminal, dollars(9))],
        [move for terminal in terminals for move in movements.stake(terminal, dollars(6))],
    )
    moves = [move for terminal in terminals for move in settle(terminal, results)]
    settlement = Posting(3, tuple(moves))
    assert book.after(settlement).balance(HOUSE) == dollars(-10_000)
