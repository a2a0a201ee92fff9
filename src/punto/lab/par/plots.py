"""Pictures of a sheet: small panels, one for each bet.

They are written as SVG by hand. A plotting library would take seconds for every sheet, and its next
version would change the bytes.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import log10

from punto.lab.par import svg
from punto.lab.par.bankrolls import LEVELS, Fan
from punto.lab.par.blocks import Picture
from punto.values import Value

COLUMNS, PANELS_MAX = 3, 12
PANEL_WIDTH, PANEL_HEIGHT = 220.0, 120.0
LEFT, RIGHT, TOP, BOTTOM = 36.0, 208.0, 22.0, 100.0
BAR_HEIGHT, BARS_LEAST, BARS_END = 15.0, 2, 160.0

BLUE, RED, GREY = "#1f4e79", "#a33b3b", "#9a9a9a"
BANDS = ("#dde8f2", "#b6cce2", "#7fa3c7")
"""The central 98, 90 and 50 percent of patrons."""


class Panel(Value):
    """A small picture about one bet."""

    title: str

    @property
    def height(self) -> float:
        return PANEL_HEIGHT

    def marks(self) -> Iterator[str]:
        """Yield everything below the title."""
        raise NotImplementedError


class EdgePanel(Panel):
    """The house edge of one bet by decks, in percent."""

    decks: tuple[int, ...]
    edges: tuple[float, ...]

    def marks(self) -> Iterator[str]:
        """Draw the edge by decks."""
        low, high = min(self.edges), max(self.edges)
        # Leave room even if all edges are equal, or the sheet has only one deck count.
        room = 0.15 * (high - low) or max(abs(high), 1) / 1_000
        up = svg.Scale(low - room, high + room, BOTTOM, TOP)
        along = svg.Scale(self.decks[0] - 0.3, self.decks[-1] + 0.3, LEFT, RIGHT)
        yield from _frame(up)
        for decks in self.decks:
            yield svg.label((along.at(decks), BOTTOM + 11), str(decks), "middle")
        points = [(along.at(x), up.at(y)) for x, y in zip(self.decks, self.edges, strict=True)]
        yield svg.line(points, BLUE, 1)
        for point in points:
            yield svg.dot(point, 1.8, BLUE)


class PayPanel(Panel):
    """The probability of each profit of one bet, the least profit first."""

    profits: Mapping[float, float]

    @property
    def height(self) -> float:
        return TOP + BAR_HEIGHT * max(len(self.profits), BARS_LEAST) + 8

    def marks(self) -> Iterator[str]:
        """Draw the pay distribution."""
        shares = self.profits.values()
        along = svg.Scale(log10(min(shares)) - 0.7, 0, LEFT, BARS_END)
        for place, (profit, share) in enumerate(reversed(tuple(self.profits.items()))):
            top = TOP + place * BAR_HEIGHT
            colour = RED if profit < 0 else BLUE if profit > 0 else GREY
            end = along.at(log10(share))
            yield svg.label((LEFT - 5, top + 8), _profit_words(profit), "end")
            yield svg.bar((LEFT, top), end - LEFT, BAR_HEIGHT - 5, colour)
            yield svg.label((end + 4, top + 8), f"{share:.4%}".replace("%", " %"))


class FanPanel(Panel):
    """The bankroll fan of one bet."""

    fan: Fan

    def marks(self) -> Iterator[str]:
        """Draw the bankroll fan."""
        fan = self.fan
        ends = [*fan.lines[0], *fan.lines[-1], 0.0]
        room = 0.04 * (max(ends) - min(ends)) or 1.0
        up = svg.Scale(min(ends) - room, max(ends) + room, BOTTOM, TOP)
        along = svg.Scale(0, fan.rounds[-1], LEFT, RIGHT)

        def placed(values: Sequence[float]) -> list[svg.Point]:
            return [(along.at(x), up.at(y)) for x, y in zip(fan.rounds, values, strict=True)]

        half = len(LEVELS) // 2
        for inset, colour in zip(range(half), BANDS, strict=True):
            yield svg.area(
                [*placed(fan.lines[inset]), *reversed(placed(fan.lines[-1 - inset]))], colour
            )
        yield from _frame(up)
        for number, words in svg.ticks(0, fan.rounds[-1], 5):
            yield svg.label((along.at(number), BOTTOM + 11), words, "middle")
        yield svg.line([(LEFT, up.at(0)), (RIGHT, up.at(0))], svg.FAINT, 0.5)
        yield svg.line(placed(fan.lines[half]), BLUE, 1.1)
        yield svg.line(placed(fan.expected), svg.INK, 0.8, "1 2")


def pictures(panels: Sequence[Panel], caption: str) -> Iterator[Picture]:
    """Yield as many pictures as needed for each to fit a page."""
    parts = [panels[at : at + PANELS_MAX] for at in range(0, len(panels), PANELS_MAX)]
    for number, part in enumerate(parts, start=1):
        of = f" ({number} of {len(parts)})" if len(parts) > 1 else ""
        yield Picture(f"{caption}{of}", _arranged(part))


def _arranged(panels: Sequence[Panel]) -> str:
    marks = []
    down = 0.0
    for at in range(0, len(panels), COLUMNS):
        row = panels[at : at + COLUMNS]
        for place, panel in enumerate(row):
            title = svg.label((2, 10), panel.title, bold=True)
            marks.append(svg.moved(place * PANEL_WIDTH, down, (title, *panel.marks())))
        down += max(panel.height for panel in row)
    return svg.drawing(COLUMNS * PANEL_WIDTH, down, marks)


def _profit_words(profit: float) -> str:
    return "0" if profit == 0 else f"{profit:+g}".replace("-", "−")


def _frame(up: svg.Scale) -> Iterator[str]:
    """Draw the two axes, and the figures of the vertical one."""
    yield svg.line([(LEFT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)], svg.FAINT, 0.5)
    for number, words in svg.ticks(up.low, up.high, 5):
        yield svg.line([(LEFT - 2, up.at(number)), (LEFT, up.at(number))], svg.FAINT, 0.5)
        yield svg.label((LEFT - 4, up.at(number) + 3), words, "end")
