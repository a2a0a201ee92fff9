from punto.rounds.betting.commands import OpenBets
from punto.rounds.irregularity.commands import Attest
from punto.rules.irregularity_policies import Irregularity
from punto.values.sides import Side
from punto.views.roads.big_road import Run
from punto.views.roads.results import Tally
from punto.views.roads.scoreboard import Roads
from punto.views.screens.public import Statistics, WinsOn, statistics_of
from support.rounds.evening import SUPERVISOR, Evening
from support.rounds.matters import report
from support.views.screens.stages import opened, screens

NEVER = tuple(WinsOn(total, 0, 0, 0) for total in range(10))

SHOE = (
    "KS 3D QH 4C 2D",  # Banker, 7 to 2
    "KS 3D QH 4C 2D",
    "6S 6D KS KD",  # a Tie on 6
    "KS 3D QH 4C 2D",
    "4D KS 4C 2H",  # Player, a natural 8, with a pair
    "3S 9D 4H KC",  # Banker, a natural 9
    "5S 7D 5H 7C 8D",  # Player, 8 to 4, both hands with a pair
)


def counted(evening: Evening) -> Statistics:
    watched = screens(evening)
    return statistics_of(watched.rounds, watched.roads)


def shoe() -> Evening:
    evening = opened()
    for cards in SHOE:
        evening.do(OpenBets())
        evening.play(cards)
    return evening


def test_a_new_shoe_has_nothing_to_count() -> None:
    assert statistics_of((), Roads()) == Statistics(Tally(), 0, NEVER, None, 0, 0)


def test_a_shoe_is_counted_by_winners_pairs_naturals_and_totals() -> None:
    statistics = counted(shoe())
    assert statistics.tally == Tally(
        banker=4, player=2, tie=1, banker_pairs=1, player_pairs=2, naturals=2
    )
    assert statistics.void == 0
    assert statistics.wins_on == (
        *NEVER[:6],
        WinsOn(6, player=0, banker=0, tie=1),
        WinsOn(7, player=0, banker=3, tie=0),
        WinsOn(8, player=2, banker=0, tie=0),
        WinsOn(9, player=0, banker=1, tie=0),
    )


def test_streaks_run_over_ties_and_end_with_the_other_hand() -> None:
    statistics = counted(shoe())
    assert statistics.streak == Run(Side.PLAYER, 1)
    assert (statistics.longest_player, statistics.longest_banker) == (1, 3)


def test_a_void_round_is_counted_as_that_and_nothing_else() -> None:
    evening = shoe()
    before = counted(evening)
    evening.do(OpenBets())
    evening.close()
    evening.deal("9S KD")
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Attest(), SUPERVISOR)
    after = counted(evening)
    assert after.void == 1
    assert (after.tally, after.wins_on) == (before.tally, before.wins_on)
