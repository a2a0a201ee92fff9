"""A round of a record, step by step."""

from pathlib import Path

import pytest

from punto.storage.postgresql.database import open_postgresql
from support.audit.recording import Recorder, commands_of
from support.cli.records.shelves import recorded
from support.cli.records.writing import writing
from support.cli.running import answer, refused, run
from support.rehearsals.stage import read
from support.storage.servers import PostgresServer

A_ROUND = Path(__file__).parent.parent.parent.parent / "rehearsals/table/interrupted.rehearsal"


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The power fails after three cards; a pair is decided, so the round goes on."""
    return recorded("table/interrupted", tmp_path_factory.mktemp("replay") / "record.db")


def test_every_step_has_who_what_and_under_which_clause(interrupted: Path) -> None:
    data = answer("replay", "A1", "1", "--database", str(interrupted), "--json")
    assert (data["table"], data["round"], data["shoe"]) == ("A1", 1, 1)
    assert (data["game"], data["terminal"]) == ("mbs-tiger", None)
    stamp = data["stamp"]
    assert (stamp["document"], stamp["version"]) == ("mbs", 4)
    assert stamp["effective"] == "2025-03-20T09:00:00+08:00"
    assert "A-31a" in stamp["readings"]
    steps = data["steps"]
    assert [(step["event"], step["by"], step["clause"]) for step in steps] == [
        ("BetsOpened", "mei, Dealer", "3.1"),
        ("PositionTaken", "terminal T1", "3.5"),
        ("ClosingBegan", "mei, Dealer", "3.2"),
        ("TerminalFroze", "terminal T1", "3.2"),
        ("BetsClosed", "mei, Dealer", "3.2"),
        ("CardDealt", "mei, Dealer", "3.6"),
        ("CardDealt", "mei, Dealer", "3.6"),
        ("CardDealt", "mei, Dealer", "3.6"),
        ("IrregularityReported", "mei, Dealer", "5.9"),
        ("PlayResumed", "arun, Pit Supervisor", "5.9.2"),
        ("CardDealt", "mei, Dealer", "3.6"),
        ("TotalsAnnounced", "mei, Dealer", "3.8"),
        ("ResultShown", "mei, Dealer", "3.9"),
        ("RoundSettled", "mei, Dealer", "1.1.16"),
    ]
    assert steps[1]["balances"]["T1"]["credits_after"] == "395.00"
    assert steps[10]["hands"] == {
        "player": {"cards": "4D 4C", "total": 8},
        "banker": {"cards": "KS 2D", "total": 2},
    }
    ended = steps[-1]["results"]["T1"]
    assert (ended["banker"]["result"], ended["banker"]["returned"]) == ("lost", "0.00")
    assert (ended["tiger-pair"]["odds"], ended["tiger-pair"]["returned"]) == ("4:1", "25.00")
    assert steps[-1]["balances"]["T1"]["credits_after"] == "420.00"


def test_people_read_it_line_by_line(interrupted: Path) -> None:
    text = run("replay", "A1", "1", "--database", str(interrupted)).stdout
    lines = text.splitlines()
    assert lines[0] == "Recall of round 1 at table A1, not live"
    assert lines[1] == "Tiger Baccarat, Electronic Baccarat (MBS), version 4; shoe 1"
    assert "2026-01-01 (UTC)" in lines
    assert "  10  20:00:00.000  arun, Pit Supervisor: Play goes on  [5.9.2]" in lines
    assert "      Player 4♦ 4♣ = 8    Banker K♠ 2♦ = 2" in lines
    assert "      T1 credits 395.00 → 420.00" in lines
    (pair,) = [line for line in lines if line.strip().startswith("T1        Tiger Pair")]
    assert pair.split() == [
        "T1", "Tiger", "Pair", "5.00", "won", "4", "to", "1", "20.00", "25.00", "4.9",
        "one", "pair",
    ]  # fmt: skip


def test_a_terminal_sees_only_its_own_bets(busy: Path) -> None:
    round_2 = ("replay", "A1", "2", "--database", str(busy), "--json")
    own = answer(*round_2, "--terminal", "T1")
    assert (own["terminal"], answer(*round_2)["terminal"]) == ("T1", None)
    asked = {step["event"] for step in answer(*round_2)["steps"]}
    assert {step["event"] for step in own["steps"]} <= asked
    for step in own["steps"]:
        assert {*step["balances"], *step["results"]} <= {"T1"}


def test_a_terminal_that_was_never_there_is_told(tmp_path: Path) -> None:
    record = recorded("table/moves", tmp_path / "record.db")
    (told,) = refused("replay", "A1", "1", "--database", str(record), "--terminal", "T99")
    assert told.startswith("terminal 'T99': never at table A1, expected T1")


def test_corrections_and_what_is_owed_are_shown(tmp_path: Path) -> None:
    record = recorded("money/debts", tmp_path / "record.db")
    text = run("replay", "A1", "1", "--database", str(record), "--terminal", "T1").stdout
    assert "As terminal T1 may see it" in text
    assert "Cards corrected: 2D KS 2C 7H KD become 2D KS 2C 7H 4D  [5.6]" in text
    # Round 1 paid 200, all of which left as a ticket; the corrected round pays nothing.
    assert "      T1 credits 0.00 → 0.00, owes 0.00 → 200.00\n" in text


def test_a_round_in_postgresql_is_the_same(
    interrupted: Path, postgres_server: PostgresServer
) -> None:
    address = postgres_server.fresh_address()
    journal = open_postgresql(address)
    Recorder(journal).give(commands_of(read(A_ROUND.read_text("utf-8"))))
    journal.close()
    one, other = (
        answer("replay", "A1", "1", "--database", each, "--json")
        for each in (address, str(interrupted))
    )
    assert one == other


def test_a_round_is_replayed_beside_its_writer(tmp_path: Path) -> None:
    record = str(tmp_path / "record.db")
    with writing(record):
        data = answer("replay", "A1", "1", "--database", record, "--json")
    assert data["steps"][0]["event"] == "BetsOpened"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("B7", "1"), "table 'B7': not in {}, expected A1"),
        (("A1", "9"), "round 9 at table A1: not in the record, which has 1 to 1"),
        (("A1", "0"), "Invalid value for 'ROUND': 0 is not in the range x>=1."),
        (("A1", "one"), "Invalid value for 'ROUND': 'one' is not a whole number."),
    ],
)
def test_what_is_not_in_the_record_is_told(
    asked: tuple[str, str], sentence: str, interrupted: Path
) -> None:
    (told,) = refused("replay", *asked, "--database", str(interrupted))
    assert told == sentence.format(interrupted)


def test_a_record_without_tables_or_rounds_says_so(tmp_path: Path) -> None:
    record = tmp_path / "people.db"
    people = "people\n  tan Shift Manager\n"
    assert run("rehearse", "-", "--record", str(record), given=people).exit_code == 0
    (told,) = refused("replay", "A1", "1", "--database", str(record))
    assert told == f"table 'A1': not in {record}, expected one, and there is none yet"
    record = tmp_path / "configured.db"
    script = "table A1 plays rws-etg\npeople\n  tan Shift Manager\ntan configures the table\n"
    assert run("rehearse", "-", "--record", str(record), given=script).exit_code == 0
    (told,) = refused("replay", "A1", "1", "--database", str(record))
    assert told == "round 1 at table A1: not in the record, which has none yet"
