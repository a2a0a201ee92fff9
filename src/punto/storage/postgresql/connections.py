"""Connections to PostgreSQL with time limits, for a server that does not answer."""

import select
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TypeVar

import psycopg
from psycopg import errors
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.rows import TupleRow

from punto.runtime import CannotRecord
from punto.storage.postgresql.faults import postgresql_faults, shown_address

RV = TypeVar("RV")

ANSWERS_WITHIN_S = 10.0
"""How long a node waits for the answer to one statement.

The server's own time-outs are shorter, because they explain more and leave nothing behind. A server
that hangs or is cut off cannot apply them.
"""

BRIEF_S = 2.5
"""How long a node waits for a quick statement: a lease, or a sign of life."""

_LINE = {
    # Notice a server that vanished within seconds; the default of operating systems is two hours.
    "connect_timeout": "3",
    "keepalives": "1",
    "keepalives_idle": "3",
    "keepalives_interval": "1",
    "keepalives_count": "3",
    "tcp_user_timeout": "5000",
}

_SETTINGS = {
    # The node answers after the commit is on disk, whatever the server's default.
    "synchronous_commit": "on",
    "default_transaction_isolation": "read committed",
    # A node that hangs while it holds a stream loses it before screens doubt the other nodes.
    # It decides the batch again when it continues, so nothing is lost.
    "idle_in_transaction_session_timeout": "1s",
    "lock_timeout": "8s",
}
_OF_A_NODE = {"statement_timeout": "9s"}
_OF_A_SLOW_NODE = {"idle_in_transaction_session_timeout": "4s"}
"""A node that lost a transaction may be slow, not hung: it must be able to finish one."""

SLOW_FOR_S = 60.0
"""How long a node that lost a transaction is taken for a slow one."""


class BoundedConnection(psycopg.Connection[TupleRow]):
    """A connection that closes itself when an answer takes too long."""

    answers_within_s: float | None = None
    """How long one answer may take; None where nothing waits for it."""
    is_of_slow_node = False
    """Whether its transactions may stand still for longer."""

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Run an operation; raises OperationalError if it takes too long."""
        if timeout is not None or self.answers_within_s is None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, self.answers_within_s)
        except errors._WaitTimeout:  # noqa: SLF001 (what it raises, and nothing else is)
            # A late answer would be taken for the answer to the next statement.
            self.pgconn.finish()
            said = f"no answer within {self.answers_within_s:g} s"
            raise psycopg.OperationalError(said) from None


def connect(
    address: str,
    *,
    for_reading: bool = False,
    answers_within_s: float | None = None,
    is_of_slow_node: bool = False,
) -> BoundedConnection:
    """Open a connection that commits only when told to."""
    given = conninfo_to_dict(address)
    line = {name: value for name, value in _LINE.items() if name not in given}
    connection = BoundedConnection.connect(
        make_conninfo(address, application_name="punto", **line), autocommit=True
    )
    connection.answers_within_s = answers_within_s or ANSWERS_WITHIN_S
    read_only = {"default_transaction_read_only": "on" if for_reading else "off"}
    bounded = {} if answers_within_s is None else _OF_A_NODE
    slow = _OF_A_SLOW_NODE if is_of_slow_node else {}
    connection.is_of_slow_node = is_of_slow_node
    try:
        with connection.pipeline():
            for name, value in {**_SETTINGS, **read_only, **bounded, **slow}.items():
                connection.execute("SELECT set_config(%s, %s, false)", (name, value))
    except BaseException:
        connection.close()
        raise
    connection.answers_within_s = answers_within_s
    return connection


class Connections:
    """A pool that grows with demand and discards connections that died meanwhile."""

    def __init__(
        self, address: str, *, for_reading: bool = False, answers_within_s: float | None = None
    ) -> None:
        self.name = shown_address(address)
        self._address, self._for_reading = address, for_reading
        self._answers_within_s = answers_within_s
        self._idle: list[BoundedConnection] = []
        self._idle_lock = Lock()
        self._closed = False
        self._slow_until = 0.0

    @contextmanager
    def one(self, answers_within_s: float | None = None) -> Iterator[BoundedConnection]:
        """Lend a connection to one user; one left in doubt by a fault is not used again."""
        if self._closed:
            raise CannotRecord(f"{self.name}: closed")
        with postgresql_faults(self.name):
            try:
                connection = self._taken()
                connection.answers_within_s = answers_within_s or self._answers_within_s
                try:
                    yield connection
                finally:
                    self._put_back(connection)
            except errors.IdleInTransactionSessionTimeout:
                self._slow_until = time.monotonic() + SLOW_FOR_S
                raise
            except psycopg.OperationalError:
                # The cause has most likely cut the other connections, too.
                self._drop_idle()
                raise

    def close(self) -> None:
        """Close all idle connections."""
        self._closed = True
        self._drop_idle()

    def _taken(self) -> BoundedConnection:
        is_slow = time.monotonic() < self._slow_until
        while True:
            with self._idle_lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                return connect(
                    self._address,
                    for_reading=self._for_reading,
                    answers_within_s=self._answers_within_s,
                    is_of_slow_node=is_slow,
                )
            if _is_alive(connection) and connection.is_of_slow_node is is_slow:
                return connection
            connection.close()

    def _put_back(self, connection: BoundedConnection) -> None:
        is_sound = connection.info.transaction_status is TransactionStatus.IDLE
        with self._idle_lock:
            if is_sound and not self._closed:
                self._idle.append(connection)
                return
        connection.close()

    def _drop_idle(self) -> None:
        with self._idle_lock:
            dropped, self._idle = self._idle, []
        for connection in dropped:
            connection.close()


def _is_alive(connection: BoundedConnection) -> bool:
    """Return whether the line is up: on an idle line, a server sends only its farewell."""
    if connection.closed:
        return False
    looking = select.poll()
    looking.register(connection.fileno(), select.POLLIN)
    return not looking.poll(0)
