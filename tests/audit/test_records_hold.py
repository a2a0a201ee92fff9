"""Every record that a table writes passes the audit, whatever happened there."""

from pathlib import Path

import pytest
from hypothesis import settings

from punto.audit import audit
from punto.rounds.betting.commands import OpenBets
from punto.rounds.configuration import Configuration
from punto.rounds.purse.commands import MoveIn, MoveOut
from punto.rounds.table import decisions
from punto.rounds.table.commands import ChangeLimits, ConfigureTable
from punto.rules.limits import Limits
from punto.storage.sqlite.database import open_sqlite
from punto.values import replace
from punto.values.ids import Instant
from punto.values.money import dollars
from rounds.test_any_evening import AnyEvening
from support.audit.recording import Recorder, commands_of, evening_commands, recorded
from support.rehearsals.irregularities import rehearsals
from support.rehearsals.stage import read
from support.rounds.coming_rules import TAKES_EFFECT, later_rules
from support.rounds.evening import PIT_MANAGER, T1, Evening, opened


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


def coming_evening() -> Evening:
    """Rules are set ahead; one round is opened before their date and one after it."""
    evening = opened()
    evening.do(OpenBets())
    evening.bet(T1, banker=100)
    evening.do(ConfigureTable(later_rules()), PIT_MANAGER)
    evening.now = TAKES_EFFECT
    evening.play("4D 9S KC KH")
    evening.do(ChangeLimits(Limits(dollars(20))), PIT_MANAGER)
    evening.do(OpenBets())
    evening.bet(T1, banker=10)
    evening.play("4D 9S KC KH")
    return evening


def test_a_round_is_audited_by_the_rules_of_the_moment_at_which_it_was_opened(
    tmp_path: Path,
) -> None:
    evening = coming_evening()
    assert evening.table.credits_of(T1) == dollars(1_000 + 95 + 9)
    verdict = audit(str(recorded(tmp_path / "record.db", evening_commands(evening.record))))
    assert verdict.finding is None, verdict.finding.sentence


@pytest.mark.parametrize(
    ("forged", "found"),
    [
        (later_rules(at=Instant(1_000)), "rules in force, set at an open table"),
        (replace(later_rules(), burns_cards=True), "what the open table uses"),
    ],
)
def test_no_other_rules_are_set_at_an_open_table(
    forged: Configuration, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "_open_unfit", lambda *_: None)
    evening = opened()
    evening.do(ConfigureTable(forged), PIT_MANAGER)
    verdict = audit(str(recorded(tmp_path / "record.db", evening_commands(evening.record))))
    assert verdict.finding is not None
    assert found in verdict.finding.sentence


@pytest.mark.parametrize("moment", [TAKES_EFFECT - 1, TAKES_EFFECT])
def test_no_round_is_played_by_the_rules_of_another_moment(
    moment: Instant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that confuses the old rules with the new ones."""
    evening = opened()
    evening.do(ConfigureTable(later_rules()), PIT_MANAGER)
    swapped = Configuration.in_force_at
    monkeypatch.setattr(Configuration, "in_force_at", lambda self, at: not swapped(self, at))
    evening.now = moment
    evening.do(OpenBets())
    monkeypatch.setattr(decisions, "_open_unfit", lambda *_: None)
    verdict = audit(str(recorded(tmp_path / "record.db", evening_commands(evening.record))))
    assert verdict.finding is not None
    assert "the stamp" in verdict.finding.sentence or "the end" in verdict.finding.sentence


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
