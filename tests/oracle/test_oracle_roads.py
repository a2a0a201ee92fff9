"""The oracle's roads compared with boards that are published or drawn by hand."""

import random

from oracle.roads import ask, bead, bend, big, derived

SHOE = "BPBPBBPBBPPPBTBBBPTPPPBPBPPBBT"


def test_big_eye_boy_of_the_golden_shoe() -> None:
    assert derived(SHOE, 1) == "RRRBBBBBRBBRRBBRRRRBRRBBR"


def test_small_road_of_the_golden_shoe() -> None:
    assert derived(SHOE, 2) == "RRBBRRRBRBRBRBRRBBBBRBBB"


def test_cockroach_pig_of_the_golden_shoe() -> None:
    assert derived(SHOE, 3) == "RBBRBBRBBBRRBRBRBBBBBBB"


def test_first_marks_compare_with_the_first_column() -> None:
    assert derived("BBPPB", 1) == "RR"
    assert derived("BPPPB", 1) == "BRB"


def test_a_long_run_turns_right_and_a_tail_past_an_obstacle_goes_down_again() -> None:
    nine = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (5, 1), (5, 2), (5, 3)]
    ten = [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (4, 2), (4, 3), (4, 4), (5, 4), (5, 5)]
    assert bend("B" * 9 + "P" * 10) == nine + ten


def test_a_tail_goes_straight_on_in_the_other_house_style() -> None:
    tail = bend("B" * 9 + "P" * 10, turns_down_again=False)[-6:]
    assert tail == [(4, 1), (4, 2), (4, 3), (4, 4), (4, 5), (4, 6)]


def test_a_tie_is_marked_on_the_last_cell() -> None:
    assert big("BTTPT") == [(0, 0, "B", 2), (0, 1, "P", 1)]


def test_leading_ties_wait_for_the_first_cell() -> None:
    assert big("TTBT") == [(0, 0, "B", 3)]
    assert big("TT") == [(0, 0, "T", 2)]
    assert big("") == []


def test_the_bead_plate_fills_six_rows_and_gives_ties_their_own_cell() -> None:
    assert bead("BPTBPTB") == [
        (0, 0, "B"),
        (1, 0, "P"),
        (2, 0, "T"),
        (3, 0, "B"),
        (4, 0, "P"),
        (5, 0, "T"),
        (0, 1, "B"),
    ]


def test_no_two_cells_of_a_bent_road_fall_together() -> None:
    for shoe in _random_shoes(200):
        places = bend(shoe.replace("T", ""))
        assert len(places) == len(set(places))


def test_a_mark_once_made_never_changes() -> None:
    for shoe in _random_shoes(50):
        for k in (1, 2, 3):
            assert derived(shoe, k).startswith(derived(shoe[:-7], k))


def test_the_ask_rows_are_both_empty_or_opposite() -> None:
    for shoe in _random_shoes(200):
        rows = ask(shoe)
        for banker, player in zip(rows["B"], rows["P"], strict=True):
            assert {banker, player} in ({None}, {"R", "B"})


def _random_shoes(number: int) -> list[str]:
    dealer = random.Random(7)  # noqa: S311 -- a fixed choice of cases
    return ["".join(dealer.choices("BPT", (9, 9, 2), k=60)) for _ in range(number)]
