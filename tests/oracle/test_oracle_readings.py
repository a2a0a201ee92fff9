"""The figures in the register of readings: computed here, and compared with its text."""

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

import pytest

from oracle.alternatives import (
    ALL_VALUES,
    Counts,
    any_tie_edge_beside,
    banker_draws_against_a_natural,
    banker_draws_on_six_against_a_standing_player,
    banker_fabulous_4_edge_if_a_tie_on_4_wins,
    bets_on_totals,
    counts_under,
    dragon_bonus_edge_if_any_naturals_push,
    edge,
    edge_with_commission_collected_after,
    edge_with_stake_included,
    ends_after_any_stop,
    is_established,
    low_hands_draw_against_a_natural,
    nine_over_eight,
    pair_edge_with_stake_included,
    pair_return,
    precious_pair_edge,
    rounds_without_an_answer,
    share_established,
    taken,
    ten_without_a_column,
    tiger_pair_edge,
    tiger_pair_edge_paid_together,
)
from oracle.cards import RANKS
from oracle.deal import banker_draws, player_draws
from oracle.decided import decided
from oracle.enumerator import pair_chance, same_points, same_points_unless_two_faces, sequences
from oracle.expectation import expectation
from oracle.odds import ODDS
from punto.bootstrap.rule_book import shipped_readings

reading = pytest.mark.reading

EFFECTS = {entry.id: entry.effect for entry in shipped_readings()}

# Every percentage in an effect, in the order of its text.
FIGURES = {
    "A-01": "1.81 1.24 1.16 14.36 14.20 1.46 1.51",
    "A-03": "0.35 3.04",
    "A-04": "1.24 0.41 14.36 1.81 1.46 2.29",
    "A-05": ("1.24 1.38 14.36 19.28 30.74 52.90 1.46 1.32 1.06 0.93 2.65 0.80 1.60 1.75 1.55 1.41"),
    "A-06": "11.03 132",
    "A-07": "16.12 12.92 14.52",
    "A-08": "16.12 13.13",
    "A-09": "14.59 7.47 175.05 89.64",
    "A-10": "20.20 52.31",
    "A-20": "1.06",
    "A-21": "45.86 47.32 23.88 17.83",
    "A-31": "43.2 37.9 97.3 37.9 70.0 37.9",
    "A-32": "55.6 86.0 39.6 70.8",
    "A-61": "14.36 30.64 90.48",
    "A-66": "2.65 9.37 0.90",
    "A-67": "15.03 3.85",
}


def percents(values: Iterable[Fraction], places: int = 2) -> str:
    return " ".join(f"{float(100 * value):.{places}f}" for value in values)


def before_and_after(counts: Counts, *bets: tuple[str, str]) -> list[Fraction]:
    """The house edge of each bet as the draw is read, and with these counts."""
    return [edge(game, bet, ends) for game, bet in bets for ends in (None, counts)]


@pytest.mark.parametrize("key", [pytest.param(key, marks=reading(key)) for key in FIGURES])
def test_the_text_of_an_effect_holds_the_computed_percentages_and_no_other(key: str) -> None:
    assert re.findall(r"(\S+) %", EFFECTS[key]) == FIGURES[key].split()


def test_every_percentage_of_the_register_is_among_these() -> None:
    assert {key for key, effect in EFFECTS.items() if "%" in effect} == FIGURES.keys()


@reading("A-03", "A-04", "A-05")
def test_the_second_enumeration_counts_as_the_first() -> None:
    def by_the_letter(player: int, banker: int, third: int | None) -> bool:
        return banker_draws(player, banker, third, natural_stops=False)

    assert counts_under(player_draws, banker_draws) == taken()
    assert counts_under(player_draws, by_the_letter) == banker_draws_against_a_natural()


@pytest.mark.parametrize(
    "counts",
    [low_hands_draw_against_a_natural, banker_draws_on_six_against_a_standing_player],
)
def test_no_sequence_of_cards_is_lost(counts: Callable[[], Counts]) -> None:
    assert sum(counts().values()) == sequences(8)


@reading("A-01")
def test_a_ten_without_a_column() -> None:
    edges = before_and_after(
        ten_without_a_column(), ("rws-etg", "player"), ("rws-etg", "tie"), ("rws-etg", "banker")
    )
    assert percents([rounds_without_an_answer(), *edges]) == FIGURES["A-01"]


@reading("A-03")
def test_a_banker_that_draws_against_a_natural() -> None:
    counts = banker_draws_against_a_natural()
    patrons = -edge("rws-etg", "banker", counts)
    assert percents([patrons, edge("rws-etg", "player", counts)]) == FIGURES["A-03"]


@reading("A-04")
def test_low_hands_that_draw_against_a_natural() -> None:
    edges = before_and_after(
        low_hands_draw_against_a_natural(),
        ("rws-etg", "player"),
        ("rws-etg", "tie"),
        ("rws-etg", "banker"),
    )
    assert percents(edges) == FIGURES["A-04"]


@reading("A-05")
def test_a_banker_that_draws_on_six_against_a_standing_player() -> None:
    edges = before_and_after(
        banker_draws_on_six_against_a_standing_player(),
        ("mbs-super-6", "player"),
        ("mbs-super-6", "tie"),
        ("mbs-tiger", "tiger-tie"),
        ("mbs-super-6", "banker"),
        ("mbs-tiger", "banker"),
        ("mbs-super-6", "player-dragon-bonus"),
        ("mbs-fabulous-4s", "player"),
        ("mbs-fabulous-4s", "banker"),
    )
    assert percents(edges) == FIGURES["A-05"]


@reading("A-05")
@pytest.mark.parametrize(
    ("game", "bet"),
    [
        ("mbs-super-six", "super-six"),
        ("mbs-super-6", "super-6"),
        ("mbs-fortune-six", "fortune-six"),
        ("mbs-tiger", "tiger"),
        ("mbs-tiger", "small-tiger"),
        ("mbs-tiger", "big-tiger"),
    ],
)
def test_bets_on_a_winning_six_do_not_see_that_draw(game: str, bet: str) -> None:
    before, after = before_and_after(banker_draws_on_six_against_a_standing_player(), (game, bet))
    assert before == after


@reading("A-06")
def test_tens_that_pair_with_pictures() -> None:
    shown = [
        percents([pair_chance(8, same_points_unless_two_faces)]),
        percents([pair_return(same_points_unless_two_faces)], places=0),
    ]
    assert " ".join(shown) == FIGURES["A-06"]


@reading("A-07")
def test_wider_twins() -> None:
    edges = [
        tiger_pair_edge(),
        tiger_pair_edge(same_points),
        tiger_pair_edge(same_points_unless_two_faces),
    ]
    assert percents(edges) == FIGURES["A-07"]


@reading("A-08")
def test_a_tiger_pair_paid_for_every_class_that_fits() -> None:
    assert percents([tiger_pair_edge(), tiger_pair_edge_paid_together()]) == FIGURES["A-08"]


@reading("A-09")
def test_pairs_by_points() -> None:
    shown = [
        pair_chance(8, same_points),
        pair_chance(8),
        pair_return(same_points),
        pair_return(),
    ]
    assert percents(shown) == FIGURES["A-09"]
    assert pair_return() == 1 + expectation("rws-etg", "player-pair", 8)


@reading("A-10")
def test_precious_pairs_by_points() -> None:
    assert percents([precious_pair_edge(), -precious_pair_edge(same_points)]) == FIGURES["A-10"]
    taken_edge = -expectation("mbs-fabulous-4s", "player-precious-pair", 8)
    assert precious_pair_edge() == taken_edge


@reading("A-20")
def test_commission_deducted_or_collected_is_the_same_money() -> None:
    assert edge_with_commission_collected_after() == edge("mbs-tiger", "banker")
    assert percents([edge_with_commission_collected_after()]) == FIGURES["A-20"]


@reading("A-21")
def test_odds_that_include_the_stake() -> None:
    mains = [edge_with_stake_included("rws-etg", bet) for bet in ("player", "banker", "tie")]
    assert percents([*mains, pair_edge_with_stake_included()]) == FIGURES["A-21"]


@reading("A-31")
def test_how_often_an_outcome_is_established() -> None:
    triples = [[rank + "S" for rank in ranks] for ranks in product(RANKS, repeat=3)]
    with_tiger_pair = sum(any(decided("mbs-tiger", triple).values()) for triple in triples)
    tiger, fabulous, plain = map(
        bets_on_totals, ("mbs-tiger", "mbs-fabulous-4s", "mbs-no-commission")
    )
    shares = [
        Fraction(with_tiger_pair, len(triples)),
        share_established("mbs-tiger", tiger, 3),
        share_established("mbs-tiger", tiger, 4),
        share_established("mbs-fabulous-4s", fabulous, 3),
        share_established("mbs-fabulous-4s", fabulous, 4),
        share_established("mbs-no-commission", plain, 4),
    ]
    assert percents(shares, places=1) == FIGURES["A-31"]
    assert share_established("mbs-no-commission", plain, 3) == 0


@reading("A-32")
def test_a_shoe_without_fours_decides_more_in_fabulous_4s() -> None:
    bets, no_four = bets_on_totals("mbs-fabulous-4s"), ALL_VALUES - {4}
    shares = [
        share_established("mbs-fabulous-4s", bets, cards, drawn=no_four, coming=coming)
        for coming in (no_four, ALL_VALUES)
        for cards in (3, 4)
    ]
    assert percents(shares, places=1) == FIGURES["A-32"]


@reading("A-32")
@pytest.mark.parametrize("game", ODDS)
def test_a_sure_push_is_never_the_only_sure_thing(game: str) -> None:
    # With all its bets, and with only those that no table can switch off.
    for bets in (bets_on_totals(game), frozenset({"player", "banker", "tie"})):
        for ends in ends_after_any_stop():
            with_pushes = is_established(game, bets, ends, push_decides=True)
            assert with_pushes == is_established(game, bets, ends), ends


@reading("A-61")
def test_an_exact_bet_that_replaces_any_tie() -> None:
    edges = [edge("rws-live", "tie"), any_tie_edge_beside({7}), any_tie_edge_beside(range(10))]
    assert percents(edges) == FIGURES["A-61"]
    assert max(range(10), key=lambda total: any_tie_edge_beside({total})) == 7


@reading("A-66")
def test_unequal_naturals_that_push_cost_neither_side() -> None:
    sides = {"P": "player-dragon-bonus", "B": "banker-dragon-bonus"}
    for bet in sides.values():
        assert dragon_bonus_edge_if_any_naturals_push(bet) == edge("mbs-super-6", bet)
    edges = [edge("mbs-super-6", bet) for bet in sides.values()]
    assert nine_over_eight("P") == nine_over_eight("B")
    assert percents([*edges, nine_over_eight("P")]) == FIGURES["A-66"]


@reading("A-67")
def test_a_tie_on_4_that_wins_banker_fabulous_4() -> None:
    before = edge("mbs-fabulous-4s", "banker-fabulous-4")
    after = banker_fabulous_4_edge_if_a_tie_on_4_wins()
    assert percents([before, -after]) == FIGURES["A-67"]
