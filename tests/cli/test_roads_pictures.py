import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from punto.cli.roads import draw_main_roads, draw_roads
from punto.views.roads.results import parse_results
from punto.views.roads.scoreboard import roads_of

GOLDEN = "BPBPBBPBBPPPBTBBBPTPPPBPBPPBBT"
TITLES = ("Bead Plate", "Big Road", "Big Eye Boy", "Small Road", "Cockroach Pig")


def drawn(results: str, width: int = 120) -> str:
    screen = Console(file=io.StringIO(), width=width, record=True)
    draw_roads(screen, roads_of(parse_results(results)))
    return screen.export_text()


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("results", ["", GOLDEN])
def test_all_five_roads_are_drawn_at_every_width(results: str, width: int) -> None:
    text = drawn(results, width)
    assert all(title in text for title in TITLES)


def test_without_colours_every_mark_is_told_by_its_shape() -> None:
    text = drawn(GOLDEN)
    roads = roads_of(parse_results(GOLDEN))
    legend_and_ask = {"○": 2, "●": 2, "□": 2, "■": 2}
    for red, blue, road in (("○", "□", roads.big_eye), ("●", "■", roads.small)):
        assert text.count(red) == str(road).count("R") + legend_and_ask[red]
        assert text.count(blue) == str(road).count("B") + legend_and_ask[blue]


def test_the_first_rows_of_the_main_roads_are_those_of_the_golden_shoe() -> None:
    lines = drawn(GOLDEN).splitlines()
    assert lines[2].split("│")[1].split() == ["B", "P", "B", "T", "B"]
    assert lines[2].split("│")[3].split() == [*"BPBPBPBP", "B1", "P1", *"BPBPB"]


def test_pairs_and_ties_stand_behind_the_letter_they_belong_to() -> None:
    lines = drawn("BbTPpBbpT").splitlines()
    assert lines[2].split("│")[1].split() == ["B'"]
    assert lines[2].split("│")[3].strip() == "B1'P. B1:"


def test_more_than_nine_ties_are_told_by_a_plus() -> None:
    assert "B+ " in drawn("B" + "T" * 10)
    assert "B9 " in drawn("B" + "T" * 9)


def test_ties_before_the_first_win_stand_alone() -> None:
    assert drawn("TT").splitlines()[2].split("│")[3].split() == ["T2"]


def test_the_statistics_count_everything_and_name_the_streak() -> None:
    first = drawn("BbnPpBBTn").splitlines()[0]
    assert first == "Banker 3  Player 1  Tie 1  Pairs B 1 P 1  Naturals 2  Streak 2 Banker"


def test_a_shoe_of_ties_has_no_streak() -> None:
    assert "Streak" not in drawn("TT")


def test_an_empty_shoe_says_so_and_asks_nothing() -> None:
    text = drawn("")
    assert text.startswith("No rounds in this shoe yet")
    assert "If Banker wins  – – –" in text


def test_the_ask_rows_show_what_either_win_would_add() -> None:
    assert "If Banker wins  □ ● /     If Player wins  ○ ■ \\" in drawn(GOLDEN)


def test_the_main_roads_alone_leave_out_the_derived_ones() -> None:
    screen = Console(file=io.StringIO(), width=80, record=True)
    draw_main_roads(screen, roads_of(parse_results(GOLDEN)))
    text = screen.export_text()
    assert "Big Road" in text
    assert "Big Eye Boy" not in text


def test_the_newest_columns_stay_in_sight_when_a_shoe_is_long() -> None:
    long = "BP" * 40 + "T"
    assert "P1" in drawn(long, 60)


@given(st.text("BPTbpn", max_size=90), st.integers(10, 130))
def test_no_line_is_wider_than_the_screen(letters: str, width: int) -> None:
    try:
        results = parse_results(letters)
    except ValueError:
        results = parse_results("".join(letter for letter in letters if letter in "BPT"))
    screen = Console(file=io.StringIO(), width=width, record=True)
    draw_roads(screen, roads_of(results))
    assert all(cell_len(line) <= width for line in screen.export_text().splitlines())


def test_a_star_stands_behind_hands_that_were_played_as_they_lay() -> None:
    text = drawn("BblPTl")
    assert text.count("B'*") == 2
    assert "T*" in text
    assert "* the hands were played as they lay" in text
    assert "*" not in drawn("BbPT")
    assert "B1.*" not in drawn("BplT")  # there the mark on the bead plate is enough
