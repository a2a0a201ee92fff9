"""Rules that take effect at an instant: an open table plays by them from then on, not before."""

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.events import BetsOpened
from punto.rounds.phases import Phase
from punto.rounds.table.commands import ChangeLimits, CloseTable, ConfigureTable, OpenTable
from punto.rounds.table.refusals import ConfigurationUnfit, Unfit
from punto.rules.limits import Limits
from punto.values import replace
from punto.values.money import dollars
from support.rounds.coming_rules import TAKES_EFFECT, later_rules
from support.rounds.evening import PIT_MANAGER, SUPERVISOR, T1, T2, Evening, betting, configuration
from support.rounds.live import live_opened
from support.rounds.virtual import virtual_configuration

reading = pytest.mark.reading

BANKER_WINS = "4D 9S KC KH"


def version_of(evening: Evening) -> int | None:
    """Return the version of the document by which the current round is played."""
    return evening.table.round_now.configuration.terms.game.rules.version


def open_at(evening: Evening, now: int) -> int | None:
    evening.now = now
    facts = evening.do(OpenBets())
    opened = facts[-1]
    assert isinstance(opened, BetsOpened)
    assert opened.stamp.version == version_of(evening)
    return opened.stamp.version


@reading("A-64")
def test_a_round_opened_before_the_instant_is_settled_by_the_rules_that_it_was_opened_by() -> None:
    evening = betting()
    evening.bet(T1, banker=100)
    evening.do(ConfigureTable(later_rules()), PIT_MANAGER)
    evening.now = TAKES_EFFECT + 5
    evening.play(BANKER_WINS)
    assert version_of(evening) == 4
    assert evening.table.credits_of(T1) == dollars(1_095)
    # The next one is opened after it.
    assert open_at(evening, TAKES_EFFECT + 6) == 5
    evening.bet(T1, banker=100)
    evening.play(BANKER_WINS)
    assert evening.table.credits_of(T1) == dollars(1_185)


@reading("A-64")
@pytest.mark.parametrize(("early_ms", "version"), [(1, 4), (0, 5), (-1, 5)])
def test_the_instant_itself_belongs_to_the_new_rules(early_ms: int, version: int) -> None:
    evening = betting()
    evening.play(BANKER_WINS)
    evening.do(ConfigureTable(later_rules()), PIT_MANAGER)
    assert open_at(evening, TAKES_EFFECT - early_ms) == version
    kept = evening.table.coming
    assert (kept is None) is (version == 5)


def test_rules_may_be_set_ahead_in_every_phase_and_nothing_changes_until_then() -> None:
    evening = betting()
    evening.bet(T1, banker=100)
    before = evening.table
    evening.do(ConfigureTable(later_rules()), PIT_MANAGER)
    assert replace(evening.table, coming=None, recorded_at=before.recorded_at) == before
    evening.close()
    evening.do(ConfigureTable(later_rules()), PIT_MANAGER)
    assert evening.phase() is Phase.DEALING


def test_rules_that_were_set_ahead_outlive_a_night_of_a_closed_table() -> None:
    evening = betting()
    evening.play(BANKER_WINS)
    evening.do(ConfigureTable(later_rules()), PIT_MANAGER)
    evening.do(CloseTable(), SUPERVISOR)
    evening.now = TAKES_EFFECT
    evening.do(OpenTable())
    assert open_at(evening, TAKES_EFFECT) == 5


def test_what_a_closed_table_is_configured_with_holds_at_once_and_is_the_last_word() -> None:
    evening = betting()
    evening.play(BANKER_WINS)
    evening.do(ConfigureTable(later_rules()), PIT_MANAGER)
    evening.do(CloseTable(), SUPERVISOR)
    evening.do(ConfigureTable(configuration()), PIT_MANAGER)
    assert evening.table.coming is None
    evening.do(OpenTable())
    assert open_at(evening, TAKES_EFFECT) == 4


def test_the_later_of_two_words_counts() -> None:
    evening = betting()
    evening.do(ConfigureTable(later_rules()), PIT_MANAGER)
    evening.do(ConfigureTable(later_rules(at=TAKES_EFFECT)), PIT_MANAGER)
    evening.play(BANKER_WINS)
    assert open_at(evening, TAKES_EFFECT) == 5


def test_new_rules_bring_their_own_limits() -> None:
    evening = betting()
    evening.do(ConfigureTable(later_rules()), PIT_MANAGER)
    evening.play(BANKER_WINS)
    evening.do(ChangeLimits(Limits(dollars(20))), PIT_MANAGER)
    open_at(evening, TAKES_EFFECT)
    assert evening.table.round_now.configuration.terms.limits == Limits(dollars(10))
    assert evening.table.next_limits is None
    evening.bet(T2, banker=10)


def test_limits_that_wait_hold_until_the_new_rules_do() -> None:
    evening = betting()
    evening.do(ConfigureTable(later_rules()), PIT_MANAGER)
    evening.play(BANKER_WINS)
    evening.do(ChangeLimits(Limits(dollars(20))), PIT_MANAGER)
    open_at(evening, TAKES_EFFECT - 1)
    assert evening.table.round_now.configuration.terms.limits == Limits(dollars(20))


@reading("A-64", "A-71")
def test_rules_in_force_wait_until_the_table_is_closed() -> None:
    evening = betting()
    evening.now = TAKES_EFFECT
    refusal = evening.refused(ConfigureTable(later_rules()), PIT_MANAGER)
    assert refusal == ConfigurationUnfit(Unfit.TABLE_IS_OPEN)
    assert refusal.sentence == (
        "configuration: the table is open, expected it closed, or rules that take effect later "
        "(A-64)"
    )
    # Rules without a date have always been in force.
    live = live_opened()
    undated = live.table.configuration
    assert undated is not None
    refusal = live.refused(ConfigureTable(undated), PIT_MANAGER)
    assert refusal == ConfigurationUnfit(Unfit.TABLE_IS_OPEN)


@reading("A-64")
@pytest.mark.parametrize(
    "other",
    [
        later_rules(virtual_configuration()),
        replace(later_rules(), burns_cards=True),
        replace(later_rules(), terms=replace(later_rules().terms, decks=6)),
    ],
)
def test_an_open_table_keeps_its_cards_and_its_dealing(other: object) -> None:
    evening = betting()
    refusal = evening.refused(ConfigureTable(other), PIT_MANAGER)  # type: ignore[arg-type]
    assert refusal == ConfigurationUnfit(Unfit.IN_USE)
    assert refusal.sentence == (
        "configuration: other decks, cards, boxes or dealing than the open table uses, "
        "expected it closed (A-64)"
    )
