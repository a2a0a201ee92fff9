"""What PostgreSQL says, in the words that the runtime knows."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from punto.runtime.ports import CannotRecord, OutOfReach, Overtaken, RecordBroken

_BROKEN = (errors.DataCorrupted, errors.IndexCorrupted, errors.UndefinedTable)
_OVERTAKEN = (errors.DeadlockDetected, errors.SerializationFailure)
_OUT_OF_REACH = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    errors.IdleInTransactionSessionTimeout,
    # Where a server has become a copy of another, which took its place.
    errors.ReadOnlySqlTransaction,
)

_TURNED_AWAY = ("authentication failed", "no password supplied", "no pg_hba.conf entry")
_NOT_THERE = re.compile(r'FATAL: +(database|role) ".*" does not exist')


@contextmanager
def postgresql_faults(name: str) -> Iterator[None]:
    """Every fault of the database as CannotRecord or RecordBroken, with what and where."""
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
    """Whether a server is there and lets nobody in under this name; waiting does not help.

    The driver tells it in words only. A server that says it in another language than English is
    taken for one that is away.
    """
    said = str(fault)
    return any(words in said for words in _TURNED_AWAY) or bool(_NOT_THERE.search(said))


def _said(fault: psycopg.Error) -> str:
    # Its message may run over several lines, of which the first says what is wrong.
    first_line = str(fault).strip().partition("\n")[0]
    return f"{type(fault).__name__}: {first_line}"


def shown_address(address: str) -> str:
    """An address as messages show it: where it leads, and never a password."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.ProgrammingError as fault:
        said = str(fault).strip().partition("\n")[0]
        raise CannotRecord(f"database address: {said}") from None
    host, port = parts.get("host", "localhost"), parts.get("port", "5432")
    return f"postgresql://{host}:{port}/{parts.get('dbname', '')}"
