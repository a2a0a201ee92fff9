from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from punto.views.roads.grid import ROWS, Pen, Position


def drawn(run_lengths: list[int]) -> list[list[tuple[int, int]]]:
    pen = Pen()
    runs: list[list[tuple[int, int]]] = []
    for length in run_lengths:
        pen = pen.new_run()
        run = [(pen.at.row, pen.at.column)]
        for _ in range(length - 1):
            pen = pen.same_run()
            run.append((pen.at.row, pen.at.column))
        runs.append(run)
    return runs


def down(column: int, last_row: int) -> list[tuple[int, int]]:
    return [(row, column) for row in range(last_row + 1)]


def along(row: int, first: int, last: int) -> list[tuple[int, int]]:
    return [(row, column) for column in range(first, last + 1)]


def test_a_run_of_nine_and_a_run_of_ten_go_down_then_right_then_down_again() -> None:
    banker, player = drawn([9, 10])
    assert banker == down(0, 5) + along(5, 1, 3)
    assert player == down(1, 4) + along(4, 2, 4) + along(5, 4, 5)


def test_a_new_run_starts_after_the_start_of_the_last_one_and_not_after_its_tail() -> None:
    assert [run[0] for run in drawn([12, 1, 12, 1])] == [(0, 0), (0, 1), (0, 2), (0, 3)]


def test_a_tail_along_the_top_row_is_never_overwritten_by_the_next_run() -> None:
    runs = drawn([30, 25, 20, 16, 12, 4, 2])
    assert runs[5] == along(0, 5, 8)
    assert runs[6][0] == (0, 9)
    cells = [cell for run in runs for cell in run]
    assert len(cells) == len(set(cells))


@given(st.lists(st.integers(1, 25), max_size=40))
def test_no_two_cells_ever_collide(run_lengths: list[int]) -> None:
    cells = [cell for run in drawn(run_lengths) for cell in run]
    assert len(cells) == len(set(cells)) == sum(run_lengths)
    assert all(0 <= row < ROWS and column >= 0 for row, column in cells)


@given(st.lists(st.integers(1, 25), max_size=40))
def test_each_cell_of_a_run_touches_the_one_before(run_lengths: list[int]) -> None:
    for run in drawn(run_lengths):
        for (row, column), after in pairwise(run):
            assert after in {(row + 1, column), (row, column + 1)}


@given(st.lists(st.integers(1, 25), max_size=40))
def test_runs_start_on_top_and_from_left_to_right(run_lengths: list[int]) -> None:
    starts = [run[0] for run in drawn(run_lengths)]
    assert all(row == 0 for row, _ in starts)
    assert starts == sorted(starts)


def test_a_pen_forgets_what_can_no_longer_be_in_its_way() -> None:
    pen = Pen().new_run().same_run().new_run()
    assert pen.occupied == {Position(0, 1)}
