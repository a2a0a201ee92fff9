from typing import Any

import click

from punto.cli.inputs import json_option, or_fail
from punto.cli.roads.pictures import draw_roads
from punto.cli.screens import console, show_json
from punto.values import Side
from punto.views.roads import AskRow, Roads, parse_results, roads_of, winner_letter


@click.command(name="roads")
@click.argument("results")
@json_option
def command(results: str, as_json: bool) -> None:
    """Draw the five roads of a shoe and its ask rows.

    RESULTS are the rounds of the shoe in order: B, P or T, each perhaps followed by b or p for a
    Banker or Player pair, n for a natural and l for hands that were played as they lay.

    \b
    Examples:
      punto roads BPBPBBPBBPPPBTBBBPTPPPBPBPPBBT
      punto roads BbPTpnB --json
    """
    roads = roads_of(or_fail(parse_results, results))
    if as_json:
        show_json(roads_json(roads))
    else:
        draw_roads(console(), roads)


def roads_json(roads: Roads) -> dict[str, Any]:
    """The JSON shape of the roads; programs depend on it."""
    return {
        "bead": [
            [cell.position.row, cell.position.column, winner_letter(cell.winner)]
            for cell in roads.bead.cells
        ],
        "big": [
            [cell.position.row, cell.position.column, winner_letter(cell.winner), cell.ties]
            for cell in roads.big.cells
        ],
        "big_eye": str(roads.big_eye),
        "small": str(roads.small),
        "cockroach": str(roads.cockroach),
        "ask": {side.value: _ask_json(roads.ask(side)) for side in (Side.BANKER, Side.PLAYER)},
    }


def _ask_json(row: AskRow) -> dict[str, str | None]:
    names = ("big_eye", "small", "cockroach")
    marks = (mark.value if mark is not None else None for mark in row.marks)
    return dict(zip(names, marks, strict=True))
