"""Translates faults of PostgreSQL into the exceptions that the runtime knows."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from punto.runtime import CannotRecord, OutOfReach, Overtaken, RecordBroken

_BROKEN = (errors.DataCorrupted, errors.IndexCorrupted, errors.UndefinedTable)
_OVERTAKEN = (errors.DeadlockDetected, errors.SerializationFailure)
_OUT_OF_REACH = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    errors.IdleInTransactionSessionTimeout,
    # The server has become a replica of another one, which took its place.
    errors.ReadOnlySqlTransaction,
)

_TURNED_AWAY = ("authentication failed", "no password supplied", "no pg_hba.conf entry")
_NOT_THERE = re.compile(r'FATAL: +(database|role) ".*" does not exist')


@contextmanager
def postgresql_faults(name: str) -> Iterator[None]:
    """Raise each database fault as CannotRecord or RecordBroken, with place and message."""
    try:
        yield
    except _BROKEN as fault:
        raise RecordBroken(f"{name}: {_said(fault)}") from fault
    except _OVERTAKEN as fault:
        raise Overtaken(f"{name}: {_said(fault)}") from fault
    except _OUT_OF_REACH as fault:
        kind = CannotRecord if _is_turned_away(fault) else OutOfReach
        raise kind(f"{name}: {_said(fault)}") from fault
    except psycopg.Error as fault:
        raise CannotRecord(f"{name}: {_said(fault)}") from fault


def _is_turned_away(fault: psycopg.Error) -> bool:
    """Return whether the server is up but refuses this user; then waiting does not help.

    The driver reports this only in words. A server that reports it in another language than English
    is treated as out of reach.
    """
    said = str(fault)
    return any(words in said for words in _TURNED_AWAY) or bool(_NOT_THERE.search(said))


def _said(fault: psycopg.Error) -> str:
    # The message may have several lines; the first one states the problem.
    first_line = str(fault).strip().partition("\n")[0]
    return f"{type(fault).__name__}: {first_line}"


def shown_address(address: str) -> str:
    """Return an address for messages: host, port and database, never a password."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.ProgrammingError as fault:
        said = str(fault).strip().partition("\n")[0]
        raise CannotRecord(f"database address: {said}") from None
    host, port = parts.get("host", "localhost"), parts.get("port", "5432")
    return f"postgresql://{host}:{port}/{parts.get('dbname', '')}"
