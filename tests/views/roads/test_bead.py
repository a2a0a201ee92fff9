from punto.values.sides import Winner
from punto.views.roads.grid import Position
from punto.views.roads.results import parse_results
from punto.views.roads.scoreboard import BeadPlate


def test_every_round_takes_the_next_cell_six_to_a_column_and_ties_too() -> None:
    plate = BeadPlate()
    for result in parse_results("BPTBBPTB"):
        plate = plate.after(result)
    assert [(cell.position.row, cell.position.column) for cell in plate.cells] == [
        *((row, 0) for row in range(6)),
        (0, 1),
        (1, 1),
    ]
    assert plate.cells[6].winner is Winner.TIE


def test_a_bead_keeps_its_pairs_and_its_natural() -> None:
    (result,) = parse_results("Tbpn")
    (cell,) = BeadPlate().after(result).cells
    assert cell.position == Position(0, 0)
    assert cell.result == result
