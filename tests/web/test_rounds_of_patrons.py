"""After a cash-out the next patron of a terminal sees nothing of the one before; staff do."""

import msgspec
import pytest

from punto.ledger.tickets import ticket_number
from punto.rounds.betting.commands import OpenBets
from punto.rounds.commands import Patron
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    PrinterAnswer,
    ResolveCashOut,
    TakeCash,
)
from punto.values.ids import Instant
from punto.values.money import dollars
from punto.values.sides import Winner
from punto.web.lines.papers import recalled
from punto.web.screens.audiences import Audience, OfPit, OfTerminal
from punto.web.screens.feeds import TableFeed
from punto.web.wire.messages import Recalled
from support.rounds.evening import SUPERVISOR, T1, T2, Evening
from support.views.screens.own_views import terminal_view
from support.views.screens.stages import BANKER_WINS, opened

NUMBER = ticket_number(7)


def played() -> Evening:
    """Both terminals have bets in round 1, which is settled; T1 then has $1,116.85."""
    evening = opened()
    evening.do(OpenBets())
    evening.bet(T1, banker=123)
    evening.bet(T2, player=45)
    evening.play(BANKER_WINS)
    return evening


def feed_of(evening: Evening) -> TableFeed:
    feed = TableFeed()
    feed.begin(enumerate(evening.record.events, 1))
    return feed


def asked(evening: Evening, audience: Audience, number: int | None = None) -> Recalled:
    return recalled(feed_of(evening), audience, "a", number, Instant(9))


def numbers(evening: Evening, audience: Audience) -> list[int]:
    return [each.number for each in asked(evening, audience).rounds]


def cash_out(evening: Evening, answer: PrinterAnswer | None = PrinterAnswer.PRINTED) -> None:
    evening.do(CashOut(T1, 7), Patron(T1))
    if answer is not None:
        evening.do(AnswerPrinter(T1, NUMBER, answer), Patron(T1))


def pay_by_hand(evening: Evening) -> None:
    evening.do(HandPay(T1, evening.table.credits_of(T1)), SUPERVISOR)


def test_a_patron_recalls_a_round_with_its_winner_and_what_it_brought() -> None:
    (listed,) = asked(played(), OfTerminal(T1)).rounds
    assert (listed.number, listed.winner, listed.net) == (1, Winner.BANKER, 116_85)
    (listed,) = asked(played(), OfTerminal(T2)).rounds
    assert (listed.winner, listed.net) == (Winner.BANKER, -45_00)
    (listed,) = asked(played(), OfPit()).rounds
    assert (listed.winner, listed.net) == (Winner.BANKER, None)


def test_a_round_that_is_not_over_has_no_winner_yet_and_a_void_one_never() -> None:
    evening = opened()
    evening.do(OpenBets())
    evening.bet(T1, banker=123)
    (listed,) = asked(evening, OfTerminal(T1)).rounds
    assert (listed.winner, listed.void, listed.net) == (None, False, None)


@pytest.mark.parametrize("leave", [cash_out, pay_by_hand])
def test_the_next_patron_sees_no_round_of_the_one_who_left(leave: object) -> None:
    evening = played()
    assert callable(leave)
    leave(evening)
    assert numbers(evening, OfTerminal(T1)) == []
    evening.do(TakeCash(T1, dollars(100)))
    assert numbers(evening, OfTerminal(T1)) == []
    # Not even when the page asks for the round by number: its cards are public, its bets are not.
    raw = msgspec.json.encode(asked(evening, OfTerminal(T1), 1))
    assert b"12300" not in raw
    assert b"11685" not in raw
    assert b'"KS"' in raw
    # The other terminal and the pit see the same as before.
    assert numbers(evening, OfTerminal(T2)) == [1]
    assert b"12300" in msgspec.json.encode(asked(evening, OfPit(), 1))


def test_the_next_patron_sees_no_stakes_and_no_result_on_the_layout() -> None:
    evening = played()
    shown = terminal_view(feed_of(evening).watched, T1)
    assert shown is not None
    assert shown.last_round is not None
    assert shown.total_bet == dollars(123)
    cash_out(evening)
    shown = terminal_view(feed_of(evening).watched, T1)
    assert shown is not None
    assert (shown.last_round, shown.total_bet, shown.rounds_before) == (None, 0, 1)


def test_the_next_patron_sees_their_own_rounds_and_no_others() -> None:
    evening = played()
    cash_out(evening)
    evening.do(TakeCash(T1, dollars(100)))
    evening.do(OpenBets())
    evening.bet(T1, player=10)
    evening.play(BANKER_WINS)
    (listed,) = asked(evening, OfTerminal(T1)).rounds
    assert (listed.number, listed.net) == (2, -10_00)


def test_what_one_patron_did_in_a_round_is_not_shown_to_the_next_who_bets_in_it() -> None:
    evening = opened()
    evening.do(OpenBets())
    evening.bet(T1, banker=123)
    evening.bet(T1)
    cash_out(evening)
    evening.do(TakeCash(T1, dollars(100)))
    evening.bet(T1, player=10)
    evening.play(BANKER_WINS)
    answer = asked(evening, OfTerminal(T1))
    raw = msgspec.json.encode(answer)
    assert [each.number for each in answer.rounds] == [1]
    assert b"12300" not in raw
    assert b"CashOutReserved" not in raw
    assert raw.count(b'"what":"PositionTaken"') == 1
    assert b"12300" in msgspec.json.encode(asked(evening, OfPit(), 1))


def test_a_ticket_that_waits_hides_its_owners_rounds_and_a_failed_one_brings_them_back() -> None:
    evening = played()
    cash_out(evening, None)
    assert numbers(evening, OfTerminal(T1)) == []
    evening.do(AnswerPrinter(T1, NUMBER, PrinterAnswer.UNKNOWN), Patron(T1))
    assert numbers(evening, OfTerminal(T1)) == []
    evening.do(ResolveCashOut(T1, NUMBER, came_out=False), SUPERVISOR)
    assert numbers(evening, OfTerminal(T1)) == [1]


def test_a_ticket_that_fails_in_a_round_leaves_the_round_to_its_patron() -> None:
    evening = opened()
    evening.do(OpenBets())
    evening.bet(T1, banker=123)
    evening.bet(T1)
    cash_out(evening, PrinterAnswer.FAILED)
    evening.bet(T1, player=10)
    evening.play(BANKER_WINS)
    raw = msgspec.json.encode(asked(evening, OfTerminal(T1)))
    assert b"12300" in raw


def test_who_takes_only_a_part_in_cash_keeps_their_rounds() -> None:
    evening = played()
    evening.do(HandPay(T1, dollars(5)), SUPERVISOR)
    assert numbers(evening, OfTerminal(T1)) == [1]
    assert numbers(evening, OfTerminal(T2)) == [1]
