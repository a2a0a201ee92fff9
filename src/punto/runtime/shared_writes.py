"""Batches of several streams that wait for the same writer share its next transaction.

With one writer, tables would wait for each other's syncs. Instead, all batches that arrive during
one transaction form the next one.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from punto.identity import FloorCommand, FloorEvent
from punto.rounds import TableCommand, TableEvent
from punto.runtime.command_fingerprints import Sealed
from punto.runtime.drafts import Answer
from punto.runtime.ports import Journal
from punto.runtime.stream_runtime import Runtime, seen
from punto.runtime.writer_threads import WriterThread

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)


@dataclass(frozen=True, slots=True)
class _WaitingBatch:
    runtime: Runtime[Any, Any, Any]
    commands: Sequence[Sealed[Any]]
    answered: "asyncio.Future[list[Answer]]"


class SharedWrites:
    """The writes of a node to a record that has one writer; used in one event loop only."""

    def __init__(
        self,
        journal: Journal,
        writer: WriterThread,
        tell_watchers: Callable[[], None],
        on_trouble: Callable[[str], None],
    ) -> None:
        self._journal, self._writer = journal, writer
        self._tell_watchers, self._on_trouble = tell_watchers, on_trouble
        self._waiting: list[_WaitingBatch] = []
        self._is_writing = False

    async def process(
        self, runtime: Runtime[S, C, E], commands: Sequence[Sealed[C]]
    ) -> list[Answer]:
        """Return the answers to a stream's batch, as ``Runtime.process_sealed`` does.

        Watchers are told just before, so that a screen gets its new view together with the answer.
        """
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[list[Answer]] = loop.create_future()
        self._waiting.append(_WaitingBatch(runtime, commands, answered))
        if not self._is_writing:
            # Not at once, so that batches of the same turn of the loop share the write.
            self._is_writing = True
            loop.call_soon(self._write)
        try:
            return await answered
        finally:
            self._tell_watchers()

    def _write(self) -> None:
        batches, self._waiting = self._waiting, []
        self._writer.begin(partial(self._ends, batches), partial(self._answer, batches))

    def _answer(
        self, batches: Sequence[_WaitingBatch], ends: Sequence[list[Answer] | Exception]
    ) -> None:
        self._is_writing = bool(self._waiting)
        if self._is_writing:
            self._write()
        for batch, end in zip(batches, ends, strict=True):
            if batch.answered.done():
                self._tell_watchers()  # its sender has gone
            elif isinstance(end, Exception):
                batch.answered.set_exception(end)
            else:
                batch.answered.set_result(end)

    def _ends(self, batches: Sequence[_WaitingBatch]) -> list[list[Answer] | Exception]:
        """Return the end of each batch: its answers, or its fault."""
        try:
            return self._processed(batches)
        except Exception as fault:  # noqa: BLE001 (every sender must get an answer)
            return [fault] * len(batches)

    def _processed(self, batches: Sequence[_WaitingBatch]) -> list[list[Answer] | Exception]:
        if len(batches) > 1:
            try:
                return [*_processed_together(self._journal, batches)]
            except Exception as fault:  # noqa: BLE001 (each of them finds out for itself)
                streams = ", ".join(batch.runtime.stream for batch in batches)
                self._on_trouble(f"{streams}: written one by one, not together: {seen(fault)}")
        return [_processed_alone(batch) for batch in batches]


def _processed_alone(batch: _WaitingBatch) -> list[Answer] | Exception:
    try:
        return batch.runtime.process_sealed(batch.commands)
    except Exception as fault:  # noqa: BLE001 (the sender handles it)
        return fault


def _processed_together(journal: Journal, batches: Sequence[_WaitingBatch]) -> list[list[Answer]]:
    """Record all or nothing; a fault halts no stream, since it may concern only one of them."""
    # In the order in which a move takes its turns, so that there is no deadlock.
    by_stream = sorted(batches, key=lambda batch: batch.runtime.stream)
    with ExitStack() as turns:
        for batch in by_stream:
            turns.enter_context(batch.runtime.turn)
            batch.runtime.check_running()
        with journal.transaction([batch.runtime.stream for batch in batches]) as transaction:
            drafts = [batch.runtime.draft(transaction) for batch in batches]
            answers = [
                draft.decide(batch.commands) for draft, batch in zip(drafts, batches, strict=True)
            ]
            for draft in drafts:
                draft.record()
        # The batches count only now, after the commit.
        for draft, batch in zip(drafts, batches, strict=True):
            batch.runtime.recorded(draft)
    return answers
