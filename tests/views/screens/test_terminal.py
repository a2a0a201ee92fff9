import pytest

from punto.ledger.tickets import TicketNumber
from punto.rounds.betting.commands import BeginClosing, CutOff, OpenBets
from punto.rounds.commands import Patron
from punto.rounds.dealing.commands import Settle
from punto.rounds.irregularity.commands import Attest
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    MoveOut,
    PrinterAnswer,
    TakeBill,
    TakeCash,
)
from punto.rounds.table.commands import DisableTerminal, Link, ReportLink, SeatTerminal
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity
from punto.rules.limits import Limits
from punto.rules.settlement import Result
from punto.values import replace
from punto.values.ids import TableId, TerminalId
from punto.values.money import Cents, dollars
from punto.views.screens.own_results import OwnResult, OwnRound
from punto.views.screens.terminal import OwnBet, TerminalView, WaitingTicket
from support.rounds.evening import SUPERVISOR, T1, T2, Evening, terms_for
from support.rounds.matters import report
from support.views.screens.own_views import terminal_view
from support.views.screens.stages import (
    BANKER_WINS,
    STAGES,
    betting,
    configuration,
    opened,
    screens,
    settled,
    values_in,
    with_bets,
)

clause = pytest.mark.clause
reading = pytest.mark.reading

BANKER_ON_SIX = "KS KD QH AC 5D 5S"
"""Player has 5; Banker draws on 1 and wins on 6 with three cards."""


def of_t1(evening: Evening) -> TerminalView:
    view = terminal_view(screens(evening), T1)
    assert view is not None
    return view


def stakes(view: TerminalView) -> dict[str, Cents]:
    return {bet.bet: bet.stake for bet in view.bets if bet.stake}


def rooms(view: TerminalView) -> dict[str, Cents]:
    return {bet.bet: bet.room for bet in view.bets}


def limited(limits: Limits, credits_dollars: int = 1000) -> Evening:
    """Bets are open under these limits."""
    config = replace(configuration(), terms=terms_for("mbs-tiger", limits))
    evening = opened(config, credits_dollars)
    evening.do(OpenBets())
    return evening


def test_a_patron_sees_credits_and_own_bets() -> None:
    view = of_t1(with_bets())
    assert view.credits == dollars(900)
    assert stakes(view) == {"banker": dollars(100)}
    assert view.total_bet == dollars(100)


def test_every_bet_on_offer_has_its_place_in_the_order_of_the_layout() -> None:
    assert [bet.bet for bet in of_t1(opened()).bets] == [
        "player",
        "banker",
        "tie",
        "tiger",
        "small-tiger",
        "big-tiger",
        "tiger-tie",
        "tiger-pair",
    ]


@reading("A-19")
def test_a_terminal_that_comes_back_sees_what_is_registered() -> None:
    evening = with_bets()
    evening.do(ReportLink(T1, Link.LOST))
    assert (of_t1(evening).link, stakes(of_t1(evening))) == (Link.LOST, {"banker": dollars(100)})
    evening.do(BeginClosing())
    evening.freeze(T2)
    evening.do(CutOff())
    evening.do(ReportLink(T1, Link.CONNECTED))
    assert (of_t1(evening).link, of_t1(evening).total_bet) == (Link.CONNECTED, dollars(100))


@pytest.mark.parametrize("stage", STAGES)
def test_a_terminal_may_bet_only_while_bets_are_open(stage: str) -> None:
    evening = STAGES[stage]()
    view = terminal_view(screens(evening), T1)
    if view is not None:
        assert view.may_bet == (stage == "betting")
        assert any(rooms(view).values()) == view.may_bet


def test_a_disabled_terminal_says_why_and_has_no_room() -> None:
    evening = with_bets()
    evening.do(DisableTerminal(T1, "a liquid spill"), SUPERVISOR)
    view = of_t1(evening)
    assert (view.disabled, view.may_bet) == ("a liquid spill", False)
    assert set(rooms(view).values()) == {0}
    assert stakes(view) == {"banker": dollars(100)}


@pytest.mark.parametrize(
    ("limits", "credits_dollars", "on_banker", "banker_room", "tie_room"),
    [
        (Limits(dollars(10), dollars(300)), 1000, 100, 200, 300),
        (Limits(dollars(10), dollars(300)), 250, 100, 150, 150),
        (Limits(dollars(10), dollars(300)), 105, 100, 5, 0),  # a Tie of 5 is below the minimum
        (Limits(dollars(10), dollars(300)), 400, 300, 0, 100),
        (Limits(dollars(10)), 1000, 100, 900, 900),
        (Limits(dollars(20), dollars(300), dollars(20)), 150, 100, 40, 40),  # in whole steps
        (Limits(dollars(10), dollars(310), dollars(20)), 1000, 100, 200, 300),
        (Limits(dollars(10), dollars(300)), 110, 100, 10, 10),  # just the minimum
    ],
)
@clause("mbs", "2.2")
@clause("rws-etg", "3.4")
@reading("A-17")
def test_room_is_what_limits_and_credits_leave(
    limits: Limits, credits_dollars: int, on_banker: int, banker_room: int, tie_room: int
) -> None:
    evening = limited(limits, credits_dollars)
    evening.bet(T1, banker=on_banker)
    room = rooms(of_t1(evening))
    assert (room["banker"], room["tie"]) == (dollars(banker_room), dollars(tie_room))


def test_what_the_room_promises_is_taken() -> None:
    evening = limited(Limits(dollars(10), dollars(310), dollars(20)))
    evening.bet(T1, banker=100)
    more = rooms(of_t1(evening))["banker"] // 100
    evening.bet(T1, banker=100 + more)
    assert OwnBet(BetKey("banker"), dollars(300), Cents(0)) in of_t1(evening).bets


def played(cards: str, **bets: int) -> Evening:
    evening = betting()
    evening.bet(T1, **bets)
    evening.play(cards)
    return evening


@clause("mbs", "4.7", "4.10")
@reading("A-20")
def test_own_results_come_bet_by_bet_with_clause_and_profit() -> None:
    evening = played(BANKER_ON_SIX, banker=100, tiger=5, player=20)
    assert of_t1(evening).last_round == OwnRound(
        number=1,
        results=(
            OwnResult(
                BetKey("banker"),
                dollars(100),
                Result.WON,
                "0.95 to 1",
                dollars(95),
                dollars(195),
                dollars(5),
                "4.7",
            ),
            OwnResult(
                BetKey("tiger"),
                dollars(5),
                Result.WON,
                "20 to 1",
                dollars(100),
                dollars(105),
                Cents(0),
                "4.10",
            ),
            OwnResult(
                BetKey("player"),
                dollars(20),
                Result.LOST,
                "",
                dollars(-20),
                Cents(0),
                Cents(0),
                "4.7",
            ),
        ),
        stake=dollars(125),
        returned=dollars(300),
        exceeds_stake=True,
    )


@pytest.mark.parametrize(
    ("cards", "bets", "returned", "celebrated"),
    [
        (BANKER_WINS, {"banker": 100}, 195, True),
        (BANKER_WINS, {"banker": 100, "player": 95}, 195, False),  # just what was staked
        (BANKER_WINS, {"banker": 20, "player": 100}, 39, False),
        (BANKER_WINS, {"player": 100}, 0, False),
        ("6S 6D KS KD", {"player": 100}, 100, False),
    ],
)
def test_only_a_return_above_the_stake_is_a_reason_to_celebrate(
    cards: str, bets: dict[str, int], returned: int, *, celebrated: bool
) -> None:
    last = of_t1(played(cards, **bets)).last_round
    assert last is not None
    assert (last.returned, last.exceeds_stake) == (dollars(returned), celebrated)


def test_a_push_is_told_as_one() -> None:
    last = of_t1(played("6S 6D KS KD", player=100)).last_round
    assert last is not None
    ((pushed),) = last.results
    assert (pushed.result, pushed.pays, pushed.profit) == (Result.PUSHED, "push", 0)


@clause("rws-etg", "5.11")
def test_a_void_round_returns_every_bet_and_celebrates_nothing() -> None:
    last = of_t1(STAGES["void"]()).last_round
    assert last is not None
    assert [each.result for each in last.results] == [Result.RETURNED]
    assert (last.returned, last.exceeds_stake) == (dollars(100), False)


def test_results_stay_in_sight_until_another_round_is_finished() -> None:
    evening = settled()
    evening.do(OpenBets())
    evening.bet(T1, tie=7)
    view = of_t1(evening)
    assert view.last_round is not None
    assert (view.last_round.number, view.last_round.returned) == (1, dollars(195))
    assert stakes(view) == {"tie": dollars(7)}
    evening.play(BANKER_WINS)
    evening.do(OpenBets())
    evening.play(BANKER_WINS)
    assert of_t1(evening).last_round is None


def test_a_corrected_round_shows_the_corrected_results() -> None:
    evening = STAGES["settled stopped"]()
    evening.do(Attest(), SUPERVISOR)
    view = of_t1(evening)
    assert view.last_round is not None
    assert [each.result for each in view.last_round.results] == [Result.LOST]
    assert view.credits == dollars(900)


def test_what_a_correction_could_not_take_back_is_owed() -> None:
    evening = settled()
    evening.do(HandPay(T1, dollars(1095)), SUPERVISOR)
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D"))
    evening.do(Attest(), SUPERVISOR)
    view = of_t1(evening)
    assert (view.credits, view.owed) == (0, dollars(195))


def test_a_ticket_that_waits_shows_its_amount_and_only_its_last_digits() -> None:
    evening = opened()
    assert of_t1(evening).ticket is None
    evening.do(CashOut(T1, 12_345_678_901_234_567), Patron(T1))
    number = evening.table.seats[T1].ticket
    assert number is not None
    view = of_t1(evening)
    assert view.credits == 0
    assert view.ticket == WaitingTicket(dollars(1000), "*" * 14 + number[-4:], uncertain=False)
    assert TicketNumber(number) not in set(values_in(view))
    evening.do(AnswerPrinter(T1, number, PrinterAnswer.UNKNOWN), Patron(T1))
    waiting = of_t1(evening).ticket
    assert waiting is not None
    assert waiting.uncertain


def test_play_money_is_called_so() -> None:
    evening = opened()
    assert not of_t1(evening).simulated_bills
    evening.do(TakeBill(T1, dollars(50), simulated=True), Patron(T1))
    assert of_t1(evening).simulated_bills


def test_a_session_counts_what_was_won_and_lost_and_not_what_was_brought() -> None:
    evening = opened()
    assert of_t1(evening).session_net == 0
    evening.do(TakeCash(T1, dollars(50)))
    assert of_t1(evening).session_net == 0
    evening.do(OpenBets())
    evening.bet(T1, banker=100)
    assert of_t1(evening).session_net == 0
    evening.close()
    evening.deal(BANKER_WINS)
    evening.do(Settle())
    assert of_t1(evening).session_net == dollars(95)


def test_a_session_ends_when_all_money_is_taken_out() -> None:
    evening = settled()
    evening.do(HandPay(T1, dollars(95)), SUPERVISOR)
    assert of_t1(evening).session_net == dollars(95)
    evening.do(HandPay(T1, dollars(1000)), SUPERVISOR)
    assert of_t1(evening).session_net == 0
    evening.do(TakeCash(T1, dollars(10)))
    assert of_t1(evening).session_net == 0


def test_a_session_ends_with_the_ticket_and_not_with_the_wish_for_it() -> None:
    evening = settled()
    evening.do(CashOut(T1, 1), Patron(T1))
    assert of_t1(evening).session_net == dollars(95)
    number = evening.table.seats[T1].ticket
    assert number is not None
    evening.do(AnswerPrinter(T1, number, PrinterAnswer.PRINTED), Patron(T1))
    assert of_t1(evening).session_net == 0


def test_a_patron_who_loses_all_and_buys_in_again_still_sees_the_loss() -> None:
    evening = played(BANKER_WINS, player=1000)
    assert (of_t1(evening).credits, of_t1(evening).session_net) == (0, dollars(-1000))
    evening.do(TakeCash(T1, dollars(200)))
    assert of_t1(evening).session_net == dollars(-1000)


def test_what_is_owed_counts_as_lost() -> None:
    evening = played(BANKER_WINS, banker=100)
    evening.do(HandPay(T1, dollars(1000)), SUPERVISOR)
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D"))
    evening.do(Attest(), SUPERVISOR)
    view = of_t1(evening)
    assert (view.credits, view.owed, view.session_net) == (0, dollars(100), dollars(-100))


def test_a_session_ends_when_the_terminal_moves_away() -> None:
    evening = settled()
    t3 = TerminalId("T3")
    evening.do(SeatTerminal(t3), SUPERVISOR)
    evening.do(TakeCash(t3, dollars(40)))
    evening.do(MoveOut(t3, TableId("B2")), SUPERVISOR)
    assert terminal_view(screens(evening), t3) is None
    assert screens(evening).sessions == {t3: 0}
