"""Live tables in rehearsals: unmet expectations, refusals, and slips of the writer."""

import pytest

from support.rehearsals.stage import (
    BETS_OPEN,
    LIVE_BETS_OPEN,
    failure,
    held,
    mistake_in,
    mistakes,
    run,
)

clause = pytest.mark.clause
reading = pytest.mark.reading

LAID = ("ann bets banker 9000, tie 50", "ben bets banker 3000 at box 1", "ann bets tie 5 at box 2")
PLAYED = (*LAID[:2], "mei plays KS 3D QH 4C 2D passing over the warnings")
TOGETHER = "mei reports simultaneous-draw-order-unknown with extra cards 3D QH"


def live_failure(*lines: str) -> tuple[str, str]:
    number, expected, found = failure(*lines, before=LIVE_BETS_OPEN)
    assert number == len(lines)
    return expected, found


@pytest.mark.parametrize(
    ("lines", "expected", "found"),
    [
        (
            (*LAID[:1], "eve bets player 100", "ann bets tie 5 at box 2",
             "expect ann plays tie 50, banker 9000"),
            "ann plays banker 9000.00, tie 50.00",
            "ann plays banker 9000.00, tie 55.00",
        ),
        (
            (LAID[0], "expect ann plays nothing at box 1"),
            "ann plays nothing",
            "ann plays banker 9000.00, tie 50.00",
        ),
        (
            (*PLAYED, "expect ann got back unplayed 0"),
            "ann got back unplayed 0.00",
            "ann got back unplayed 1500.00",
        ),
        (
            (*PLAYED, "expect ann banker lost"),
            "banker of ann lost",
            "banker of ann won",
        ),
        (
            (*PLAYED, "expect ann banker won 9000"),
            "banker of ann won 9000.00",
            "banker of ann won 7500.00",
        ),
        (
            (*PLAYED, "expect eve banker won 1"),
            "banker of eve won 1.00",
            "banker of eve without an end 0.00",
        ),
        ((*PLAYED, "expect ann net 0"), "ann net 0.00", "ann net 7450.00"),
        ((LAID[0], "expect held for ann 1"), "held for ann 1.00", "held for ann 0.00"),
        (("expect warnings 1",), "1 warnings", "0 warnings"),
        (
            ('expect warning "Differential"',),
            "a warning with the words 'Differential'",
            "no warning",
        ),
        (
            ("expect choice open for ann, ben",),
            "choice open for ann, ben",
            "choice open for nobody",
        ),
        (
            (LAID[0], "mei closes bets", "expect Banker Hand accepted by eve"),
            "Banker Hand accepted by eve",
            "Banker Hand accepted by ann",
        ),
        (
            (LAID[0], "mei closes bets", "expect Player Hand accepted by eve"),
            "Player Hand accepted by eve",
            "Player Hand accepted by the dealer",
        ),
    ],
)  # fmt: skip
def test_what_is_not_so_is_told_beside_what_is(
    lines: tuple[str, ...], expected: str, found: str
) -> None:
    assert live_failure(*lines) == (expected, found)


def test_open_warnings_are_counted_and_quoted() -> None:
    small = "ann bets banker 50"
    held(small, "expect warnings 1", 'expect warning "minimum 100.00"', before=LIVE_BETS_OPEN)
    said = (
        "box 1, ann: 50.00 on banker, expected at least the minimum 100.00; "
        "raise it or withdraw it (L 5.2)"
    )
    assert live_failure(small, "expect warnings 0") == ("0 warnings", f"1 warnings: {said}")
    assert live_failure(small, 'expect warning "too much"')[1] == said


def test_a_patron_of_several_boxes_has_one_result_for_each_bet() -> None:
    lines = ("ann bets banker 100", "eve bets player 100", "ann bets banker 300 at box 2")
    held(
        *lines,
        "mei plays KS 3D QH 4C 2D",
        "expect ann banker won 400",
        "expect ann banker won 300 at box 2",
        "expect ann@2 banker won 300",
        before=LIVE_BETS_OPEN,
    )


def test_what_went_back_is_that_of_the_last_round_alone() -> None:
    again = ("mei opens bets", "ann bets banker 500", "mei plays KS 3D QH 4C 2D")
    held(*PLAYED, *again, "expect ann got back unplayed 0", before=LIVE_BETS_OPEN)


def test_a_void_gives_back_what_nobody_else_can() -> None:
    held(
        *LAID[:2],
        "mei closes bets passing over the warnings",
        "mei deals KS 3D",
        'mei reports foreign-card: "another back"',
        "arun attests",
        "expect ann got back unplayed 9050",
        "expect ben got back unplayed 3000",
        before=LIVE_BETS_OPEN,
    )


def test_before_a_table_has_a_dealer_nobody_records_a_bet() -> None:
    named = "table L1 plays rws-live\npeople\n  tan Shift Manager\npatrons ann\n"
    transcript = run(f"{named}ann bets tie 5 at box 1\n")
    assert transcript.failure is not None
    assert "dealer" in transcript.failure.sentence


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "anne bets banker 100",
            "1: found 'anne', expected a patron (ann, ben, eve), a person (tan, arun, mei) or "
            "a terminal, and none is named above; did you mean ann?",
        ),
        (
            "ann bets banker 100 at box 4",
            "28: found '4', expected a box of the table's layout (1, 2, 3); for example: "
            "ann bets banker 9000, tie 100 at box 1",
        ),
        (
            "mei hands the Bank Hand to ann",
            "15: found 'Bank', expected a hand (Player, Banker) or 'table'; did you mean Banker?",
        ),
        (
            "expect choice open for anne",
            "24: found 'anne', expected a patron (ann, ben, eve) or 'nobody'; did you mean ann?",
        ),
        (
            "mei hands the Banker Hand to the patron",
            "34: found 'patron', expected 'dealer'; for example: mei hands the Banker Hand to ann",
        ),
    ],
)
def test_a_slip_at_a_live_table_is_told_with_what_was_meant(line: str, told: str) -> None:
    (sentence,) = mistakes(f"{LIVE_BETS_OPEN}{line}\n")
    assert sentence.partition("column ")[2] == told


def test_labels_of_boxes_have_spaces_between_them() -> None:
    (sentence,) = mistakes("table L1 plays rws-live\n  boxes 1 , 2\nexpect phase closed\n")
    assert "found ',', expected what is printed on a box" in sentence


def test_a_script_about_terminals_is_not_told_of_patrons() -> None:
    assert "a patron" not in mistake_in("T9 bets banker 5")


@pytest.mark.parametrize(
    "lines",
    [
        "patrons mei\n",
        "patrons T1\n",
        "patrons ann\npeople\n  ann Dealer\n",
        "patrons ann\nterminals ann\n",
    ],
)
def test_a_name_belongs_to_one_person_or_thing(lines: str) -> None:
    assert "that is no other name" in mistakes(BETS_OPEN + lines)[0]


def test_warnings_are_passed_over_at_a_live_table_only() -> None:
    held(
        "mei closes bets passing over the warnings",
        "expect refusal WrongKindOfTable",
        before=BETS_OPEN,
    )
