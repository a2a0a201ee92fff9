"""The few marks that plots are made of, as SVG text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Literal

FONT = "'Libertinus Serif', 'STIX Two Text', Georgia, serif"
INK, FAINT = "#1b1b1b", "#9a9a9a"

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a number stands between two ends of the drawing."""

    low: float
    high: float
    start: float
    end: float

    def at(self, number: float) -> float:
        """The place of a number."""
        share = (number - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def drawing(width: float, height: float, marks: Iterable[str]) -> str:
    """A whole drawing; it says its size in points and grows with the page."""
    size = f'width="{_number(width)}" height="{_number(height)}"'
    box = f'viewBox="0 0 {_number(width)} {_number(height)}"'
    inside = "\n".join(marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}'
        f' font-family="{FONT}" font-size="9" fill="{INK}">\n{inside}\n</svg>'
    )


def moved(right: float, down: float, marks: Iterable[str]) -> str:
    """Marks at another place."""
    inside = "\n".join(marks)
    return f'<g transform="translate({_number(right)} {_number(down)})">\n{inside}\n</g>'


def label(place: Point, words: str, anchor: Anchor = "start", *, bold: bool = False) -> str:
    """Words that begin, stand or end at a place."""
    weight = ' font-weight="bold"' if bold else ""
    x, y = map(_number, place)
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{weight}>{escape(words)}</text>'


def line(points: Sequence[Point], colour: str, width: float, dashes: str = "") -> str:
    """A line from point to point."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<polyline points="{_points(points)}" fill="none" stroke="{colour}"'
        f' stroke-width="{_number(width)}"{dashed}/>'
    )


def area(points: Sequence[Point], colour: str) -> str:
    """What lies inside a line that closes."""
    return f'<polygon points="{_points(points)}" fill="{colour}"/>'


def dot(place: Point, radius: float, colour: str) -> str:
    """A dot."""
    x, y = map(_number, place)
    return f'<circle cx="{x}" cy="{y}" r="{_number(radius)}" fill="{colour}"/>'


def bar(place: Point, width: float, height: float, colour: str) -> str:
    """A bar that begins at its upper left corner."""
    x, y = map(_number, place)
    size = f'width="{_number(width)}" height="{_number(height)}"'
    return f'<rect x="{x}" y="{y}" {size} fill="{colour}"/>'


def ticks(low: float, high: float, most: int) -> tuple[tuple[float, str], ...]:
    """Round numbers between two ends, so many at most, with their words."""
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
    """Two decimals are finer than any print."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
