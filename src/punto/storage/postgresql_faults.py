"""What PostgreSQL says, in the words that the runtime knows."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors

from punto.tables.ports import CannotRecord, Overtaken, RecordBroken

_BROKEN = (errors.DataCorrupted, errors.IndexCorrupted, errors.UndefinedTable)
_OVERTAKEN = (errors.DeadlockDetected, errors.SerializationFailure)


@contextmanager
def postgresql_faults(name: str) -> Iterator[None]:
    """Every fault of the database as CannotRecord or RecordBroken, with what and where."""
    try:
        yield
    except _BROKEN as fault:
        raise RecordBroken(f"{name}: {_said(fault)}") from fault
    except _OVERTAKEN as fault:
        raise Overtaken(f"{name}: {_said(fault)}") from fault
    except psycopg.Error as fault:
        raise CannotRecord(f"{name}: {_said(fault)}") from fault


def _said(fault: psycopg.Error) -> str:
    # Its message may run over several lines, of which the first says what is wrong.
    first_line = str(fault).strip().partition("\n")[0]
    return f"{type(fault).__name__}: {first_line}"
