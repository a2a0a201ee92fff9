"""The five roads of a string of results, drawn cell by cell."""

from collections.abc import Sequence
from itertools import count, takewhile

BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG = 1, 2, 3
ROWS = 6

Cell = tuple[int, int, str, int]
"""Row, column, letter, and the number of ties marked on the cell."""


def bead(results: str) -> list[tuple[int, int, str]]:
    cells: list[tuple[int, int, str]] = []
    row = column = 0
    for letter in results:
        if row == ROWS:
            row, column = 0, column + 1
        cells.append((row, column, letter))
        row += 1
    return cells


def big(results: str, *, turns_down_again: bool = True) -> list[Cell]:
    """Ties before the first win sit on its cell; with no win at all, on a cell "T" at (0, 0)."""
    wins = results.replace("T", "")
    if not wins:
        return [(0, 0, "T", len(results))] if results else []
    leading, *between = _ties_around_wins(results)
    between[0] += leading
    places = bend(wins, turns_down_again=turns_down_again)
    return [
        (row, column, letter, ties)
        for (row, column), letter, ties in zip(places, wins, between, strict=True)
    ]


def bend(letters: str, *, turns_down_again: bool = True) -> list[tuple[int, int]]:
    """Return the cell of each letter on six rows: wins on the big road, or colours of another."""
    taken: list[tuple[int, int]] = []
    head = -1
    for column in _columns(letters):
        head = next(at for at in count(head + 1) if (0, at) not in taken)
        taken.append((0, head))
        row, at = 0, head
        for _ in column[1:]:
            turned = at > head and not turns_down_again
            below = (row + 1, at)
            if not turned and below[0] < ROWS and below not in taken:
                row += 1
            else:
                at += 1
            taken.append((row, at))
    return taken


def derived(results: str, k: int) -> str:
    """The colours of a derived road, looking k columns left on a board of endless columns."""
    board: set[tuple[int, int]] = set()
    marks = ""
    for column, letters in enumerate(_columns(results.replace("T", ""))):
        for row in range(len(letters)):
            board.add((row, column))
            marks += _mark_at(row, column, k, board)
    return marks


def ask(results: str) -> dict[str, tuple[str | None, str | None, str | None]]:
    """Return what a Banker win and a Player win would add to each derived road."""
    return {
        winner: (
            _added(results, winner, BIG_EYE_BOY),
            _added(results, winner, SMALL_ROAD),
            _added(results, winner, COCKROACH_PIG),
        )
        for winner in "BP"
    }


def _mark_at(row: int, column: int, k: int, board: set[tuple[int, int]]) -> str:
    if row == 0:
        # A new column asks whether the one before is as deep as the one k further left.
        left, right = column - 1 - k, column - 1
        if (0, left) not in board:
            return ""
        return "R" if _depth(left, board) == _depth(right, board) else "B"
    left = column - k
    if (0, left) not in board:
        return ""
    beside, above_beside = (row, left) in board, (row - 1, left) in board
    # Red beside a cell, and red again further down a straight drop beside nothing.
    return "R" if beside == above_beside else "B"


def _depth(column: int, board: set[tuple[int, int]]) -> int:
    return len(list(takewhile(lambda row: (row, column) in board, count())))


def _columns(letters: str) -> list[str]:
    columns: list[str] = []
    for letter in letters:
        if columns and columns[-1][0] == letter:
            columns[-1] += letter
        else:
            columns.append(letter)
    return columns


def _ties_around_wins(results: str) -> Sequence[int]:
    """The number of ties before the first win, then after each win."""
    return [len(ties) for ties in results.replace("P", "B").split("B")]


def _added(results: str, winner: str, k: int) -> str | None:
    before, after = derived(results, k), derived(results + winner, k)
    return after[-1] if len(after) > len(before) else None
