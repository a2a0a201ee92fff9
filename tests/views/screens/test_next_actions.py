from dataclasses import replace
from typing import get_args

import pytest

from punto.rounds.awaited_step import awaited
from punto.rounds.betting.commands import BeginClosing, CutOff, OpenBets
from punto.rounds.commands import Wish
from punto.rounds.configuration import CardSource
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.irregularity.commands import Attest, Rule, Verdict
from punto.rounds.next_steps import NextStep
from punto.rounds.shoe.commands import BurnCards, LoadShoe, NoteCutCard, RetireShoe, Shuffle
from punto.rounds.table.commands import CloseTable, ConfigureTable, Link, OpenTable, ReportLink
from punto.rules.irregularities import Irregularity
from punto.values.cards import parse_card
from punto.views.screens.next_actions import Action, NextAction, next_action, unanswered
from support.rounds.evening import (
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    terms_for,
)
from support.rounds.matters import report
from support.views.screens.stages import (
    BANKER_WINS,
    STAGES,
    closing,
    configuration,
    opened,
    settled,
    with_bets,
)

clause = pytest.mark.clause
reading = pytest.mark.reading


def due(evening: Evening) -> NextAction:
    config = evening.table.configuration
    assert config is not None
    return next_action(evening.table, config)


@pytest.mark.parametrize(
    ("stage", "action", "words"),
    [
        ("configured", Action.OPEN_TABLE, "Open the table"),
        ("open", Action.OPEN_BETS, 'Open the bets: "Place your bets, please"'),
        ("betting", Action.BEGIN_CLOSING, 'Close the bets: "No more bets"'),
        (
            "closing",
            Action.CUT_OFF,
            "Cut off when T1, T2 have answered, or when the grace is over",
        ),
        ("no card", Action.DEAL_CARD, "Deal a card to Player: cards 1 and 3 are Player's"),
        ("two cards", Action.DEAL_CARD, "Deal a card to Player: cards 1 and 3 are Player's"),
        ("four cards", Action.ANNOUNCE_TOTALS, "Announce the totals: Player 0, Banker 7"),
        ("third card due", Action.DEAL_CARD, "Deal a card to Player: Player draws on 0"),
        ("result", Action.SETTLE, "Settle the round"),
        ("settled", Action.OPEN_BETS, 'Open the bets: "Place your bets, please"'),
        ("void", Action.LOAD_SHOE, "Load a shoe of 8 decks"),
        ("dealing stopped", Action.ATTEST, "Call the Pit Supervisor to attest"),
        ("open stopped", Action.RULE, "Call the Gaming Shift Manager to rule"),
        ("declined", Action.RULE, "Call the Gaming Shift Manager to rule"),
    ],
)
def test_there_is_one_next_action_at_every_stage(stage: str, action: Action, words: str) -> None:
    assert due(STAGES[stage]()) == NextAction(action, words)


DEAL = {
    NextStep.PLAYER_CARD: Action.DEAL_CARD,
    NextStep.BANKER_CARD: Action.DEAL_CARD,
    NextStep.PLAYER_THIRD_CARD: Action.DEAL_CARD,
    NextStep.BANKER_THIRD_CARD: Action.DEAL_CARD,
    NextStep.CLOSE_BETS: Action.BEGIN_CLOSING,
}


@pytest.mark.parametrize("stage", STAGES)
def test_whoever_comes_at_the_wrong_moment_is_told_of_the_same_step(stage: str) -> None:
    evening = STAGES[stage]()
    step, _ = awaited(evening.table)
    named = DEAL[step] if step in DEAL else Action[step.name]
    assert due(evening).action is named


def test_an_action_is_a_command_by_its_name() -> None:
    assert {action.value for action in Action} <= {wish.__name__ for wish in get_args(Wish)}


WISHES: dict[Action, Wish] = {
    Action.OPEN_TABLE: OpenTable(),
    Action.LOAD_SHOE: LoadShoe(8, Shuffle.BY_HAND),
    Action.OPEN_BETS: OpenBets(),
    Action.BEGIN_CLOSING: BeginClosing(),
    Action.CUT_OFF: CutOff(),
    Action.DEAL_CARD: DealCard(parse_card("9C")),
    Action.ANNOUNCE_TOTALS: AnnounceTotals(),
    Action.SETTLE: Settle(),
    Action.ATTEST: Attest(),
    Action.RULE: Rule(Verdict.GOES_ON, "heard everybody"),
}


@pytest.mark.parametrize("stage", STAGES)
def test_the_table_takes_what_the_console_proposes(stage: str) -> None:
    evening = STAGES[stage]()
    action = due(evening).action
    evening.now += 2_000  # the grace of the terminals
    evening.do(WISHES[action], SHIFT_MANAGER)


@reading("A-49")
@clause("mbs", "3.10")
def test_after_the_last_round_of_a_shoe_the_shoe_is_taken_out() -> None:
    evening = settled()
    evening.do(NoteCutCard())
    assert due(evening).action is Action.OPEN_BETS  # between rounds: the next one is the last
    evening.do(OpenBets())
    evening.play(BANKER_WINS)
    assert due(evening) == NextAction(
        Action.RETIRE_SHOE,
        "Take the shoe out: shoe 1 has had its last round, expected a new shoe (M 3.10, A-49)",
    )
    evening.do(RetireShoe("played out"))
    assert due(evening).action is Action.LOAD_SHOE


def test_a_shoe_of_other_decks_than_the_table_plays_is_taken_out() -> None:
    evening = opened()
    evening.do(CloseTable(), SUPERVISOR)
    six_decks = replace(configuration(), terms=terms_for("mbs-tiger", decks=6))
    evening.do(ConfigureTable(six_decks), PIT_MANAGER)
    evening.do(OpenTable())
    assert due(evening) == NextAction(
        Action.RETIRE_SHOE, "Take the shoe out: 8 decks: the table plays 6 (R 2.2.1, M 2.1)"
    )


def test_a_shoe_of_another_kind_than_the_table_plays_is_taken_out() -> None:
    evening = opened()
    evening.do(CloseTable(), SUPERVISOR)
    shuffler = replace(configuration(), source=CardSource.SHUFFLER)
    evening.do(ConfigureTable(shuffler), PIT_MANAGER)
    evening.do(OpenTable())
    assert due(evening).action is Action.RETIRE_SHOE


@reading("A-49")
def test_where_the_house_burns_cards_that_comes_before_the_bets() -> None:
    evening = opened(replace(configuration(), burns_cards=True))
    words = "Show the first card, and burn as many as it counts"
    assert due(evening) == NextAction(Action.BURN_CARDS, words)
    evening.do(BurnCards(parse_card("9C")))
    assert due(evening).action is Action.OPEN_BETS


@reading("A-24")
def test_closing_waits_for_the_terminals_that_are_there_and_have_not_answered() -> None:
    evening = closing()
    assert unanswered(evening.table) == (T1, T2)
    evening.freeze(T1)
    assert unanswered(evening.table) == (T2,)
    evening.do(ReportLink(T2, Link.LOST))
    assert unanswered(evening.table) == ()
    assert due(evening) == NextAction(Action.CUT_OFF, "Cut off: all terminals have answered")
    evening.do(CutOff())
    assert unanswered(evening.table) == ()
    assert unanswered(with_bets().table) == ()


@reading("A-52")
@clause("mbs", "6.1")
@clause("rws-etg", "5.12")
def test_people_are_called_by_the_titles_of_their_operator() -> None:
    assert due(STAGES["open stopped"]()).words == "Call the Gaming Shift Manager to rule"
    evening = opened(configuration("rws-etg"))
    evening.do(report(Irregularity.NOT_COVERED))
    assert due(evening).words == "Call the Table Games Shift Manager to rule"
