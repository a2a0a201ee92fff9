"""Hearing of what other nodes append; whoever hears it reads on from where they are."""

import psycopg

from punto.storage.postgresql_faults import postgresql_faults
from punto.storage.postgresql_opening import check_version, connect, shown_address
from punto.tables.ports import Notice, Stream

_CHANNEL = "SELECT 'punto_record_' || 'heads'::regclass::oid"


class Listener:
    """Hears of every batch, its own node's included, from the moment that it was made."""

    def __init__(self, address: str) -> None:
        self._name = shown_address(address)
        with postgresql_faults(self._name):
            self._connection = connect(address, for_reading=True)
            try:
                check_version(self._name, self._connection)
                # The channel is our own word and a number.
                for (channel,) in self._connection.execute(_CHANNEL).fetchall():
                    self._connection.execute(f"LISTEN {channel}".encode())
            except BaseException:
                self._connection.close()
                raise

    def wait(self, seconds: float) -> tuple[Notice, ...]:
        """What was appended, as soon as there is something; nothing after so many seconds."""
        with postgresql_faults(self._name):
            heard = self._connection.notifies(timeout=seconds, stop_after=1)
            return tuple(_notice(each) for each in heard)

    def close(self) -> None:
        """Stop listening."""
        self._connection.close()


def _notice(heard: psycopg.Notify) -> Notice:
    position, _, stream = heard.payload.partition(" ")
    return Notice(Stream(stream), int(position))
