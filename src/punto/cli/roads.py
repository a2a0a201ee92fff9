"""punto roads: the five roads in a terminal; letters and shapes repeat what colours show."""

from collections.abc import Mapping, Sequence
from typing import Any

import click
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from punto.cli.inputs import json_option, or_fail
from punto.cli.screens import SIDE_COLOURS, console, show_json, side_text
from punto.values import Side, Value, Winner
from punto.views.roads import (
    ROWS,
    AskRow,
    BeadCell,
    BigCell,
    Cell,
    Mark,
    Roads,
    parse_results,
    roads_of,
    winner_letter,
)

NARROW = 60
"""Below this many columns the roads are drawn one under the other."""
TIES_MAX = 9
"""The greatest number of ties that fits into a cell."""

_FRAME_WIDTH = 4
_CELL_WIDTH = 3
_MARK_WIDTH = 2

_MARK_STYLES = {Mark.RED: "bold red", Mark.BLUE: "bold blue"}


class Signs(Value):
    """The two signs of a derived road, distinguished by shape: round or straight up is red."""

    red: str
    blue: str

    def text(self, mark: Mark | None) -> Text:
        """Return the sign of a mark, or a dash if there is none."""
        if mark is None:
            return Text("–", style="dim")
        return Text(self.red if mark is Mark.RED else self.blue, style=_MARK_STYLES[mark])


BIG_EYE = Signs("○", "□")
SMALL = Signs("●", "■")
COCKROACH = Signs("/", "\\")


_Placed = Mapping[tuple[int, int], Text]
"""The content of a road by row and column."""


class Frame(Value):
    """The box of one road: six rows, and as many columns as fit into its width."""

    title: str
    width: int
    cell_width: int

    @property
    def columns(self) -> int:
        return max(1, (self.width - _FRAME_WIDTH) // self.cell_width)

    def drawn(self, placed: _Placed) -> Panel:
        """Draw the road with its empty cells, so that it keeps its size while it grows."""
        rows = Text("\n").join(self._row(placed, row) for row in range(ROWS))
        rows.no_wrap = True
        return Panel(
            rows, title=self.title, title_align="left", border_style="dim", width=self.width
        )

    def _row(self, placed: _Placed, row: int) -> Text:
        line = Text()
        for column in range(self.columns):
            cell = placed.get((row, column), Text())
            line.append_text(cell).append(" " * (self.cell_width - cell.cell_len))
        return line


def draw_roads(screen: Console, roads: Roads) -> None:
    """Draw all five roads, the ask rows, the statistics and a legend."""
    draw_main_roads(screen, roads)
    _draw_derived_roads(screen, roads)
    screen.print(_ask_rows(roads))
    screen.print(_legend(roads))


def draw_main_roads(screen: Console, roads: Roads) -> None:
    """Draw the statistics, the bead plate and the big road, for a low screen."""
    screen.print(statistics(roads))
    bead_frame, big_frame = _main_frames(screen.width)
    bead = roads.window(bead_frame.columns).bead
    big = roads.window(big_frame.columns).big
    _draw_beside(
        screen,
        bead_frame.drawn(_placed(bead, [*map(_bead_text, bead)])),
        big_frame.drawn(_placed(big, [*map(_big_text, big)])),
    )


def _draw_derived_roads(screen: Console, roads: Roads) -> None:
    width = screen.width if screen.width < NARROW else screen.width // 3
    columns = Frame("", width, _MARK_WIDTH).columns
    shown = roads.window(columns)
    _draw_beside(
        screen,
        *(
            Frame(title, width, _MARK_WIDTH).drawn(
                _placed(cells, [signs.text(cell.mark) for cell in cells])
            )
            for title, cells, signs in (
                ("Big Eye Boy", shown.big_eye, BIG_EYE),
                ("Small Road", shown.small, SMALL),
                ("Cockroach Pig", shown.cockroach, COCKROACH),
            )
        ),
    )


def statistics(roads: Roads) -> Text:
    """Return the shoe's statistics in one line."""
    tally = roads.tally
    if not tally.rounds:
        return Text("No rounds in this shoe yet", style="dim")
    wins = ((Winner.BANKER, tally.banker), (Winner.PLAYER, tally.player), (Winner.TIE, tally.tie))
    line = Text("  ").join(side_text(winner).append(f" {count}") for winner, count in wins)
    line.append(f"  Pairs B {tally.banker_pairs} P {tally.player_pairs}")
    line.append(f"  Naturals {tally.naturals}")
    if roads.streak is not None:
        streak = Text(f"  Streak {roads.streak.length} ")
        line.append_text(streak).append_text(side_text(roads.streak.side))
    return line


def _main_frames(width: int) -> tuple[Frame, Frame]:
    third = width // 3
    bead_width, big_width = (width, width) if width < NARROW else (third, 2 * third)
    bead = Frame("Bead Plate", bead_width, _CELL_WIDTH)
    return bead, Frame("Big Road", big_width, _CELL_WIDTH)


def _draw_beside(screen: Console, *roads: Panel) -> None:
    if screen.width < NARROW:
        screen.print(*roads, sep="\n")
        return
    row = Table.grid()
    row.add_row(*roads)
    screen.print(row)


def _placed(cells: Sequence[Cell], texts: Sequence[Text]) -> _Placed:
    places = ((cell.position.row, cell.position.column) for cell in cells)
    return dict(zip(places, texts, strict=True))


def _bead_text(cell: BeadCell) -> Text:
    """Return a letter on a disc, the round's pairs, and a star for hands as they lay."""
    disc = f"bold white on {SIDE_COLOURS[cell.winner.value]}"
    letter = Text().append(winner_letter(cell.winner), style=disc)
    result = cell.result
    letter.append_text(_pair_mark(banker=result.banker_pair, player=result.player_pair))
    return letter.append("*" if result.laid else "")


def _big_text(cell: BigCell) -> Text:
    """Return a letter, the number of ties that followed, the pairs, and a star if room is left."""
    colour = SIDE_COLOURS[cell.winner.value]
    letter = Text().append(winner_letter(cell.winner), style=f"bold {colour}")
    if cell.ties:
        ties = str(cell.ties) if cell.ties <= TIES_MAX else "+"
        letter.append(ties, style=SIDE_COLOURS["tie"])
    letter.append_text(_pair_mark(banker=cell.banker_pair, player=cell.player_pair))
    return letter.append("*" if cell.laid and letter.cell_len < _CELL_WIDTH else "")


def _pair_mark(*, banker: bool, player: bool) -> Text:
    """Return the pair dots in one character: Banker's above, Player's below, a colon for both."""
    if banker and player:
        return Text(":", style="bold magenta")
    if banker:
        return Text("'", style="bold red")
    return Text(".", style="bold blue") if player else Text()


def _ask_rows(roads: Roads) -> Text:
    """Return what each derived road would draw next, for a win of either hand."""
    rows = []
    for side in (Side.BANKER, Side.PLAYER):
        marks = zip((BIG_EYE, SMALL, COCKROACH), roads.ask(side).marks, strict=True)
        shown = Text(" ").join(signs.text(mark) for signs, mark in marks)
        rows.append(Text("If ").append_text(side_text(side)).append(" wins  ").append_text(shown))
    return Text("     ").join(rows)


def _legend(roads: Roads) -> Text:
    laid = any(cell.result.laid for cell in roads.bead.cells)
    return Text(
        ("* the hands were played as they lay\n" if laid else "")
        + "' Banker pair   . Player pair   : both pairs   a digit counts ties\n"
        "○ ● / red, the shoe repeats itself   □ ■ \\ blue, it does not",
        style="dim",
    )


@click.command(name="roads")
@click.argument("results")
@json_option
def command(results: str, as_json: bool) -> None:
    """Draw the five roads of a shoe and its ask rows.

    RESULTS are the rounds of the shoe in order: B, P or T, each optionally followed by b or p for
    a Banker or Player pair, n for a natural and l for hands that were played as they lay.

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
