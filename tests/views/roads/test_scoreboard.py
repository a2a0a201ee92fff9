import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.values.sides import Side, Winner
from punto.views.roads.big_road import Run
from punto.views.roads.grid import Cell, Tail
from punto.views.roads.results import RoundResult, Tally, parse_results
from punto.views.roads.scoreboard import HouseStyle, empty_roads, roads_of

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
STYLES = st.builds(HouseStyle, tail=st.sampled_from(Tail), tied_pairs_on_last_cell=st.booleans())


@given(SHOES, SHOES, STYLES)
def test_going_on_from_a_part_of_the_shoe_equals_drawing_the_whole(
    part: list[RoundResult], rest: list[RoundResult], style: HouseStyle
) -> None:
    roads = roads_of(part, style)
    for result in rest:
        roads = roads.after(result)
    assert roads == roads_of(part + rest, style)


@given(SHOES, SHOES, STYLES)
def test_what_was_drawn_before_is_kept_and_not_drawn_again(
    part: list[RoundResult], rest: list[RoundResult], style: HouseStyle
) -> None:
    before, after = roads_of(part, style), roads_of(part, style)
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


@given(SHOES, STYLES)
def test_no_road_ever_draws_two_things_in_one_place(
    shoe: list[RoundResult], style: HouseStyle
) -> None:
    roads = roads_of(shoe, style)
    drawn: tuple[tuple[Cell, ...], ...] = (
        roads.bead.cells,
        roads.big.cells,
        roads.big_eye.cells,
        roads.small.cells,
        roads.cockroach.cells,
    )
    for cells in drawn:
        assert len({cell.position for cell in cells}) == len(cells)


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
    assert roads_of(()) == empty_roads()
    assert empty_roads().tally == Tally()


def test_the_style_of_the_tail_holds_for_every_road() -> None:
    roads = empty_roads(HouseStyle(tail=Tail.ONCE_RIGHT))
    pens = (roads.big.pen, roads.big_eye.pen, roads.small.pen, roads.cockroach.pen)
    assert {pen.tail for pen in pens} == {Tail.ONCE_RIGHT}


@pytest.mark.clause("rws-etg", "5.6")
@pytest.mark.reading("A-51")
def test_a_corrected_result_is_drawn_from_the_whole_list_again() -> None:
    wrong = list(parse_results("BPBBPPB"))
    corrected = [*wrong[:2], RoundResult(Winner.PLAYER), *wrong[3:]]
    assert roads_of(corrected) == roads_of(parse_results("BPPBPPB"))
    assert roads_of(corrected) != roads_of(wrong)


def test_a_house_may_mark_the_pairs_of_ties_on_the_last_cell() -> None:
    results = parse_results("BTp")
    style = HouseStyle(tied_pairs_on_last_cell=True)
    assert roads_of(results, style).big.cells[-1].player_pair
    assert not roads_of(results).big.cells[-1].player_pair
