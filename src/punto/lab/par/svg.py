"""The few marks that plots are made of, as SVG text."""

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Literal

from punto.values import Value

FONT = "'Libertinus Serif', 'STIX Two Text', Georgia, serif"
INK, FAINT = "#1b1b1b", "#9a9a9a"

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


class Scale(Value):
    """Maps numbers to positions in the drawing."""

    low: float
    high: float
    start: float
    end: float

    def at(self, number: float) -> float:
        """Return the position of a number."""
        share = (number - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def drawing(width: float, height: float, marks: Iterable[str]) -> str:
    """Return a whole drawing, with its size in points; it scales with the page."""
    size = f'width="{_number(width)}" height="{_number(height)}"'
    box = f'viewBox="0 0 {_number(width)} {_number(height)}"'
    inside = "\n".join(marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}'
        f' font-family="{FONT}" font-size="9" fill="{INK}">\n{inside}\n</svg>'
    )


def moved(right: float, down: float, marks: Iterable[str]) -> str:
    """Move marks to another place."""
    inside = "\n".join(marks)
    return f'<g transform="translate({_number(right)} {_number(down)})">\n{inside}\n</g>'


def label(place: Point, words: str, anchor: Anchor = "start", *, bold: bool = False) -> str:
    """Return text that begins, is centred or ends at a place."""
    weight = ' font-weight="bold"' if bold else ""
    x, y = map(_number, place)
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{weight}>{escape(words)}</text>'


def line(points: Sequence[Point], colour: str, width: float, dashes: str = "") -> str:
    """Return a line from point to point."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<polyline points="{_points(points)}" fill="none" stroke="{colour}"'
        f' stroke-width="{_number(width)}"{dashed}/>'
    )


def area(points: Sequence[Point], colour: str) -> str:
    """Return the area inside a closed line."""
    return f'<polygon points="{_points(points)}" fill="{colour}"/>'


def dot(place: Point, radius: float, colour: str) -> str:
    """Return a dot."""
    x, y = map(_number, place)
    return f'<circle cx="{x}" cy="{y}" r="{_number(radius)}" fill="{colour}"/>'


def bar(place: Point, width: float, height: float, colour: str) -> str:
    """Return a bar, given its upper left corner."""
    x, y = map(_number, place)
    size = f'width="{_number(width)}" height="{_number(height)}"'
    return f'<rect x="{x}" y="{y}" {size} fill="{colour}"/>'


def ticks(low: float, high: float, most: int) -> tuple[tuple[float, str], ...]:
    """Return at most so many round numbers between two ends, with their labels."""
    raw = (high - low) / most
    power = floor(log10(raw))
    step = next(step for step in (1, 2, 5, 10) if step * 10.0**power >= raw) * 10.0**power
    places = max(0, -floor(log10(step) + 1e-9))
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return tuple((number * step, _tick(number * step, places)) for number in range(first, last + 1))


def _tick(number: float, places: int) -> str:
    return f"{number:,.{places}f}".replace("-", "−")


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    """Format with two decimals, finer than any print."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
