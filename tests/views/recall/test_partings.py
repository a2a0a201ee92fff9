"""One patron leaves a terminal and the next sits down: what each may see of the rounds."""

from punto.ledger.tickets import ticket_number
from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.events import PositionTaken
from punto.rounds.commands import Patron
from punto.rounds.purse.commands import AnswerPrinter, CashOut, HandPay, PrinterAnswer, TakeCash
from punto.values.ids import TerminalId
from punto.values.money import dollars
from punto.views.recall import recall
from punto.views.screens.terminal import TerminalView
from punto.views.watched_table import watched
from support.rounds.evening import SUPERVISOR, T1, T2, Evening
from support.views.screens.own_views import terminal_view
from support.views.screens.stages import BANKER_WINS, opened

NUMBER = ticket_number(7)


def taken_back() -> Evening:
    """T1 has put $123 on Banker in round 1 and taken it back; bets are still open."""
    evening = opened()
    evening.do(OpenBets())
    evening.bet(T1, banker=123)
    evening.bet(T1)
    return evening


def cash_out(evening: Evening, answer: PrinterAnswer | None) -> None:
    evening.do(CashOut(T1, 7), Patron(T1))
    if answer is not None:
        evening.do(AnswerPrinter(T1, NUMBER, answer), Patron(T1))


def positions(evening: Evening, terminal: TerminalId | None, *, for_patron: bool = True) -> int:
    """Return how many positions of round 1 this viewer sees."""
    found = recall(evening.record.events, 1, terminal, for_patron=for_patron)
    assert found is not None
    return sum(isinstance(step.event.fact, PositionTaken) for step in found.steps)


def seen(evening: Evening, terminal: TerminalId = T1) -> TerminalView:
    view = terminal_view(watched(evening.record.events), terminal)
    assert view is not None
    return view


def test_what_the_patron_before_did_in_a_round_is_left_out() -> None:
    evening = taken_back()
    evening.bet(T2, player=45)
    assert positions(evening, T1) == 2
    cash_out(evening, PrinterAnswer.PRINTED)
    evening.do(TakeCash(T1, dollars(100)))
    evening.bet(T1, player=10)
    assert positions(evening, T1) == 1
    assert positions(evening, T2) == 1
    # Staff see everything, of one terminal or of all.
    assert positions(evening, T1, for_patron=False) == 3
    assert positions(evening, None) == 4


def test_a_ticket_that_does_not_come_out_parts_nobody_from_the_round() -> None:
    evening = taken_back()
    cash_out(evening, None)
    assert positions(evening, T1) == 0
    assert positions(evening, T2) == 0
    evening.do(AnswerPrinter(T1, NUMBER, PrinterAnswer.FAILED), Patron(T1))
    assert positions(evening, T1) == 2
    assert positions(evening, T2) == 0


def test_who_is_paid_a_part_has_not_left() -> None:
    evening = taken_back()
    evening.do(HandPay(T1, dollars(5)), SUPERVISOR)
    assert positions(evening, T1) == 2


def test_the_layout_forgets_who_has_left() -> None:
    evening = opened()
    evening.do(OpenBets())
    evening.bet(T1, banker=123)
    evening.play(BANKER_WINS)
    view = seen(evening)
    assert (view.rounds_before, view.total_bet) == (0, dollars(123))
    assert view.last_round is not None
    cash_out(evening, None)
    waiting = seen(evening)
    assert (waiting.rounds_before, waiting.total_bet, waiting.last_round) == (1, 0, None)
    evening.do(AnswerPrinter(T1, NUMBER, PrinterAnswer.FAILED), Patron(T1))
    assert seen(evening) == view
    evening.do(CashOut(T1, 8), Patron(T1))
    evening.do(AnswerPrinter(T1, ticket_number(8), PrinterAnswer.PRINTED), Patron(T1))
    gone = seen(evening)
    assert (gone.rounds_before, gone.total_bet, gone.last_round) == (1, 0, None)


def test_before_the_first_round_there_is_nothing_to_forget() -> None:
    evening = opened()
    cash_out(evening, None)
    assert seen(evening).rounds_before == 0
    evening.do(AnswerPrinter(T1, NUMBER, PrinterAnswer.PRINTED), Patron(T1))
    assert seen(evening).rounds_before == 0
