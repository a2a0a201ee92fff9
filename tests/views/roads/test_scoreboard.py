import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.values.sides import Side, Winner
from punto.views.roads.big_road import Run
from punto.views.roads.results import RoundResult, Tally, parse_results
from punto.views.roads.scoreboard import Roads, roads_of

SHOES = st.lists(
    st.builds(
        RoundResult,
        winner=st.sampled_from(Winner),
        player_pair=st.booleans(),
        banker_pair=st.booleans(),
        natural=st.booleans(),
    ),
    max_size=90,
)


@given(SHOES, SHOES)
def test_going_on_from_a_part_of_the_shoe_equals_drawing_the_whole(
    part: list[RoundResult], rest: list[RoundResult]
) -> None:
    roads = roads_of(part)
    for result in rest:
        roads = roads.after(result)
    assert roads == roads_of(part + rest)


@given(SHOES, SHOES)
def test_what_was_drawn_before_is_kept_and_not_drawn_again(
    part: list[RoundResult], rest: list[RoundResult]
) -> None:
    before, after = roads_of(part), roads_of(part)
    for result in rest:
        after = after.after(result)
    assert after.bead.cells[: len(before.bead.cells)] == before.bead.cells
    # A later tie still changes the counter of the last cell of the big road.
    settled = before.big.cells[:-1]
    assert after.big.cells[: len(settled)] == settled
    for now, then in (
        (before.big_eye, after.big_eye),
        (before.small, after.small),
        (before.cockroach, after.cockroach),
    ):
        assert then.cells[: len(now.cells)] == now.cells


@given(SHOES)
def test_no_road_ever_draws_two_things_in_one_place(shoe: list[RoundResult]) -> None:
    roads = roads_of(shoe)
    for places in (
        [cell.position for cell in roads.bead.cells],
        [cell.position for cell in roads.big.cells],
        [cell.position for cell in roads.big_eye.cells],
        [cell.position for cell in roads.small.cells],
        [cell.position for cell in roads.cockroach.cells],
    ):
        assert len(set(places)) == len(places)


@given(SHOES)
def test_every_round_is_on_the_bead_plate_and_in_the_tally(shoe: list[RoundResult]) -> None:
    roads = roads_of(shoe)
    assert [cell.result for cell in roads.bead.cells] == shoe
    assert roads.tally.rounds == len(shoe)
    assert sum(run.length for run in roads.runs) + roads.tally.tie == len(shoe)
    assert sum(cell.ties for cell in roads.big.cells) == roads.tally.tie


def test_a_tie_adds_nothing_to_the_small_roads() -> None:
    before = roads_of(parse_results("BPBBPP"))
    (tie,) = parse_results("T")
    after = before.after(tie)
    assert (after.runs, after.big_eye, after.small, after.cockroach) == (
        before.runs,
        before.big_eye,
        before.small,
        before.cockroach,
    )


def test_a_streak_is_the_run_that_is_still_going_on() -> None:
    assert roads_of(parse_results("PBTBT")).streak == Run(Side.BANKER, 2)


def test_before_the_first_win_there_is_no_streak() -> None:
    assert roads_of(parse_results("TT")).streak is None


def test_a_new_shoe_has_empty_roads() -> None:
    assert roads_of(()) == Roads()
    assert Roads().tally == Tally()


@pytest.mark.clause("rws-etg", "5.6")
@pytest.mark.reading("A-51")
def test_a_corrected_result_is_drawn_from_the_whole_list_again() -> None:
    wrong = list(parse_results("BPBBPPB"))
    corrected = [*wrong[:2], RoundResult(Winner.PLAYER), *wrong[3:]]
    assert roads_of(corrected) == roads_of(parse_results("BPPBPPB"))
    assert roads_of(corrected) != roads_of(wrong)
