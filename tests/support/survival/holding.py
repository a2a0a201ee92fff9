"""Comparing a record with the model, row by row and by three verifiers."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from punto.audit import audit
from punto.rounds.commands import TableCommand, Timer
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.irregularity.events import IrregularityReported
from punto.rules.irregularity_policies import Irregularity
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
    """Return the stored answers to those of the commands that the record knows."""
    with journal.database.reading() as session:
        found = StoredTransaction(session, ()).answers(stream, list(commands))
    return {command: stored.answer for command, stored in found.items()}


def found_of(
    journal: StoredJournal, known: Model, pending: Sequence[Ask | Move]
) -> list[Ask | Move]:
    """Return the unanswered requests that the record has and the model does not know yet."""
    found: list[Ask | Move] = []
    missing: set[Stream] = set()
    for request in pending:
        stream, command = request.stream, request.command.id
        if command in known.answers(stream):
            continue
        if stored_answers(journal, stream, [command]):
            # A stream records in the order of the requests, so none is skipped.
            assert stream not in missing, f"{command} of {stream} is there, one before it is not"
            found.append(request)
        else:
            missing.add(stream)
    return found


def reports_of(journal: StoredJournal, known: Model) -> list[Ask]:
    """Return the reports of interrupted rounds that a process made when it started."""
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
            reports.append(
                Ask(stream, TableCommand(CommandId(row.command), at, Timer(dealer), wish))
            )
    return reports


def _report_times(
    journal: StoredJournal, stream: Stream, command: CommandId
) -> tuple[Instant, int]:
    """Return when a report was made, and how long the interruption lasted, by the node's clock."""
    (answer,) = stored_answers(journal, stream, [command]).values()
    if not isinstance(answer, tuple):
        return Instant(BEGAN_AT), 1
    fact = answer[0].fact
    assert isinstance(fact, IrregularityReported)
    assert fact.lasted_ms > 0
    return answer[0].at, fact.lasted_ms


def holds(journal: StoredJournal, model: Model) -> None:
    """Check that every stream has the model's events and answers, and no others."""
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
    """Check that each terminal that left one table arrived at the other, and no other did."""
    for request in asked:
        if isinstance(request, Move):
            left = stored_answers(journal, request.stream, [request.command.id])
            came = stored_answers(journal, request.target, [arrival_of(request)])
            assert any(isinstance(each, tuple) for each in left.values()) == bool(came)


def verified(
    address: str, journal: StoredJournal, key: str, exported: Sequence[CheckpointRow], folder: Path
) -> None:
    """Check the chains, every checkpoint that was handed out, and the auditor's own rules."""
    verdict = verify(journal.database, [key], exported)
    assert verdict.checkpoints_count >= len(exported)
    files = []
    for row in exported[-1:]:
        files.append(folder / "checkpoint")
        files[-1].write_bytes(to_file(row))
    audited = audit(address, files, [key])
    assert audited.finding is None, audited.finding.sentence


def opened_for_reading(address: str) -> StoredJournal | None:
    """Open the record for reading, beside a writer; return None if it was never made."""
    try:
        return read_record(address)
    except CannotRecord as fault:
        if "there is no" in str(fault):
            return None
        raise
