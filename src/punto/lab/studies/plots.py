"""The edge by depth as a picture: a patron's expectation of each bet as the shoe goes down."""

from collections.abc import Iterable
from math import ceil, floor, log10
from xml.sax.saxutils import escape

from punto.lab.studies.findings import AtDepth, BetFound, StudyFindings
from punto.values import Value

WIDTH, HEIGHT = 420, 260
LEFT, RIGHT, TOP, BOTTOM = 56, 12, 34, 40
COLUMNS = 2
HEAD = 46
LINES_WANTED = 5
CARDS_OF_A_MARK = 104

STYLE = (
    "text{font:12px sans-serif;fill:#222}.title{font-weight:bold}.small{font-size:10px;fill:#555}"
    ".grid{stroke:#ddd}.zero{stroke:#b00020}.band{fill:#1769aa;fill-opacity:.2}"
    ".mean{fill:none;stroke:#1769aa;stroke-width:2}"
    ".best{fill:none;stroke:#1769aa;stroke-dasharray:4 3}"
)


def plot(found: StudyFindings) -> str:
    """Return one panel for each bet, as standalone SVG."""
    rows = ceil(len(found.bets) / COLUMNS)
    width, height = COLUMNS * WIDTH, HEAD + rows * HEIGHT
    title = f"{found.name}: what a patron may expect, by the cards that have left the shoe"
    legend = (
        f"{found.shoes:,} shoes of {found.rules.decks} decks, {found.rules.behind} cards behind the"
        " cut card; mean (line), 95 % of rounds (band), best round (dashed), percent of the stake"
    )
    panels = (
        f'<g transform="translate({number % COLUMNS * WIDTH},{HEAD + number // COLUMNS * HEIGHT})">'
        f"{_panel(number, bet, found.rules.cards)}</g>"
        for number, bet in enumerate(found.bets)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img"><title>{escape(title)}</title>'
        f'<style>{STYLE}</style><rect width="100%" height="100%" fill="#fff"/>'
        f'<text class="title" x="12" y="18">{escape(title)}</text>'
        f'<text class="small" x="12" y="34">{escape(legend)}</text>{"".join(panels)}</svg>\n'
    )


class _AxesFrame(Value):
    """Positions of cards and expectations in a panel."""

    cards: int
    lowest: float
    highest: float

    def x(self, cards: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * cards / self.cards

    def y(self, expected: float) -> float:
        room = HEIGHT - TOP - BOTTOM
        return TOP + room * (self.highest - expected) / (self.highest - self.lowest)

    def points(self, places: Iterable[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(cards):.1f},{self.y(value):.1f}" for cards, value in places)


def _panel(number: int, bet: BetFound, cards: int) -> str:
    lowest = min(0.0, *(depth.low for depth in bet.depths))
    highest = max(0.0, *(depth.high for depth in bet.depths))
    step = _step(highest - lowest)
    frame = _AxesFrame(cards, floor(lowest / step) * step, ceil(highest / step) * step + step)
    middles = [(_middle(depth), depth) for depth in bet.depths]
    upper = [(cards, depth.high) for cards, depth in middles]
    lower = [(cards, depth.low) for cards, depth in reversed(middles)]
    inner = f'x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}"'
    return (
        f'<clipPath id="panel{number}"><rect {inner}/></clipPath>'
        f'<text class="title" x="{LEFT}" y="{TOP - 12}">{escape(bet.name)}</text>'
        f"{_grid(frame, step)}"
        f'<g clip-path="url(#panel{number})">'
        f'<polygon class="band" points="{frame.points([*upper, *lower])}"/>'
        f'<polyline class="mean" points="{frame.points((c, d.mean) for c, d in middles)}"/>'
        f'<polyline class="best" points="{frame.points((c, d.best) for c, d in middles)}"/></g>'
    )


def _middle(depth: AtDepth) -> float:
    return (depth.start + depth.end) / 2


def _step(span: float) -> float:
    """Return a round distance between lines: 1, 2 or 5 times a power of ten."""
    rough = max(span, 1e-6) / LINES_WANTED
    power: float = 10.0 ** floor(log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def _grid(frame: _AxesFrame, step: float) -> str:
    lines = []
    for number in range(round((frame.highest - frame.lowest) / step) + 1):
        value = frame.lowest + number * step
        kind = "zero" if abs(value) < step / 2 else "grid"
        y = frame.y(value)
        lines.append(
            f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text class="small" x="{LEFT - 6}" y="{y + 3:.1f}" text-anchor="end">'
            f"{100 * value:.3g} %</text>"
        )
    marks = (
        f'<text class="small" x="{frame.x(cards):.1f}" y="{HEIGHT - BOTTOM + 16}"'
        f' text-anchor="middle">{cards}</text>'
        for cards in range(0, frame.cards + 1, CARDS_OF_A_MARK)
    )
    return "".join([*lines, *marks])
