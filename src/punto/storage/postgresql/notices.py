"""Receives notices of what nodes append; the receiver then reads on from its own position."""

import time

import psycopg

from punto.runtime import Notice, Stream
from punto.storage.postgresql.connections import BRIEF_S, connect
from punto.storage.postgresql.faults import postgresql_faults, shown_address
from punto.storage.postgresql.schema_steps import check_version

_SILENCE_S = 3.0
"""After this silence the node asks the server whether it is still there."""
_CHANNEL = "SELECT 'punto_record_' || 'heads'::regclass::oid"


class Listener:
    """Reports every batch appended from now on, including those of its own node."""

    def __init__(self, address: str) -> None:
        self._name = shown_address(address)
        self._heard_at = time.monotonic()
        with postgresql_faults(self._name):
            self._connection = connect(address, for_reading=True, answers_within_s=BRIEF_S)
            try:
                check_version(self._name, self._connection)
                # The channel name is a constant and a number.
                for (channel,) in self._connection.execute(_CHANNEL).fetchall():
                    self._connection.execute(f"LISTEN {channel}".encode())
            except BaseException:
                self._connection.close()
                raise

    def wait(self, seconds: float) -> tuple[Notice, ...]:
        """Return the next notices, or nothing after so many seconds."""
        with postgresql_faults(self._name):
            heard = tuple(self._connection.notifies(timeout=seconds, stop_after=1))
            self._check_line(is_heard=bool(heard))
            return tuple(_notice(each) for each in heard)

    def _check_line(self, *, is_heard: bool) -> None:
        """Probe the server after a silence, because a dead line is as quiet as an idle floor."""
        now = time.monotonic()
        if not is_heard and now - self._heard_at < _SILENCE_S:
            return
        if not is_heard:
            self._connection.execute("SELECT")
        self._heard_at = now

    def close(self) -> None:
        self._connection.close()


def _notice(heard: psycopg.Notify) -> Notice:
    position, _, stream = heard.payload.partition(" ")
    return Notice(Stream(stream), int(position))
