import json

from punto.rehearsals.transcripts import as_data, as_text
from rehearsals.stage import run

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
    assert lines[9].startswith("          20:00:01.500  tan, Shift Manager: Table A1 plays ")
    assert lines[10:] == [
        "   9  tan closes the table",
        "          refusal OutOfPhase: CloseTable: the table is closed, expected idle, settled",
        "  10  expect refusal OutOfPhase",
        "  11  tan opens the table under id open-1",
        "          20:00:01.500  tan, Shift Manager: The table is open; tan, Shift Manager, deals"
        "  [1.4]",
        "  12  tan opens the table under id open-1",
        "          20:00:01.500  again, tan, Shift Manager: The table is open; tan, Shift Manager, "
        "deals  [1.4]",
        "Held: 5 commands, 1 expectations.",
    ]


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
    assert data["failure"] == {"line": 13, "expected": "phase betting", "found": "phase idle"}
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
        "sentence": "CloseTable: the table is closed, expected idle, settled",
    }
    assert closing["events"] == []
    assert closing["table"] == "A1"


def test_a_transcript_that_holds_says_so_as_data() -> None:
    data = as_data(run(SCRIPT))
    assert (data["held"], data["failure"]) == (True, None)
