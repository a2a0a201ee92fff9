"""A look at the whole record, taken after every start and at the end."""

import shutil
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from punto.audit import audit as audit_file
from punto.identity import evolution as floor_evolution
from punto.identity.events import Event as FloorEvent
from punto.identity.floors import Floor
from punto.ledger.audit import audit as audit_book
from punto.ledger.postings import Posting
from punto.rounds.events import Event as TableEvent
from punto.rounds.evolution import evolve_and_post
from punto.rounds.matter_events import EarlierRoundResettled, RoundResettled, RoundVoided
from punto.rounds.round_events import RoundSettled
from punto.rounds.state import Table
from punto.storage.journal import StoredJournal
from punto.storage.transactions import StoredTransaction
from punto.storage.verifying import verify
from punto.tables.ports import FLOOR, Event, RecordBroken, Stream, table_of
from punto.torture.messages import State
from punto.torture.nodes import NodeProcess
from punto.torture.promises import Promise, PromiseBroken, expect
from punto.torture.server import Server
from punto.torture.stories import answer_in_words
from punto.torture.witness import Witness
from punto.values.ids import CommandId

_ENDINGS = RoundSettled | RoundVoided | RoundResettled | EarlierRoundResettled


def inspect(server: Server, witness: Witness) -> None:
    """Hold the record against everything that anybody was ever told."""
    _inspect_chain(server)
    journal = server.journal
    for stream, shown in list(witness.shown.items()):
        events = [event for _, event in journal.read(stream)]
        _inspect_shown(stream, events, shown)
        witness.learn(stream, events[len(shown) :])
        _inspect_answers(journal, stream, events, witness)
        states = _inspect_replay(stream, events)
        witness.states[stream] = states[-1]
        for process in server.processes.values():
            _inspect_node(process, stream, states)
    between = witness.money.between_tables
    expect(Promise.CREDITS_CONSERVED, not between, f"{between} cents are between two tables")
    witness.check_money()


def inspect_file(server: Server, exported: Sequence[Path] = ()) -> None:
    """Have the auditor, who shares no code with us, look at a copy of the file."""
    with TemporaryDirectory(dir=server.path.parent) as folder:
        copy = Path(folder) / server.path.name
        for suffix in ("", "-wal"):
            file = server.path.with_name(server.path.name + suffix)
            if file.exists():
                shutil.copyfile(file, copy.with_name(copy.name + suffix))
        verdict = audit_file(str(copy), exported, [server.key.public])
    found = verdict.finding
    seen = "" if found is None else f"{found.where}: {found.found}, expected {found.expected}"
    expect(Promise.AUDIT_PASSES, verdict.holds, seen)


def _inspect_chain(server: Server) -> None:
    try:
        verify(server.journal.database, [server.key.public], server.exported)
    except RecordBroken as broken:
        raise PromiseBroken(Promise.CHAIN_INTACT, str(broken)) from broken


def _inspect_shown(stream: Stream, events: Sequence[Event], shown: Sequence[Event]) -> None:
    lost = len(shown) - len(events)
    expect(
        Promise.SHOWN_IS_RECORDED,
        lost <= 0,
        f"{stream}: {lost} events were shown that are not in the record, which has {len(events)}",
    )
    same = list(events[: len(shown)]) == list(shown)
    expect(Promise.SHOWN_IS_RECORDED, same, f"{stream}: the record holds other events than shown")


def _inspect_answers(
    journal: StoredJournal, stream: Stream, events: Sequence[Event], witness: Witness
) -> None:
    """Every answer that left is kept; every event belongs to one answer that is kept whole."""
    told = witness.news.pop(stream, {})
    new = events[witness.inspected.get(stream, 0) :]
    witness.inspected[stream] = len(events)
    blocks = [(name, tuple(block)) for name, block in groupby(new, lambda e: e.command)]
    names = list(dict.fromkeys((*told, *(name for name, _ in blocks))))
    with journal.database.reading() as session:
        stored = StoredTransaction(session, ()).answers(stream, names)
    for name, answer in told.items():
        kept = stored.get(name)
        seen = f"{stream}: {name} was answered {answer_in_words(answer)}"
        expect(Promise.ACKNOWLEDGED_KEPT, kept is not None, f"{seen}, and nobody knows of it")
        # In lists: to hold two unions of all answers against each other takes mypy seconds.
        same = kept is not None and [kept.answer] == [answer]
        expect(Promise.ACKNOWLEDGED_KEPT, same, f"{seen}, and the record says otherwise")
    seen_before = set[CommandId]()
    for name, block in blocks:
        kept, place = stored.get(name), f"{stream}: the events of {name}"
        expect(Promise.WHOLE_OR_NOT_AT_ALL, name not in seen_before, f"{place} are there twice")
        whole = kept is not None and kept.answer == block
        expect(Promise.WHOLE_OR_NOT_AT_ALL, whole, f"{place} are not those of its answer")
        seen_before.add(name)


def _inspect_replay(stream: Stream, events: Iterable[Event]) -> list[State]:
    """The state after each event, by a replay from the first one."""
    table, floor, postings = Table(), Floor(), list[Posting]()
    states: list[State] = [floor if stream == FLOOR else table]
    endings: dict[int, list[int]] = {}
    for event in events:
        if isinstance(event, FloorEvent):
            floor = floor_evolution.evolve(floor, event)
            states.append(floor)
            continue
        table, posting = evolve_and_post(table, event)
        states.append(table)
        if posting is not None:
            postings.append(posting)
            _note_ending(endings, table, event, posting)
    differences = audit_book(table.book, postings)
    seen = "; ".join(each.sentence for each in differences[:3])
    expect(Promise.LEDGER_IS_EVENTS, not differences, f"{stream}: {seen}")
    _inspect_endings(stream, table, endings)
    return states


def _note_ending(
    endings: dict[int, list[int]], table: Table, event: TableEvent, posting: Posting
) -> None:
    fact = event.fact
    if isinstance(fact, _ENDINGS):
        late = isinstance(fact, EarlierRoundResettled)
        number = fact.round_number if late else table.rounds_count  # type: ignore[union-attr]
        endings.setdefault(number, []).append(posting.number)


def _inspect_endings(stream: Stream, table: Table, endings: dict[int, list[int]]) -> None:
    undone = table.book.reversed_numbers
    for number, paid in endings.items():
        standing = [each for each in paid if each not in undone]
        seen = f"{stream}: round {number} is paid by the postings {standing}, expected the last"
        expect(Promise.ONE_ENDING, standing == paid[-1:], seen)


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
            for name in Table.__slots__
            if getattr(standing.table, name) != getattr(replayed, name, None)
        )
        raise PromiseBroken(Promise.LIVE_IS_REPLAY, f"{place}: other than replayed in {names}")
