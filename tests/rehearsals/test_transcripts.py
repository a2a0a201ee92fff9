import json

import pytest

from punto.rehearsals.scripts import Script, read_script
from punto.rehearsals.transcripts import as_data, as_text, mistakes_as_data
from support.rehearsals.stage import SET_UP, book, run

SCRIPT = """\
# A floor of one.
shows: floor of one
people
  tan  Shift Manager "Tan Wei"   # the only one
table A1 plays rws-etg

wait 1500 ms
tan configures the table
tan closes the table
expect refusal OutOfPhase
tan opens the table under id open-1
tan opens the table under id open-1
"""


def test_a_transcript_shows_each_line_and_under_it_what_happened() -> None:
    lines = as_text(run(SCRIPT)).splitlines()
    assert lines[:6] == [
        "   1  # A floor of one.",
        "   2  shows: floor of one",
        "   3  people",
        '   4    tan  Shift Manager "Tan Wei"   # the only one',
        "          20:00:00  nobody: tan is enrolled as Tan Wei",
        "          20:00:00  nobody: tan is Shift Manager  [A-52]",
    ]
    assert lines[6:8] == ["   5  table A1 plays rws-etg", "   7  wait 1500 ms"]
    assert lines[9].startswith(
        "          20:00:01.500  tan, Table Games Shift Manager: Table A1 plays "
    )
    assert lines[10:] == [
        "   9  tan closes the table",
        "          refusal OutOfPhase: closing the table: the table is closed, and opening it "
        "comes next (R 1.4, M 6.2); expected between two rounds (R 1.12, M 6.2)",
        "  10  expect refusal OutOfPhase",
        "  11  tan opens the table under id open-1",
        "          20:00:01.500  tan, Table Games Shift Manager: The table is open; "
        "tan, Table Games Shift Manager, deals  [A-52]",
        "  12  tan opens the table under id open-1",
        "          20:00:01.500  again, tan, Table Games Shift Manager: The table is open; "
        "tan, Table Games Shift Manager, deals  [A-52]",
        "Held: 5 commands, 1 expectation.",
    ]


@pytest.mark.parametrize(
    ("game", "title"),
    [
        ("mbs-tiger", "Gaming Shift Manager"),
        ("rws-etg", "Table Games Shift Manager"),
        ("rws-live", "Table Game Shift Manager"),
    ],
)
def test_roles_at_a_table_have_the_titles_of_its_operator(game: str, title: str) -> None:
    script = f"table A1 plays {game}\npeople\n  tan Shift Manager\ntan configures the table\n"
    opening = f'tan opens the table\nexpect by "tan, {title}"\n'
    # A script may also use the titles of its own language, which hold at every table.
    plain = 'expect by "tan, Shift Manager"\nexpect event TableOpened "tan, Shift Manager, deals"\n'
    transcript = run(f'{script}{opening}{plain}expect event TableOpened "tan, {title}, deals"\n')
    assert transcript.failure is None
    assert f"tan, {title}: The table is open; tan, {title}, deals" in as_text(transcript)
    # For programs a role has one name, by whatever document the table plays.
    (opened,) = as_data(transcript)["lines"][4]["commands"][0]["events"]
    assert opened["by"] == "tan, Shift Manager"
    assert opened["sentence"] == "The table is open; tan, Shift Manager, deals"


def test_a_transcript_ends_with_the_line_that_failed() -> None:
    text = as_text(run(SCRIPT + "expect phase betting\ntan closes the table\n"))
    assert text.splitlines()[-2:] == [
        "  13  expect phase betting",
        "Failed: line 13: expected phase betting, found phase idle",
    ]


def test_a_repeated_refusal_is_said_to_be_one() -> None:
    twice = "tan settles under id a\nexpect refusal OutOfPhase\n" * 2
    assert "          again, refusal OutOfPhase: " in as_text(run(SCRIPT + twice))


def test_a_transcript_as_data_has_every_line_command_and_event() -> None:
    data = as_data(run(SCRIPT + "expect phase betting\n"))
    assert json.loads(json.dumps(data)) == data
    assert data["shows"] == ["floor of one"]
    assert data["held"] is False
    assert data["failure"] == {
        "line": 13,
        "expected": "phase betting",
        "found": "phase idle",
        "sentence": "line 13: expected phase betting, found phase idle",
    }
    founding, closing = data["lines"][3]["commands"][0], data["lines"][7]["commands"][0]
    assert founding == {
        "table": None,
        "wish": "EnrolPerson",
        "repeated": False,
        "refusal": None,
        "events": [
            {
                "event": "PersonEnrolled",
                "at": "2026-01-01T20:00:00Z",
                "by": "nobody",
                "clause": "",
                "sentence": "tan is enrolled as Tan Wei",
            },
            {
                "event": "RoleGranted",
                "at": "2026-01-01T20:00:00Z",
                "by": "nobody",
                "clause": "A-52",
                "sentence": "tan is Shift Manager",
            },
        ],
    }
    assert closing["refusal"] == {
        "name": "OutOfPhase",
        "sentence": "closing the table: the table is closed, and opening it comes next "
        "(R 1.4, M 6.2); expected between two rounds (R 1.12, M 6.2)",
    }
    assert closing["events"] == []
    assert closing["table"] == "A1"


def test_a_transcript_that_holds_says_so_as_data() -> None:
    data = as_data(run(SCRIPT))
    assert (data["held"], data["failure"]) == (True, None)
    assert (data["mistakes"], data["more_mistakes"]) == ([], 0)


TOO_EARLY = (
    "settling the round: no round is in progress, and loading a shoe comes next (R 2.2.1, M 2.1); "
    "expected once the cards are complete (R 3.13, M 1.1.16)"
)


def test_a_refusal_that_was_not_announced_says_how_to_announce_it() -> None:
    text = as_text(run(SCRIPT + "  \ntan settles   # too early\n"))
    assert text.splitlines()[-1] == (
        f"Failed: line 14, `tan settles   # too early`, was refused: {TOO_EARLY} "
        "(if that is meant, add the line: expect refusal OutOfPhase)"
    )
    data = as_data(run(SCRIPT + "tan settles"))["failure"]
    assert (data["expected"], data["found"]) == (
        "no refusal",
        f"refusal OutOfPhase: {TOO_EARLY}",
    )


def test_with_several_tables_each_line_says_at_which_one_it_happens() -> None:
    lines = as_text(run(SET_UP + "mei settles\n")).splitlines()
    assert "          20:00:00  tan, Shift Manager: Terminal T1 stands at place T1" in lines
    assert "          20:00:00  A1  arun, Pit Supervisor: T1 joins the table  [1.15]" in lines
    assert lines[-2] == (
        "          A1  refusal OutOfPhase: settling the round: no round is in progress, and "
        "opening bets comes next (R 3.3, M 3.1); "
        "expected once the cards are complete (R 3.13, M 1.1.16)"
    )
    assert lines[-1].startswith("Failed: line 17, `mei settles`, was refused at A1: settling ")
    *_, unmet = as_text(run(SET_UP + "expect phase betting\n")).splitlines()
    assert unmet == "Failed: line 17, at A1: expected phase betting, found phase idle"
    *_, floor = as_text(run(SET_UP + "tan dismisses tan\n")).splitlines()
    assert floor.startswith("Failed: line 17, `tan dismisses tan`, was refused: ")


def test_the_date_is_told_when_the_day_changes() -> None:
    lines = as_text(run(SCRIPT + "wait 5 hours\ntan closes the table\nwait 1 hour\n")).splitlines()
    assert lines[-6:-1] == [
        "  13  wait 5 hours",
        "          2026-01-02",
        "  14  tan closes the table",
        "          01:00:01.500  tan, Table Games Shift Manager: The table is closed  [A-52]",
        "  15  wait 1 hour",
    ]


def test_a_role_until_another_day_says_which() -> None:
    text = as_text(run(SET_UP + "tan lets bo act as Pit Manager until 02:00 the next day\n"))
    assert "bo acts as Pit Manager from 20:00:00 until 2026-01-02 02:00:00" in text


def test_how_long_an_interruption_had_lasted_is_told() -> None:
    opened = SET_UP + "mei opens bets\n"
    text = as_text(run(opened + 'timer reports technical-interruption after 4 seconds: "down"\n'))
    assert ", after 4 s  [" in text
    text = as_text(run(opened + 'timer reports technical-interruption after 4500 ms: "down"\n'))
    assert ", after 4500 ms  [" in text


def test_mistakes_are_told_as_data() -> None:
    mistakes = read_script("people\n  tan Shift Manager\nexpect tan Dealr\n" + "x\n" * 22, book())
    assert not isinstance(mistakes, Script)
    data = mistakes_as_data(mistakes)
    assert json.loads(json.dumps(data)) == data
    assert (data["held"], data["lines"], data["more_mistakes"]) == (False, [], 3)
    assert data["mistakes"][0] == {
        "line": 3,
        "column": 12,
        "found": "'Dealr'",
        "expected": mistakes.told[0].expected,
        "meant": "Dealer",
        "sentence": mistakes.told[0].sentence,
    }
    assert data["mistakes"][1]["meant"] is None
