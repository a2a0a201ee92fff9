import pytest

from punto.values.sides import Winner
from punto.views.roads.big_road import BigCell, BigRoad
from punto.views.roads.grid import Position
from punto.views.roads.results import parse_results, winner_letter


def big_road(text: str) -> BigRoad:
    road = BigRoad()
    for result in parse_results(text):
        road = road.after(result)
    return road


def cells(text: str) -> list[tuple[int, int, str, int]]:
    return [
        (cell.position.row, cell.position.column, winner_letter(cell.winner), cell.ties)
        for cell in big_road(text).cells
    ]


def test_nine_bankers_and_ten_players_are_drawn_as_published() -> None:
    assert cells("B" * 9 + "P" * 10) == [
        *((row, 0, "B", 0) for row in range(6)),
        *((5, column, "B", 0) for column in (1, 2, 3)),
        *((row, 1, "P", 0) for row in range(5)),
        *((4, column, "P", 0) for column in (2, 3, 4)),
        (5, 4, "P", 0),
        (5, 5, "P", 0),
    ]


def test_ties_are_counted_on_the_last_cell_and_do_not_break_a_run() -> None:
    assert cells("BTTBTP") == [(0, 0, "B", 2), (1, 0, "B", 1), (0, 1, "P", 0)]


def test_only_ties_stand_alone_with_their_count() -> None:
    assert cells("TTT") == [(0, 0, "T", 3)]


@pytest.mark.parametrize("winner", ["B", "P"])
def test_leading_ties_move_to_the_first_cell(winner: str) -> None:
    assert cells("TT" + winner + "T") == [(0, 0, winner, 3)]


def test_pairs_are_drawn_on_the_cell_of_their_own_round() -> None:
    assert big_road("BbPpBbp").cells == (
        BigCell(Position(0, 0), Winner.BANKER, banker_pair=True),
        BigCell(Position(0, 1), Winner.PLAYER, player_pair=True),
        BigCell(Position(0, 2), Winner.BANKER, banker_pair=True, player_pair=True),
    )


def test_pairs_of_a_tied_round_are_left_to_the_bead_plate() -> None:
    assert big_road("TpBTbp").cells == (BigCell(Position(0, 0), Winner.BANKER, ties=2),)


@pytest.mark.reading("A-85")
def test_hands_as_they_lay_are_marked_on_the_cell_of_their_own_round() -> None:
    assert [cell.laid for cell in big_road("BlPTlBl").cells] == [True, False, True]
    assert [cell.laid for cell in big_road("TlBlP").cells] == [True, False]
    assert [cell.laid for cell in big_road("TlB").cells] == [False]
