from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest

from punto.lab.par.bankrolls import fan_of
from punto.lab.par.plots import EdgePanel, FanPanel, PayPanel, pictures
from punto.lab.par.svg import ticks

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    root = ET.fromstring(svg)  # noqa: S314 (our own drawing)
    return [found.text or "" for found in root.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0, 1000, ["0", "200", "400", "600", "800", "1,000"]),
        (-0.3, 0.21, ["−0.2", "0.0", "0.2"]),
        (1.2331, 1.2421, ["1.234", "1.236", "1.238", "1.240", "1.242"]),
    ],
)
def test_ticks_are_round_numbers(low: float, high: float, words: list[str]) -> None:
    found = ticks(low, high, 5)
    assert [word for _, word in found] == words
    assert all(low - 1e-9 <= number <= high + 1e-9 for number, _ in found)


def test_a_title_is_only_words() -> None:
    (picture,) = pictures([EdgePanel("<b>&", (4, 8), (2.0, 1.0))], "Edges")
    assert texts(picture.svg)[0] == "<b>&"


def test_one_deck_count_is_drawn_too() -> None:
    (picture,) = pictures([EdgePanel("Tie", (8,), (14.36,))], "Edges")
    root = ET.fromstring(picture.svg)  # noqa: S314 (our own drawing)
    (dot,) = root.iter(f"{SVG}circle")
    assert (dot.get("cx"), dot.get("cy")) == ("122", "61")


def test_bars_tell_their_share() -> None:
    (picture,) = pictures([PayPanel("Tie", {-1.0: 0.9, 0.95: 0.1})], "Pays")
    assert texts(picture.svg) == ["Tie", "+0.95", "10.0000 %", "−1", "90.0000 %"]
    root = ET.fromstring(picture.svg)  # noqa: S314 (our own drawing)
    won, lost = (float(bar.get("width") or 0) for bar in root.iter(f"{SVG}rect"))
    assert 0 < won < lost < 160


def test_many_bets_take_several_pictures() -> None:
    fan = fan_of({Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}, 10, 5)
    drawn = list(pictures([FanPanel(f"Bet {number}", fan) for number in range(13)], "Fans"))
    assert [picture.caption for picture in drawn] == ["Fans (1 of 2)", "Fans (2 of 2)"]
    assert texts(drawn[1].svg)[0] == "Bet 12"
