"""Each expectation, met and unmet."""

import pytest

from support.rehearsals.stage import SET_UP, failure, held

BEGUN = ("T1 bets banker 100, tie 5", "mei closes bets", "mei deals KS 3D QH")
PLAYED = (*BEGUN, "mei deals 4C 2D", "mei settles")

MET = [
    (BEGUN, "expect phase dealing"),
    (BEGUN, "expect round 1"),
    (BEGUN, "expect cards KS 3D QH"),
    (BEGUN, 'expect stamp "version 5, in force from 2020-01-29 08:00:00+08:00; A-01a A-02a"'),
    (BEGUN, 'expect stamp "A-15a A-16a"'),
    ((), "expect cards none"),
    (BEGUN, "expect shoe 1"),
    (BEGUN, "expect carried cards none"),
    (BEGUN, "expect timer next nothing"),
    (("mei begins the closing",), "expect timer next cut off at 20:00:02"),
    (("mei begins the closing",), "expect timer next cut off"),
    (BEGUN, "expect dealer mei"),
    (BEGUN, "expect credits T1 895"),
    (BEGUN, "expect bets T1 banker 100, tie 5"),
    (BEGUN, "expect bets T2 nothing"),
    (PLAYED, "expect T1 banker won 100"),
    (PLAYED, "expect T1 tie lost -5"),
    (PLAYED, "expect T1 banker won"),
    (PLAYED, "expect games T1 1"),
    (PLAYED, "expect meter T1 wagered 105"),
    (PLAYED, "expect account house -95"),
    (PLAYED, "expect account stakes:T1 0"),
    (PLAYED, 'expect account "stakes:T9" 0'),
    (BEGUN, "expect T1 connected"),
    (BEGUN, "expect T1 enabled"),
    (('arun disables T1: "x"',), "expect T1 disabled"),
    (("mei reports T1 lost",), "expect T1 lost"),
    (("table B2",), "expect T1 absent"),
    ((), "expect arun Pit Supervisor"),
    (("tan lets bo act as Pit Manager until 21:00",), "expect bo acting Pit Manager"),
    ((), "expect profile staffed"),
    (BEGUN, "expect events CardDealt, CardDealt, CardDealt"),
    (BEGUN, "expect event CardDealt"),
    (BEGUN, 'expect event CardDealt "3D to the Banker Hand"'),
    (BEGUN, "expect no event ResultShown"),
    (BEGUN, "expect clause 3.8"),
    (BEGUN, 'expect by "mei, Dealer"'),
    (("mei reports foreign-card", "arun attests"), "expect the round void"),
    (("mei reports foreign-card", "arun attests"), "expect no shoe"),
    (("T1 bets tie 5 under id a", "T1 bets tie 5 under id a"), "expect repeat"),
]


@pytest.mark.parametrize(("before", "expected"), MET)
def test_what_is_so_is_met(before: tuple[str, ...], expected: str) -> None:
    held(*before, expected)


UNMET = [
    (BEGUN, "expect phase idle", "phase idle", "phase dealing"),
    (BEGUN, "expect round 2", "round 2", "round 1"),
    (("table B2",), 'expect stamp "x"', "a round stamped 'x'", "no round"),
    (BEGUN, "expect cards KS 3D", "cards KS 3D", "cards KS 3D QH"),
    ((), "expect cards KS", "cards KS", "cards none"),
    (("table B2",), "expect cards KS", "cards KS", "cards none"),
    (BEGUN, "expect cards none", "cards none", "cards KS 3D QH"),
    (BEGUN, "expect shoe 2", "shoe 2", "shoe 1"),
    (BEGUN, "expect no shoe", "no shoe", "shoe 1"),
    (("table B2",), "expect shoe 1", "shoe 1", "no shoe"),
    (BEGUN, "expect carried cards 5S", "carried cards 5S", "carried cards none"),
    (("mei reports face-up-card with extra cards 5S", "arun attests"), "expect carried cards none",
     "carried cards none", "carried cards 5S"),
    (BEGUN, "expect timer next settle", "timer next settle", "timer next nothing"),
    (("mei begins the closing",), "expect timer next nothing", "timer next nothing",
     "timer next cut off"),
    (("mei begins the closing",), "expect timer next cut off at 20:00:03",
     "timer next cut off at 20:00:03", "timer next cut off at 20:00:02"),
    (BEGUN, "expect dealer bo", "dealer bo", "dealer mei"),
    (("table B2",), "expect dealer bo", "dealer bo", "dealer none"),
    (BEGUN, "expect credits T1 5", "credits of T1 5.00", "credits of T1 895.00"),
    (BEGUN, "expect bets T1 tie 5", "bets of T1 tie 5.00", "bets of T1 banker 100.00, tie 5.00"),
    (("table B2",), "expect bets T1 tie 5", "bets of T1 tie 5.00", "bets of T1 nothing"),
    (PLAYED, "expect T1 banker lost", "banker of T1 lost", "banker of T1 won"),
    (PLAYED, "expect T1 banker won 95", "banker of T1 won 95.00", "banker of T1 won 100.00"),
    (PLAYED, "expect T1 player won", "player of T1 won", "player of T1 without an end"),
    (PLAYED, "expect T2 banker won", "banker of T2 won", "banker of T2 without an end"),
    (("table B2",), "expect T1 banker won", "banker of T1 won", "banker of T1 without an end"),
    (PLAYED, "expect games T1 2", "2 games of T1", "1 games of T1"),
    (PLAYED, "expect meter T1 buy-in 5", "meter buy-in of T1 5.00", "meter buy-in of T1 1000.00"),
    (PLAYED, "expect account house 0", "account house 0.00", "account house -95.00"),
    (BEGUN, "expect T1 lost", "T1 lost", "connected and enabled"),
    (("table B2",), "expect T1 lost", "T1 lost", "absent"),
    ((), "expect mei Pit Manager", "mei, Pit Manager", "mei, Dealer"),
    ((), "expect bo acting Dealer", "bo, acting Dealer", "bo, Dealer"),
    (("tan dismisses bo",), "expect bo Dealer", "bo, Dealer",
     "person 'bo': dismissed, expected a person who works on this floor (A-52)"),
    ((), "expect profile single person", "profile single person", "profile staffed"),
    (BEGUN, "expect events CardDealt", "CardDealt", "CardDealt, CardDealt, CardDealt"),
    (("T1 bets tie 5 under id a", "T1 bets tie 5 under id a"), "expect events PositionTaken",
     "PositionTaken", "no events"),
    (("mei settles", "expect refusal OutOfPhase"), "expect event RoundSettled",
     "event RoundSettled", "no events"),
    (BEGUN, 'expect event CardDealt "9D"', "event CardDealt with the words '9D'",
     "KS to the Player Hand; 3D to the Banker Hand; QH to the Player Hand"),
    (BEGUN, "expect event ResultShown", "event ResultShown", "CardDealt, CardDealt, CardDealt"),
    (BEGUN, "expect no event CardDealt", "no event CardDealt", "CardDealt, CardDealt, CardDealt"),
    (BEGUN, "expect clause 5.1", "clause 5.1", "3.8"),
    (('tan enrols zoe as "Zoe Lim"',), "expect clause 5.1", "clause 5.1", "no clause"),
    (BEGUN, 'expect by "mei, Pit Supervisor"', "mei, Pit Supervisor", "mei, Dealer"),
    (("mei closes bets",), 'expect by "mei, Dealer"', "mei, Dealer",
     "mei, Dealer; terminal T1; terminal T2"),
    (("mei settles", "expect refusal OutOfPhase"), 'expect by "mei, Dealer"', "mei, Dealer",
     "nobody, because nothing happened"),
    (BEGUN, "expect the round void", "the round void", "it is not"),
    (("table B2",), "expect the round void", "the round void", "it is not"),
    (BEGUN, "expect repeat", "a command that was given before", "a new one"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "line", "expected", "found"), UNMET)
def test_what_is_not_so_is_told_with_what_is_found(
    before: tuple[str, ...], line: str, expected: str, found: str
) -> None:
    assert failure(*before, line) == (len(before) + 1, expected, found)


def test_before_the_first_command_there_is_nothing_to_expect() -> None:
    assert failure("expect repeat", before="") == (
        1,
        "a command that was given before",
        "a new one",
    )
    assert failure("expect refusal NoShoe", before="") == (1, "refusal NoShoe", "no refusal")
    assert failure("expect events CardDealt", before="") == (
        1,
        "CardDealt",
        "no events",
    )


def test_a_stamp_that_says_otherwise_is_told_whole() -> None:
    _, expected, found = failure('expect stamp "single person"')
    assert expected == "a round stamped 'single person'"
    assert found.startswith("rws-etg, version 5, ")
    assert "A-73" in found


def test_the_founder_of_the_floor_is_enrolled_by_nobody() -> None:
    held('nobody enrols tan as "Tan Wei"', 'expect by "nobody"', before="")


def test_a_timer_of_a_self_dealing_table_asks_its_shoe() -> None:
    held(
        "table C3 plays rws-etg",
        "  cards from a virtual shoe",
        "  deals by itself",
        "siti configures the table",
        "bo opens the table",
        "expect timer next load a shoe",
        before=SET_UP,
    )
