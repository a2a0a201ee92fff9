import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.configuration import CardSource
from punto.rounds.phases import NextStep
from punto.rounds.shoe.commands import LoadShoe, NoteCutCard, RetireShoe, Shuffle
from punto.rounds.table.commands import DisableTerminal, Link, OpenTable, ReportLink
from punto.rules.irregularity_policies import Irregularity
from punto.values import replace
from punto.values.cards import parse_cards
from punto.values.money import Cents, dollars
from punto.values.sides import Side
from punto.views.screens.cards import NextCard, Progress
from punto.views.screens.console import ConsoleView, SideStep, TerminalStatus, console_view
from support.rounds.evening import DEALER, SUPERVISOR, T1, T2, Evening
from support.rounds.matters import report
from support.views.screens.stages import (
    BANKER_WINS,
    STAGES,
    betting,
    closed,
    closing,
    configuration,
    configured,
    opened,
    played,
    screens,
    settled,
    values_in,
)

reading = pytest.mark.reading
clause = pytest.mark.clause


def console(evening: Evening) -> ConsoleView:
    view = console_view(screens(evening))
    assert view is not None
    return view


def test_the_console_shows_the_dealer_and_the_one_next_step() -> None:
    view = console(opened())
    assert view.dealer == DEALER
    assert view.next_step is NextStep.OPEN_BETS
    assert console(STAGES["configured"]()).dealer is None


def test_the_next_card_has_its_hand_and_its_reason() -> None:
    assert console(closed("KS 3D QH 4C")).next_card == NextCard(Side.PLAYER, "Player draws on 0")
    assert console(settled()).next_card is None


@reading("A-24")
def test_closing_shows_whom_it_waits_for_and_until_when() -> None:
    view = console(closing())
    assert (view.unanswered, view.cut_off_at) == ((T1, T2), 3_000)
    after = console(closed())
    assert (after.unanswered, after.cut_off_at) == ((), None)


@reading("A-28")
def test_a_self_dealing_table_shows_when_its_timer_acts() -> None:
    config = replace(
        configuration(), self_dealing=True, source=CardSource.VIRTUAL_SHOE, pace_ms=700
    )
    evening = configured(config)
    assert console(evening).timer_at is None
    evening.do(OpenTable())
    evening.do(LoadShoe(8, Shuffle.VIRTUAL, "5a" * 32, "sealed", 360))
    view = console(evening)
    assert (view.next_step, view.timer_at) == (NextStep.OPEN_BETS, 1_700)
    assert console(opened()).timer_at is None


def test_a_virtual_shoe_out_of_play_waits_to_be_revealed() -> None:
    evening = configured(replace(configuration(), source=CardSource.VIRTUAL_SHOE))
    evening.do(OpenTable())
    evening.do(LoadShoe(8, Shuffle.VIRTUAL, "5a" * 32, "sealed"))
    assert console(evening).unrevealed == ()
    evening.do(RetireShoe("the evening is over"), SUPERVISOR)
    assert console(evening).unrevealed == (1,)


def test_the_board_tells_who_plays_and_never_for_how_much() -> None:
    evening = betting()
    evening.bet(T1, banker=100)
    evening.do(ReportLink(T2, Link.LOST))
    evening.do(DisableTerminal(T2, "a liquid spill"), SUPERVISOR)
    assert console(evening).terminals == (
        TerminalStatus(T1, Link.CONNECTED, "", has_bets=True, frozen=False),
        TerminalStatus(T2, Link.LOST, "a liquid spill", has_bets=False, frozen=False),
    )
    evening.close()
    assert [each.frozen for each in console(evening).terminals] == [True, True]


def test_before_a_round_nobody_has_bets() -> None:
    assert [each.has_bets for each in console(opened()).terminals] == [False, False]


def test_a_position_that_was_taken_back_is_not_a_bet() -> None:
    evening = betting()
    evening.bet(T1, banker=100)
    evening.bet(T1)
    assert [each.has_bets for each in console(evening).terminals] == [False, False]


@pytest.mark.parametrize("stage", sorted(STAGES.keys() - {"choosing"}))  # live: it shows money
def test_the_console_of_an_electronic_table_shows_no_amount_of_anybodys_money(stage: str) -> None:
    evening = STAGES[stage]()
    amounts: set[Cents] = {dollars(1000), dollars(100), dollars(37)}
    for terminal in (T1, T2):
        amounts |= {evening.table.book.credits(terminal), evening.table.book.staked(terminal)}
    # Values below a dollar are counts of other things.
    assert not {a for a in amounts if a >= 100} & set(values_in(console(evening)))


@reading("A-49")
@clause("mbs", "3.10")
def test_the_shoe_shows_its_counts_its_cut_card_and_its_last_round() -> None:
    evening = settled()
    shoe = console(evening).shoe
    assert shoe is not None
    assert (shoe.progress, shoe.cut_card_seen) == (Progress(5, 411), False)
    evening.do(NoteCutCard())
    view = console(evening)
    assert view.shoe is not None
    assert (view.shoe.cut_card_seen, view.shoe.is_over) == (True, False)
    evening.do(OpenBets())
    last = console(evening).shoe
    assert last is not None
    assert last.is_over
    evening.play(BANKER_WINS)
    evening.do(RetireShoe("played out"))
    assert console(evening).shoe is None


@clause("mbs", "6.1")
@clause("rws-etg", "5.12")
def test_an_open_irregularity_comes_as_a_procedure() -> None:
    evening = betting()
    evening.do(report(Irregularity.FOREIGN_CARD))
    assert console(evening).procedure is not None
    assert console(settled()).procedure is None


@reading("A-25")
def test_the_console_knows_the_words_and_the_cards_in_the_order_they_came() -> None:
    view = console(closed("KS 3D QH"))
    assert (view.phrases.opening, view.phrases.closing) == (
        configuration().phrases.opening,
        configuration().phrases.closing,
    )
    assert view.registered == parse_cards("KS 3D QH")
    assert console(opened()).registered == ()


@reading("A-29")
def test_the_console_offers_what_may_be_reported_and_of_which_rounds() -> None:
    view = console(played(opened(), BANKER_WINS, BANKER_WINS))
    assert [each.number for each in view.earlier] == [1]
    assert Irregularity.WRONG_CARD_REGISTERED in {each.irregularity for each in view.reportable}
    assert SideStep("RetireShoe") in view.side_steps
