"""Every record that a table writes holds, whatever happened there."""

from pathlib import Path

import pytest
from hypothesis import settings

from punto.audit import audit
from punto.rounds.purse.commands import MoveIn, MoveOut
from punto.storage.sqlite.database import open_sqlite
from rounds.test_any_evening import AnyEvening
from support.audit.recording import Recorder, commands_of, evening_commands, recorded
from support.rehearsals.irregularities import rehearsals
from support.rehearsals.stage import read


@pytest.mark.parametrize("name", sorted(rehearsals()))
def test_the_record_of_a_rehearsal_holds(name: str, tmp_path: Path) -> None:
    record = recorded(tmp_path / "record.db", commands_of(read(rehearsals()[name])))
    verdict = audit(str(record))
    assert verdict.finding is None, verdict.finding.sentence
    assert verdict.counts.events > 0


def test_a_record_is_read_beside_its_writer(tmp_path: Path) -> None:
    script = read(rehearsals()["first"])
    journal = open_sqlite(tmp_path / "record.db")
    recorder = Recorder(journal)
    seen = []
    for asked in commands_of(script):
        recorder.give([asked])
        verdict = audit(str(tmp_path / "record.db"))
        assert verdict.finding is None, verdict.finding.sentence
        seen.append(verdict.counts.events)
    journal.close()
    assert seen[-1] == 25
    assert seen == sorted(seen)


class AuditedEvening(AnyEvening):
    """The same random commands in a real record, which is audited at the end."""

    folder: Path
    files = 0

    def teardown(self) -> None:
        super().teardown()
        # That test makes up moves, for which the other table has no record.
        asked = [
            (stream, command)
            for stream, command in evening_commands(self.evening.record)
            if not isinstance(command.wish, MoveIn | MoveOut)
        ]
        type(self).files += 1
        path = self.folder / f"{self.files}.db"
        verdict = audit(str(recorded(path, asked)))
        assert verdict.finding is None, verdict.finding.sentence
        path.unlink()


def test_any_evening_leaves_a_record_that_holds(tmp_path: Path) -> None:
    AuditedEvening.folder = tmp_path
    case = AuditedEvening.TestCase
    case.settings = settings(max_examples=40, stateful_step_count=60, deadline=None)
    case("runTest").runTest()
