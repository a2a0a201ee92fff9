"""Inspections of the record: after every start, and of all of it at the end."""

import shutil
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from punto.audit import audit as audit_file
from punto.rounds import Table
from punto.runtime import Event, RecordBroken, Stream, table_of
from punto.storage.checkpoints.verification import verify
from punto.storage.journal import StoredJournal
from punto.storage.record.transactions import StoredTransaction, hash_at
from punto.torture.network import State
from punto.torture.nodes import NodeProcess
from punto.torture.promises import Promise, PromiseBroken, expect
from punto.torture.server import Server
from punto.torture.stories import answer_in_words
from punto.torture.witness import InspectedStream, RunWitness
from punto.values import field_names


def inspect(server: Server, witness: RunWitness, *, whole: bool) -> None:
    """Compare the record with everything that a device was ever told.

    A whole inspection begins at the first event. Any other continues after the last inspected
    event, and only checks that its hash is unchanged.
    """
    if whole:
        witness.forget_inspections()
        _inspect_chain(server)
    journal = server.journal
    heads = journal.streams()
    for stream, shown in list(witness.shown.items()):
        known = witness.inspected.setdefault(stream, InspectedStream(stream))
        _inspect_end(stream, heads.get(stream, 0), shown)
        events = _read_on(journal, known)
        _inspect_shown(stream, events, shown[known.position :])
        witness.learn(stream, events[len(shown) - known.position :])
        _inspect_answers(journal, known, events, witness)
        known.take(events)
        witness.states[stream] = known.states[-1]
        for process in server.processes.values():
            _inspect_node(process, stream, known.states)
    between = witness.money.between_tables
    expect(Promise.CREDITS_CONSERVED, not between, f"{between} cents are between two tables")
    witness.check_money()


def inspect_file(server: Server) -> None:
    """Have the auditor, which shares no code with the server, check a copy of the file."""
    with TemporaryDirectory(dir=server.path.parent) as folder:
        copy = Path(folder) / server.path.name
        for suffix in ("", "-wal", "-acknowledged"):
            file = server.path.with_name(server.path.name + suffix)
            if file.exists():
                shutil.copyfile(file, copy.with_name(copy.name + suffix))
        verdict = audit_file(str(copy), (), [server.key.public])
    found = verdict.finding
    seen = "" if found is None else f"{found.where}: {found.found}, expected {found.expected}"
    expect(Promise.AUDIT_PASSES, verdict.holds, seen)


def _inspect_chain(server: Server) -> None:
    try:
        verify(server.journal.database, [server.key.public], server.exported)
    except RecordBroken as broken:
        raise PromiseBroken(Promise.CHAIN_INTACT, str(broken)) from broken


def _inspect_end(stream: Stream, end: int, shown: Sequence[Event]) -> None:
    lost = len(shown) - end
    expect(
        Promise.SHOWN_IS_RECORDED,
        lost <= 0,
        f"{stream}: {lost} events were shown that are not in the record, which has {end}",
    )


def _read_on(journal: StoredJournal, known: InspectedStream) -> list[Event]:
    """Return the events after the inspected ones, which must be unchanged."""
    stream, position = known.stream, known.position
    try:
        with journal.database.reading() as session:
            same = known.hash in {None, hash_at(session, stream, position)}
            place = f"{stream} at {position}"
            expect(Promise.CHAIN_INTACT, same, f"{place}: rewritten since the last inspection")
            events = [event for _, event in journal.read(stream, position)]
            if events:
                known.hash = hash_at(session, stream, position + len(events))
    except RecordBroken as broken:
        raise PromiseBroken(Promise.CHAIN_INTACT, str(broken)) from broken
    return events


def _inspect_shown(stream: Stream, events: Sequence[Event], shown: Sequence[Event]) -> None:
    same = list(events[: len(shown)]) == list(shown)
    expect(Promise.SHOWN_IS_RECORDED, same, f"{stream}: the record holds other events than shown")


def _inspect_answers(
    journal: StoredJournal, known: InspectedStream, new: Sequence[Event], witness: RunWitness
) -> None:
    """Check that every sent answer is kept, and that every event belongs to one whole answer."""
    stream = known.stream
    told = witness.news.pop(stream, {})
    blocks = [(name, tuple(block)) for name, block in groupby(new, lambda e: e.command)]
    names = list(dict.fromkeys((*told, *(name for name, _ in blocks))))
    with journal.database.reading() as session:
        stored = StoredTransaction(session, ()).answers(stream, names)
    for name, answer in told.items():
        kept = stored.get(name)
        seen = f"{stream}: {name} was answered {answer_in_words(answer)}"
        expect(
            Promise.ACKNOWLEDGED_KEPT, kept is not None, f"{seen}, but the record does not have it"
        )
        # In lists: comparing two unions of all answers takes mypy seconds.
        same = kept is not None and [kept.answer] == [answer]
        expect(Promise.ACKNOWLEDGED_KEPT, same, f"{seen}, and the record says otherwise")
    seen_before = known.commands
    for name, block in blocks:
        kept, place = stored.get(name), f"{stream}: the events of {name}"
        expect(Promise.WHOLE_OR_NOT_AT_ALL, name not in seen_before, f"{place} are there twice")
        whole = kept is not None and kept.answer == block
        expect(Promise.WHOLE_OR_NOT_AT_ALL, whole, f"{place} are not those of its answer")
        seen_before.add(name)


def _inspect_node(process: NodeProcess, stream: Stream, states: Sequence[State]) -> None:
    standing = process.standings.get(table_of(stream))
    if standing is None or standing.halted:
        return
    place = f"{process.name}: {stream} at {standing.position}"
    known = standing.position < len(states)
    expect(Promise.SHOWN_IS_RECORDED, known, f"{place}, and the record ends before")
    replayed = states[standing.position]
    if standing.table != replayed:
        names = ", ".join(
            name
            for name in field_names(Table)
            if getattr(standing.table, name) != getattr(replayed, name, None)
        )
        raise PromiseBroken(Promise.LIVE_IS_REPLAY, f"{place}: other than replayed in {names}")
