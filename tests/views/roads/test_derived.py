import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.views.roads.big_road import Run, Runs, with_win
from punto.views.roads.derived_roads import DerivedRoad, Distance
from punto.views.roads.results import parse_results

PUBLISHED = "BPBPBBPBBPPPBTBBBPTPPPBPBPPBBT"

DISTANCES = st.sampled_from(Distance)


def runs_of(text: str) -> Runs:
    runs: Runs = ()
    for result in parse_results(text):
        if result.side is not None:
            runs = with_win(runs, result.side)
    return runs


def road_of(text: str, distance: Distance) -> DerivedRoad:
    road = DerivedRoad(distance)
    runs: Runs = ()
    for result in parse_results(text):
        if result.side is not None:
            runs = with_win(runs, result.side)
            road = road.after(runs)
    return road


def present(columns: list[list[int]], column: int, row: int) -> bool:
    return row in columns[column]


def marks_by_words(text: str, distance: int) -> str:
    """Return a derived road by the players' rules: aligned, present, straight drop; else blue."""
    columns: list[list[int]] = []
    last, marks = "", ""
    for winner in text.replace("T", ""):
        if winner == last:
            columns[-1].append(len(columns[-1]))
            compared = len(columns) - 1 - distance
            if compared >= 0:
                row = columns[-1][-1]
                here, above = (present(columns, compared, at) for at in (row, row - 1))
                straight_drop = not here and not above
                marks += "R" if here or straight_drop else "B"
        else:
            columns.append([0])
            compared = len(columns) - 2 - distance
            if compared >= 0:
                marks += "R" if columns[compared] == columns[-2] else "B"
        last = winner
    return marks


def test_the_runs_of_the_published_shoe_ignore_its_ties() -> None:
    spelled = " ".join(f"{run.side.name[0]}{run.length}" for run in runs_of(PUBLISHED))
    assert spelled == "B1 P1 B1 P1 B2 P1 B2 P3 B4 P4 B1 P1 B1 P2 B2"


@pytest.mark.parametrize(
    ("distance", "marks"),
    [
        (Distance.BIG_EYE, "RRRBBBBBRBBRRBBRRRRBRRBBR"),
        (Distance.SMALL, "RRBBRRRBRBRBRBRRBBBBRBBB"),
        (Distance.COCKROACH, "RBBRBBRBBBRRBRBRBBBBBBB"),
    ],
)
def test_the_published_shoe_gives_the_published_marks(distance: Distance, marks: str) -> None:
    assert str(road_of(PUBLISHED, distance)) == marks


@pytest.mark.parametrize(
    ("text", "distance", "marks"),
    [
        ("B", Distance.BIG_EYE, ""),
        ("BBBB", Distance.BIG_EYE, ""),
        ("BBP", Distance.BIG_EYE, ""),
        ("BBPP", Distance.BIG_EYE, "R"),
        ("BPP", Distance.BIG_EYE, "B"),
        ("BPB", Distance.BIG_EYE, "R"),
        ("BPB", Distance.SMALL, ""),
        ("BPBB", Distance.SMALL, "B"),
        ("BPBP", Distance.SMALL, "R"),
        ("BPBP", Distance.COCKROACH, ""),
        ("BPBPP", Distance.COCKROACH, "B"),
        ("BPBPB", Distance.COCKROACH, "R"),
    ],
)
def test_each_road_begins_where_it_first_has_a_run_to_compare(
    text: str, distance: Distance, marks: str
) -> None:
    assert str(road_of(text, distance)) == marks


@pytest.mark.parametrize(("text", "marks"), [("BBPPB", "RR"), ("BPPPB", "BRB")])
def test_the_first_run_is_compared_like_any_other(text: str, marks: str) -> None:
    assert str(road_of(text, Distance.BIG_EYE)) == marks


def test_two_rows_or_more_past_the_compared_run_is_a_straight_drop_and_red() -> None:
    assert str(road_of("BPPPPP", Distance.BIG_EYE)) == "BRRR"


def test_a_dragon_tail_counts_in_full() -> None:
    # Both runs are eight long; in the picture the second one has only five cells in its column.
    assert str(road_of("B" * 8 + "P" * 8 + "B", Distance.BIG_EYE)) == "R" * 8
    assert str(road_of("B" * 8 + "P" * 9 + "B", Distance.BIG_EYE)) == "R" * 7 + "BB"


def test_marks_of_one_colour_are_drawn_as_a_column_with_a_tail() -> None:
    road = road_of("B" * 8 + "P" * 9 + "B", Distance.BIG_EYE)
    assert [(cell.position.row, cell.position.column) for cell in road.cells] == [
        *((row, 0) for row in range(6)),
        (5, 1),
        (0, 1),
        (1, 1),
    ]


@given(st.text("BPT", max_size=100), DISTANCES)
def test_marks_agree_with_the_players_words_for_them(text: str, distance: Distance) -> None:
    assert str(road_of(text, distance)) == marks_by_words(text, distance.value)


@given(st.text("BPT", max_size=60), st.text("BPT", max_size=20), DISTANCES)
def test_marks_never_change_later(text: str, more: str, distance: Distance) -> None:
    earlier = road_of(text, distance).cells
    assert road_of(text + more, distance).cells[: len(earlier)] == earlier


@given(st.text("BP", max_size=60), DISTANCES)
def test_the_colours_do_not_say_which_hand_won(text: str, distance: Distance) -> None:
    swapped = text.translate(str.maketrans("BP", "PB"))
    assert road_of(swapped, distance) == road_of(text, distance)


def test_a_run_is_kept_whole() -> None:
    (run,) = runs_of("BTBB")
    assert run == Run(run.side, 3)
