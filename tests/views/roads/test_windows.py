import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.views.roads.grid import Cell, Position
from punto.views.roads.results import RoundResult, parse_results
from punto.views.roads.scoreboard import roads_of, window

SHOES = st.text("BPT", max_size=120).map(parse_results)
COLUMNS = st.integers(1, 30)


def places(cells: tuple[Cell, ...]) -> list[tuple[int, int]]:
    return [(cell.position.row, cell.position.column) for cell in cells]


def test_a_road_that_fits_is_shown_whole() -> None:
    roads = roads_of(parse_results("BPTBBP"))
    assert roads.window(6).big == roads.big.cells
    assert roads.window(6).bead == roads.bead.cells


def test_an_empty_road_shows_nothing() -> None:
    assert window((), 3) == ()


def test_whole_columns_are_dropped_from_the_left() -> None:
    shown = roads_of(parse_results("BB" + "PB" * 3)).window(3)
    assert [str(cell.result) for cell in shown.bead] == list("BBPBPBPB")
    assert places(shown.big) == [(0, 0), (0, 1), (0, 2)]


def test_the_bead_plate_scrolls_by_columns_and_never_by_single_cells() -> None:
    shown = roads_of(parse_results("B" * 6 + "P" * 6 + "T")).window(2)
    assert [str(cell.result) for cell in shown.bead] == ["P"] * 6 + ["T"]
    assert places(shown.bead) == [*((row, 0) for row in range(6)), (0, 1)]


def test_a_tail_that_is_longer_than_the_display_does_not_hide_the_newest_cell() -> None:
    shown = roads_of(parse_results("B" * 30 + "P")).window(4)
    assert places(shown.big) == [(5, 0), (5, 1), (5, 2), (5, 3), (0, 0)]


def test_a_display_without_columns_is_a_fault() -> None:
    with pytest.raises(ValueError, match="columns 0"):
        window((), 0)


def test_small_roads_come_from_all_runs_and_never_from_the_scrolled_picture() -> None:
    text = "B" + "PPB" * 20
    roads = roads_of(parse_results(text))
    scrolled_away = roads_of(parse_results(text[-6:]))
    shown = roads.window(2)
    assert shown.big_eye[-1].mark is roads.big_eye.marks[-1]
    assert shown.small[-1].mark is roads.small.marks[-1]
    assert shown.cockroach[-1].mark is roads.cockroach.marks[-1]
    assert not scrolled_away.cockroach.marks


@given(SHOES, COLUMNS)
def test_every_road_fits_its_window_and_shows_its_newest_cell(
    shoe: tuple[RoundResult, ...], columns: int
) -> None:
    roads = roads_of(shoe)
    shown = roads.window(columns)
    pairs: tuple[tuple[tuple[Cell, ...], tuple[Cell, ...]], ...] = (
        (roads.bead.cells, shown.bead),
        (roads.big.cells, shown.big),
        (roads.big_eye.cells, shown.big_eye),
        (roads.small.cells, shown.small),
        (roads.cockroach.cells, shown.cockroach),
    )
    for whole, part in pairs:
        assert bool(part) == bool(whole)
        assert all(0 <= cell.position.column < columns for cell in part)
        assert not whole or part[-1].position.row == whole[-1].position.row


@given(SHOES, COLUMNS)
def test_a_window_keeps_whole_columns(shoe: tuple[RoundResult, ...], columns: int) -> None:
    cells = roads_of(shoe).big.cells
    shown = window(cells, columns)
    dropped = cells[-1].position.column - shown[-1].position.column if cells else 0
    assert places(shown) == [
        (row, column - dropped)
        for row, column in places(cells)
        if dropped <= column < dropped + columns
    ]


def test_a_window_moves_cells_and_changes_nothing_else() -> None:
    (cell,) = window(roads_of(parse_results("BPpTT")).big.cells, 1)
    assert cell.position == Position(0, 0)
    assert cell.player_pair
    assert cell.ties == 2
