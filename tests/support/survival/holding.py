"""A record that is held against the model, row by row and by three verifiers."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from punto.audit import audit
from punto.rounds.commands import Command, Timer
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.irregularity.events import IrregularityReported
from punto.rules.irregularities import Irregularity
from punto.runtime.drafts import Answer
from punto.runtime.interruptions import WORDS
from punto.runtime.ports import CannotRecord, Stream
from punto.storage.addresses import read_record
from punto.storage.checkpoints.checkpoints import to_file
from punto.storage.checkpoints.verification import verify
from punto.storage.journal import StoredJournal
from punto.storage.record.rows import CheckpointRow
from punto.storage.record.transactions import StoredTransaction
from punto.values.ids import CommandId, Instant
from support.survival.messages import Ask, Move
from support.survival.model import Model, arrival_of
from support.survival.streams import BEGAN_AT, STREAMS, TABLES


def stored_answers(
    journal: StoredJournal, stream: Stream, commands: Iterable[CommandId]
) -> dict[CommandId, Answer]:
    """What the record says was answered to those of the commands that it knows."""
    with journal.database.reading() as session:
        found = StoredTransaction(session, ()).answers(stream, list(commands))
    return {command: stored.answer for command, stored in found.items()}


def found_of(
    journal: StoredJournal, known: Model, pending: Sequence[Ask | Move]
) -> list[Ask | Move]:
    """Those of the unanswered requests that the record has, and the model does not know of yet."""
    found: list[Ask | Move] = []
    missing: set[Stream] = set()
    for request in pending:
        stream, command = request.stream, request.command.id
        if command in known.answers(stream):
            continue
        if stored_answers(journal, stream, [command]):
            # A stream records in the order in which it is asked, so nothing is passed over.
            assert stream not in missing, f"{command} of {stream} is there, one before it is not"
            found.append(request)
        else:
            missing.add(stream)
    return found


def reports_of(journal: StoredJournal, known: Model) -> list[Ask]:
    """What a process has told by itself when it started: a round that was cut short."""
    reports = []
    for stream in TABLES:
        already = len(known.answers(stream))
        with journal.database.reading() as session:
            rows = session.answers_in_order(stream, already, 10)
        dealer = known.tables[stream].table.dealer
        for row in rows:
            assert row.command.startswith("interrupted/"), f"{row.command} was never asked"
            assert dealer is not None
            at, lasted_ms = _report_times(journal, stream, CommandId(row.command))
            wish = ReportIrregularity(
                Irregularity.TECHNICAL_INTERRUPTION, WORDS, lasted_ms=lasted_ms
            )
            reports.append(Ask(stream, Command(CommandId(row.command), at, Timer(dealer), wish)))
    return reports


def _report_times(
    journal: StoredJournal, stream: Stream, command: CommandId
) -> tuple[Instant, int]:
    """When a report was made, and how long the interruption had lasted, by the node's clock."""
    (answer,) = stored_answers(journal, stream, [command]).values()
    if not isinstance(answer, tuple):
        return Instant(BEGAN_AT), 1
    fact = answer[0].fact
    assert isinstance(fact, IrregularityReported)
    assert fact.lasted_ms > 0
    return answer[0].at, fact.lasted_ms


def holds(journal: StoredJournal, model: Model) -> None:
    """Every stream has the model's events and answers, and no others."""
    for stream in STREAMS:
        events = tuple(event for _, event in journal.read(stream))
        assert events == model.events(stream), f"{stream}: other events than the model's"
        expected = model.answers(stream)
        found = stored_answers(journal, stream, expected)
        assert found == expected, f"{stream}: other answers than the model's"
        with journal.database.reading() as session:
            rows = session.answers_in_order(stream, 0, len(expected) + 1)
        assert [row.command for row in rows] == list(expected), f"{stream}: another order"


def moves_whole(journal: StoredJournal, asked: Iterable[Ask | Move]) -> None:
    """A terminal that has left one table has come to the other, and no other has."""
    for request in asked:
        if isinstance(request, Move):
            left = stored_answers(journal, request.stream, [request.command.id])
            came = stored_answers(journal, request.target, [arrival_of(request)])
            assert any(isinstance(each, tuple) for each in left.values()) == bool(came)


def verified(
    address: str, journal: StoredJournal, key: str, exported: Sequence[CheckpointRow], folder: Path
) -> None:
    """The chains, every checkpoint that was ever handed out, and the auditor's own rules."""
    verdict = verify(journal.database, [key], exported)
    assert verdict.checkpoints_count >= len(exported)
    files = []
    for row in exported[-1:]:
        files.append(folder / "checkpoint")
        files[-1].write_bytes(to_file(row))
    audited = audit(address, files, [key])
    assert audited.finding is None, audited.finding.sentence


def opened_for_reading(address: str) -> StoredJournal | None:
    """The record, beside whoever has it open; nothing where none was ever made."""
    try:
        return read_record(address)
    except CannotRecord as fault:
        if "there is no" in str(fault):
            return None
        raise
