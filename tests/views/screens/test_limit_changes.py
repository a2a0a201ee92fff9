"""Other limits for many tables, worked out before any table is asked."""

from punto.rounds.state import Table
from punto.rounds.table.commands import ChangeLimits
from punto.rules.limits import Limits
from punto.values.money import dollars
from punto.views.screens.offers import LimitsAsked, LimitsScope, limits_change
from support.rounds.evening import PIT_MANAGER, Evening, opened
from support.rounds.live import live_opened


def change_of(evening: Evening, asked: LimitsAsked) -> tuple[dict[str, Limits], ChangeLimits]:
    change = limits_change(evening.table, asked)
    assert change is not None
    return {each.bet: each.after for each in change.bets}, change.wish


def test_a_limit_that_is_left_out_stays_as_it_is() -> None:
    evening = opened()
    after, wish = change_of(evening, LimitsAsked(LimitsScope.ALL, minimum=dollars(50)))
    config = evening.table.configuration
    assert config is not None
    terms = config.terms
    for bet in terms.offered_keys:
        before = terms.limits_of(bet)
        assert after[bet] == Limits(dollars(50), before.maximum, before.step)
    evening.do(wish, PIT_MANAGER)
    assert evening.table.next_limits == (wish.limits, wish.own_limits)


def test_only_the_bets_of_the_scope_change() -> None:
    evening = opened()
    asked = LimitsAsked(LimitsScope.ORIGINAL, maximum=dollars(900))
    after, wish = change_of(evening, asked)
    assert set(after) == {"player", "banker"}
    others = [limits for bet, limits in wish.own_limits if bet not in after]
    config = evening.table.configuration
    assert config is not None
    assert others == [
        config.terms.limits_of(bet) for bet in config.terms.offered_keys if bet not in after
    ]
    side, _ = change_of(evening, LimitsAsked(LimitsScope.OTHER, step=dollars(5)))
    assert not {"player", "banker"} & set(side)
    assert len(side) + len(after) == len(config.terms.offered_keys)


def test_a_change_starts_from_limits_that_wait_for_the_next_round() -> None:
    evening = opened()
    _, first = change_of(evening, LimitsAsked(LimitsScope.ALL, minimum=dollars(50)))
    evening.do(first, PIT_MANAGER)
    after, _ = change_of(evening, LimitsAsked(LimitsScope.ALL, maximum=dollars(700)))
    assert {(each.minimum, each.maximum) for each in after.values()} == {
        (dollars(50), dollars(700))
    }


def test_limits_that_are_so_already_are_no_change() -> None:
    evening = opened()
    _, wish = change_of(evening, LimitsAsked(LimitsScope.ALL, minimum=dollars(50)))
    evening.do(wish, PIT_MANAGER)
    again = limits_change(evening.table, LimitsAsked(LimitsScope.ALL, minimum=dollars(50)))
    assert again is not None
    assert not again.changes


def test_at_a_live_table_player_and_banker_follow_its_layout() -> None:
    evening = live_opened()
    originals = limits_change(evening.table, LimitsAsked(LimitsScope.ORIGINAL, dollars(50)))
    assert originals is not None
    assert originals.bets == ()
    everything = limits_change(evening.table, LimitsAsked(LimitsScope.ALL, dollars(50)))
    assert everything is not None
    assert not {"player", "banker"} & {each.bet for each in everything.bets}


def test_a_table_without_a_game_has_no_limits() -> None:
    assert limits_change(Table(), LimitsAsked(LimitsScope.ALL, dollars(5))) is None
