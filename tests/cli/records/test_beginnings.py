"""A command that begins at a snapshot says the same as one that reads every event."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from punto.audit import audit
from punto.cli import records
from punto.storage.checkpoints.signing_keys import SigningKey, create_key
from punto.views.reports import REPORTS
from support.audit.recording import evening_commands, recorded
from support.cli.records.shelves import change, copy_of, look
from support.cli.running import refused, run
from support.storage.golden_evening import unpack
from support.storage.kept_snapshots import keep_snapshots
from support.views.reports.busy import busy_evening

OPENINGS = "SELECT stream, count(*) FROM events WHERE name = 'round.bets_opened' GROUP BY stream"


def rounds_of(record: Path) -> list[tuple[str, str]]:
    """Return every round of a record, with its table."""
    return [
        (stream.removeprefix("table/"), str(number))
        for stream, count in look(record, OPENINGS)
        for number in range(1, count + 1)
    ]


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    return unpack(tmp_path)


@pytest.fixture
def long(busy: Path, busy_key: SigningKey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The busy evening, with a signed snapshot at every few events."""
    record = copy_of(busy, tmp_path)
    change(record, "DELETE FROM snapshots")
    keep_snapshots(record, busy_key, monkeypatch)
    return record


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An evening on which time passes, with a signed snapshot at every few events."""
    folder = tmp_path_factory.mktemp("timed")
    played = evening_commands(busy_evening("mbs-tiger").record)
    record = recorded(folder / "record.db", played)
    with pytest.MonkeyPatch.context() as patch:
        keep_snapshots(record, create_key(folder / "key"), patch)
    return record


def check_every_round(record: Path) -> None:
    """Compare every replay that begins at a snapshot with the one from the first event."""
    begun = 0
    for table, number in rounds_of(record):
        asked = ("replay", table, number, "--database", str(record))
        for form in ((), ("--json",)):
            short, whole = run(*asked, *form), run(*asked, *form, "--from-start")
            assert short.exit_code == whole.exit_code == 0
            assert short.stdout == whole.stdout
            assert whole.stderr == ""
            begun += "vouches for the table before it" in short.stderr
    assert begun > 0


def test_a_round_of_a_busy_evening_is_the_same_from_a_snapshot(long: Path) -> None:
    assert audit(str(long)).holds
    check_every_round(long)


def test_a_round_of_the_golden_evening_is_the_same_from_a_snapshot(
    golden: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(golden, "DELETE FROM checkpoints")  # its key is not here to sign more of them
    change(golden, "DELETE FROM snapshots")
    golden.with_name("record.db-acknowledged").unlink(missing_ok=True)
    keep_snapshots(golden, create_key(tmp_path / "key"), monkeypatch, every=31)
    check_every_round(golden)


def test_it_says_who_vouches_for_the_snapshot(long: Path, busy_key: SigningKey) -> None:
    told = run("replay", "A1", "2", "--database", str(long)).stderr
    assert told.startswith("punto: table/A1: read from event ")
    assert told.endswith(f", signed by {busy_key.public}, vouches for the table before it\n")


def test_a_key_that_is_not_trusted_vouches_for_nothing(
    long: Path, busy_key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("replay", "A1", "2", "--database", str(long), "--key")
    assert "vouches" in run(*asked, busy_key.public).stderr
    monkeypatch.setattr(records, "_WORTH_TELLING", 1)
    told = run(*asked, "0" * 64).stderr
    assert told == (
        "punto: table/A1: read from its first event; no signed snapshot of this version fits\n"
    )
    (sentence,) = refused(*asked, "nonsense")
    assert sentence == "key 'nonsense': expected a public key of 64 hex digits"


def test_a_snapshot_that_was_changed_is_told_with_a_way_to_go_on(long: Path) -> None:
    change(long, "UPDATE snapshots SET body = x'7b7d'")
    asked = ("replay", "A1", "2", "--database", str(long))
    (told,) = refused(*asked)
    assert told.startswith("snapshot of table/A1 at ")
    assert told.endswith(": not the one that was vouched for; --from-start trusts no snapshot")
    assert run(*asked, "--from-start").exit_code == 0


def test_a_terminal_is_known_wherever_the_reading_begins(long: Path) -> None:
    asked = ("replay", "A1", "2", "--database", str(long), "--terminal")
    assert run(*asked, "T1").exit_code == 0
    _, told = refused(*asked, "T99")
    assert told.startswith("terminal 'T99': never at table A1, expected T1")


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_the_same_from_a_snapshot(name: str, timed: Path) -> None:
    ((first, last),) = look(timed, "SELECT min(at), max(at) FROM events WHERE position > 20")
    moments = [first + (last - first) * part // 4 for part in (2, 3)]
    since, until = (datetime.fromtimestamp(at / 1000, UTC).isoformat() for at in moments)
    told = ""
    for period in ((), ("--since", since), ("--since", since, "--until", until)):
        asked = ("report", name, "--database", str(timed), "--json", *period)
        short, whole = run(*asked), run(*asked, "--from-start")
        assert (short.stdout, short.exit_code) == (whole.stdout, 0)
        assert whole.stderr == ""
        told += short.stderr
    # The only shoe was loaded before the first snapshot; the tickets may be older than any.
    assert ("vouches for the table before it" in told) == (name not in {"shoes", "tickets"})
