"""A journal to which another node sometimes writes first, as on a shared database."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import cast

from punto.runtime import Batch, Overtaken, Stream
from punto.storage.journal import StoredJournal
from punto.storage.record.sessions import Database
from punto.storage.record.transactions import StoredTransaction
from punto.torture.faults import FaultRates


class RacingJournal(StoredJournal):
    """One node's journal; at planned transactions, a rival writes before this node.

    SQLite admits one writer at a time, so a race is simulated: the batch is decided, then fenced
    off, then the rival writes, and then this node must read again.
    """

    def __init__(
        self,
        database: Database,
        trusted: Collection[str],
        odds: FaultRates,
        rival: Callable[[], None],
    ) -> None:
        super().__init__(database, trusted)
        self._odds, self._rival = odds, rival
        self._was_late = False

    @contextmanager
    def transaction(self, streams: Iterable[Stream]) -> Iterator[StoredTransaction]:
        """Begin a transaction, or one that comes too late."""
        # Not twice in a row: a node that is always second rightly gives up.
        fault = None if self._was_late else self._odds.next()
        self._was_late = fault is not None
        try:
            with super().transaction(streams) as transaction:
                late = cast("StoredTransaction", _Late(transaction))
                yield transaction if fault is None else late
        except Overtaken:
            self._rival()
            raise


class _Late:
    """A transaction that is fenced off after writing, and must leave nothing."""

    def __init__(self, transaction: StoredTransaction) -> None:
        self.head, self.read = transaction.head, transaction.read
        self.answers, self.ticket = transaction.answers, transaction.ticket
        self._append = transaction.append

    def append(self, batch: Batch) -> None:
        """Append, then fail because another node was first."""
        self._append(batch)
        raise Overtaken(f"{batch.stream} behind {batch.after}: another node was first")
