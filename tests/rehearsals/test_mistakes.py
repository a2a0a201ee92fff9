"""Mistakes in a script: where, what was found, what was expected, and perhaps what was meant."""

import pytest

from punto.rehearsals.mistakes import LISTED_MAX, TOLD_MAX
from support.rehearsals.stage import BETS_OPEN, FIRST, SET_UP, mistake_in, mistakes

PEOPLE = "a person (tan, siti, arun, mei, bo)"
TERMINALS = "a terminal (T1, T2)"
BETS = "a bet of the table's game (player, banker, tie, player-pair, banker-pair)"
MONEY = "dollars such as 100 or 2.50"
CARD = "a card such as KS, 4D or TH"
END = "the end of the line"

BETTING = "; for example: T1 bets banker 100, tie 5"
DEALING = "; for example: mei deals KS 3D QH 4C 2D"
DECLINING = '; for example: arun declines: "the card is one of ours"'
GRANTING = "; for example: tan grants mei the role Pit Supervisor"
ENROLLING = " or 'terminal'; for example: tan enrols zoe as \"Zoe Lim\""
FREE_NAME = f"a person's short name that is no other name and begins no line of its own{ENROLLING}"
LETTERS = (
    "a person's short name: a letter from a to z, then letters, digits and hyphens (the full name "
    f"goes between quotation marks){ENROLLING}"
)

TOLD = [
    ("T1 bets bankr 100", f"9: found 'bankr', expected {BETS} or 'nothing'; "
     "did you mean banker?"),
    ("T1 bets banker 1O0", f"16: found '1O0', expected {MONEY}{BETTING}"),
    ("T1 bets banker", f"15: found {END}, expected {MONEY}{BETTING}"),
    ("T1 bets banker 100 tie 5",
     f"20: found 'tie', expected {END} or one of ',' 'for' 'in' 'under'{BETTING}"),
    ("T1 bets banker 100, tie", f"24: found {END}, expected {MONEY}{BETTING}"),
    ("T1 bets banker 100, bankr 5", f"21: found 'bankr', expected {BETS}; "
     "did you mean banker?"),
    ("mei deals KS 3X", f"14: found '3X', expected {CARD} or {END}{DEALING}"),
    ("mei deals ks", f"11: found 'ks', expected {CARD} or 'none'; did you mean KS?"),
    ("mei deals KS 10s", f"14: found '10s', expected {CARD} or {END}; did you mean TS?"),
    ("mei deals KS K\u2660\ufe0f", f"14: found 'K\u2660\ufe0f', expected {CARD} or {END}; "
     "did you mean KS?"),
    ("mei takes 5,000 in cash at T1", f"11: found '5,000', expected {MONEY} or "
     "one of 'a' 'the' 'ticket'; did you mean 5000 (no comma between thousands)?"),
    ("T1 bets banker 1,234,567.50", f"16: found '1,234,567.50', expected {MONEY}; "
     "did you mean 1234567.50 (no comma between thousands)?"),
    ("T1 bets banker 2,50", f"16: found '2,50', expected {MONEY}; "
     "did you mean 2.50 (a point before the cents)?"),
    ("T1 bets banker $20", f"16: found '$20', expected {MONEY}; did you mean 20?"),
    ("table A2", "7: found 'A2', expected a table that is planned above (B2, A1)"),
    ("mei reads KS 3D", f"14: found '3D', expected {END} or 'under'; for example: mei reads KS"),
    ("mei takes 500 at T1",
     "15: found 'at', expected one of 'in' 'of'; for example: mei takes 500 in cash at T1"),
    ("mei opens the tabel",
     "15: found 'tabel', expected 'table'; for example: mei opens the table"),
    ("mei opens bets now", f"16: found 'now', expected {END} or 'under'; "
     "for example: mei opens bets"),
    ('arun declines "no"', f"15: found \"no\", expected ':'{DECLINING}"),
    ("arun declines: no", "16: found 'no', expected words between quotation marks, "
     f'such as "power failure"{DECLINING}'),
    ('arun declines: "no', '16: found "no, expected a second quotation mark'),
    ("mei loads the shoe with eight decks",
     "25: found 'eight', expected a whole number; for example: mei loads the shoe"),
    ("expect phase awaiting ruling",
     "23: found 'ruling', expected a phase (a ruling); "
     "for example: expect phase awaiting a ruling"),
    ("expect refusal OutOfPhse",
     "16: found 'OutOfPhse', expected the name of a refusal; did you mean OutOfPhase?"),
    ("expect meter T1 waggered 5",
     "17: found 'waggered', expected a meter; did you mean wagered?"),
    ("expect clause", f"14: found {END}, expected a clause or a reading, such as 5.1.1 or A-38; "
     "for example: expect clause 5.1.1"),
    ("tan grants mei the role Pit Boss",
     f"29: found 'Boss', expected a role (Supervisor, Manager){GRANTING}"),
    ("tan grants mei the role Shift", f"30: found {END}, expected a role (Manager){GRANTING}"),
    ('arun rules go on: "x"', "12: found 'go', expected a verdict "
     "(goes on, void, established, carry, burn); "
     'for example: tan rules goes on adjusting T1 50: "goodwill for the wait"'),
    ("wait 5", f"7: found {END}, expected a unit of time "
     "(ms, second, minute, hour, day, seconds, minutes, hours, days); "
     "for example: wait 5 seconds"),
    ("wait 5 secs", "8: found 'secs', expected a unit of time "
     "(ms, second, minute, hour, day, seconds, minutes, hours, days); "
     "did you mean seconds?"),
    ("at 25:00", "4: found '25:00', expected a time of day such as 20:15, 20:15:30 or "
     "20:15:30.250; for example: at 20:15:30"),
    ("at 19:59", "4: found '19:59', expected a time not before 20:00:00, or '... the next day'; "
     "for example: at 20:15:30"),
    ("at 21:00 the last day", "14: found 'last', expected 'next'; for example: at 20:15:30"),
    ("on 2025-13-01", "4: found '2025-13-01', expected a date such as 2026-03-01; "
     "for example: on 2026-03-01"),
    ("on 2026-01-31", "1: found 'on 2026-01-31', expected the date before everything else, or "
     "`wait`, or `at ... the next day`"),
    ("wait 3654 days", "6: found '3654', expected at most 3653 days, which are ten years; "
     "for example: wait 5 seconds"),
    ("expect account hous 5", "16: found 'hous', expected an account; did you mean house?"),
    ("expect account receivable:T7 0", "16: found 'receivable:T7', expected an account; "
     "did you mean receivable:T2?"),
    ('expect account "receivable" 0', '16: found "receivable", expected an account; '
     "for example: expect account house 0"),
    ('tan enrols wait as "Wai T"', f"12: found 'wait', expected {FREE_NAME}"),
    ('tan enrols T1 as "Wai T"', f"12: found 'T1', expected {FREE_NAME}"),
    ('tan enrols x! as "Wai T"', f"12: found 'x!', expected {LETTERS}"),
    ('tan enrols jos\u00e9 as "Jos\u00e9"', f"12: found 'jos\u00e9', expected {LETTERS}"),
    ("timer loads a virtual shoe beginning KS cut before 8 cards", "45: found 'before', expected "
     "one of 'after' 'nowhere'; for example: timer loads a virtual shoe beginning KS 3D QH 4C 2D"),
    ('mei takes 5 in cash at T1 under id ""', '36: found "", expected the id of a command; '
     "for example: mei takes 500 in cash at T1"),
    ("T1 takes ticket 100000000000000000 over 5", "17: found '100000000000000000', expected the "
     "number of at most 17 digits that a ticket was made from; "
     "for example: T2 takes ticket 12345 over 40"),
    ("shows:", f"7: found {END}, expected words; "
     "for example: shows: rws-etg foreign-card attested settled"),
    ("mei reports foreign-crad", f"13: found 'foreign-crad', expected {TERMINALS} or "
     "an irregularity; did you mean foreign-card?"),
    ("limits 5 to 10", "1: found a line that is not indented, expected two spaces before it, under "
     "the heading 'table'"),
    ("kim Dealer", "1: found a line that is not indented, expected two spaces before it, under "
     "the heading 'people'"),
    ("  limits 5 to 10", "1: found an indented line, expected no indentation, or a heading above: "
     "people, or table A1 plays ..."),
]  # fmt: skip


@pytest.mark.parametrize(("line", "told"), TOLD)
def test_a_mistake_says_column_found_and_expected(line: str, told: str) -> None:
    assert mistake_in(line) == told


def test_a_verb_that_comes_near_is_suggested_alone() -> None:
    assert (
        mistake_in("mei opn bets") == "5: found 'opn', expected another word; did you mean opens?"
    )


def test_of_many_verbs_and_names_few_are_told() -> None:
    told = mistake_in("mei xyzzy")
    assert told.startswith("5: found 'xyzzy', expected a word such as 'keys' 'pays' 'plays' ")
    assert told.count("'") == 2 + 2 * LISTED_MAX
    told = mistake_in("expect refusal xyzzy")
    assert told.startswith("16: found 'xyzzy', expected the name of a refusal such as ")
    assert told.count(",") == LISTED_MAX


def test_somebody_unknown_is_told_who_is_known() -> None:
    told = mistake_in("mai opens bets")
    assert told == f"1: found 'mai', expected {PEOPLE} or {TERMINALS}; did you mean mei?"


def test_before_anybody_is_named_that_is_said() -> None:
    (told,) = mistakes("mei opens bets")
    assert "a person, and none is named above" in told


def test_a_name_in_another_case_is_the_same_name() -> None:
    assert mistakes(BETS_OPEN + "MEI settels")[0].startswith(f"line {FIRST}, column 5:")


def test_all_mistakes_are_told_at_once() -> None:
    told = mistakes(SET_UP + "mei opens bet\nT1 bets tie x\n\n# fine\nmei closes bets\nwait\n")
    first = SET_UP.count("\n") + 1
    assert [each.partition(":")[0] for each in told] == [
        f"line {first}, column 11",
        f"line {first + 1}, column 13",
        f"line {first + 5}, column 5",
    ]


def test_a_statement_about_a_table_needs_one() -> None:
    told = mistakes("people\n  tan Shift Manager\ntan opens the table\n")
    assert told == [
        "line 3, column 1: found a statement about a table, expected a table first, such as the "
        "line: table A1 plays rws-etg"
    ]


def test_a_bet_before_any_table_names_nothing() -> None:
    (told,) = mistakes("people\n  tan Shift Manager\nterminals T1\nexpect T1 banker won\n")
    assert "a bet of the table's game, and none is named above" in told


def test_the_first_of_all_has_to_be_the_shift_manager() -> None:
    told = mistakes("people\n  mei Dealer\n  tan Shift Manager\nmei opens the tabel\n")
    assert told == [
        "line 2, column 7: found 'Dealer', expected Shift Manager: the first person named has to "
        'be the Shift Manager; for example: tan Shift Manager "Tan Wei"',
        "line 4, column 15: found 'tabel', expected 'table'; for example: mei opens the table",
    ]


def test_after_a_bad_heading_nothing_more_is_said() -> None:
    told = mistakes("table A1 plays rws\nmei opens the table\nmei settles\n")
    assert len(told) == 1
    assert told[0].startswith("line 1, column 16: found 'rws', expected a game (rws-etg, ")
    assert told[0].endswith("; did you mean rws-etg?")


def test_after_a_table_that_is_not_there_the_lines_below_are_read_all_the_same() -> None:
    told = mistakes(SET_UP + "table A2\nmei settels\ntable A1 plays rws-etg\nwait\n")
    assert [each.partition(",")[0] for each in told] == ["line 17", "line 18", "line 19", "line 20"]
    assert len(mistakes(SET_UP + "table\nmei settels\n")) == 1


def test_a_bad_line_under_a_heading_is_no_reason_to_stop() -> None:
    told = mistakes(SET_UP.replace("limits 5 to 500", "limit 5 to 500") + "mei settels\n")
    assert len(told) == 2
    assert told[0] == (
        "line 3, column 3: found 'limit', expected another word; did you mean limits?"
    )


def test_a_statement_that_is_indented_by_mistake_is_told_so() -> None:
    assert mistakes("table A1 plays rws-etg\n  wait 5 seconds\n") == [
        "line 2, column 1: found an indented line, expected no indentation, since it says nothing "
        "about the heading 'table'"
    ]


def test_an_open_quotation_at_the_beginning_of_a_line_is_told() -> None:
    assert mistakes('"mei opens bets\n') == [
        'line 1, column 1: found "mei opens bets, expected a second quotation mark'
    ]
    assert mistakes('people\n  "mei Dealer\n') == [
        'line 2, column 3: found "mei Dealer, expected a second quotation mark'
    ]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1, column 1"),
        ("# only\n# comments\n", "line 2, column 1"),
        ("people\n", "line 1, column 7"),
        (
            "shows: nothing\ntable A1 plays rws-etg\n  limits 5 up\nwait 5 seconds",
            "line 4, column 15",
        ),
    ],
)
def test_a_script_in_which_nothing_happens_is_a_mistake(text: str, where: str) -> None:
    assert mistakes(text) == [
        f"{where}: found nothing to rehearse, expected people and a table, and what happens there "
        "(docs/REHEARSAL.md)"
    ]


def test_a_table_is_planned_once_unless_the_script_plans_it_again() -> None:
    twice = SET_UP.replace("people\n", "table B2 plays mbs-tiger\npeople\n", 1)
    assert mistakes(twice) == [
        "line 4, column 1: found 'table B2 plays mbs-tiger', expected `table B2` to go there, or "
        "`table B2 now plays mbs-tiger` to plan it again, since table B2 is planned in line 1"
    ]
    (told,) = mistakes(SET_UP + "table C3 now plays rws-etg\n")
    assert "found 'now', expected 'plays'" in told


def test_a_long_word_is_told_in_part() -> None:
    told = mistake_in(f"mei {'x' * 5000}")
    assert told.startswith(f"5: found '{'x' * 56}..., expected a word such as ")
    assert len(mistake_in(f"mei deals {'9' * 5000}")) < 200


def test_after_many_mistakes_the_others_are_only_counted() -> None:
    bad = "mei opns bets\n  and this\nmei settles\n'\n\"\n"
    told = mistakes(SET_UP + bad * 20)
    assert len(told) == TOLD_MAX + 1
    # Each time the verb, the single mark and the open quotation; indented lines add no more.
    assert told[-1] == f"and {3 * 20 - TOLD_MAX} more"


def test_a_mistake_in_every_line_of_the_people_does_not_hide_their_names() -> None:
    rows = "".join(f"  p{number} Boss\n" for number in range(30))
    told = mistakes(f"people\n  tan Shift Manager\n{rows}table A1 plays rws-etg\np29 opens bets\n")
    assert told[-1] == "and 10 more"


def test_what_stands_under_a_heading_that_is_no_heading_is_one_mistake_with_it() -> None:
    told = mistakes("crew\n  tan Shift Manager\n  mei Dealer\nwait 1 second\n")
    assert len(told) == 1
    assert told[0].startswith("line 1, column 1: found 'crew', expected ")


def test_a_heading_with_a_slip_of_the_pen_still_brings_in_its_people() -> None:
    told = mistakes(SET_UP.replace("people\n", "poeple\n") + "mei opens bets\nwait\n")
    assert [each.partition(":")[0] for each in told] == ["line 4, column 1", "line 18, column 5"]
    assert told[0].endswith("; did you mean people?")


def test_a_block_that_is_indented_under_no_heading_is_one_mistake() -> None:
    told = mistakes(SET_UP + "mei opens bets\n  T1 bets tie 5\n  T2 bets tie 5\nwait\n")
    assert [each.partition(":")[0] for each in told] == ["line 18, column 1", "line 20, column 5"]


def test_somebody_whose_name_is_like_a_heading_is_not_taken_for_one() -> None:
    told = mistakes(SET_UP.replace("bo ", "tabe ") + "tabe opns bets\ntabe settels\n")
    assert len(told) == 2
