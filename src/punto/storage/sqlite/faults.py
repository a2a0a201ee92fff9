"""Translates faults of SQLite into the two exceptions that the runtime knows."""

from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from punto.runtime import CannotRecord, RecordBroken

_BROKEN = (apsw.CorruptError, apsw.NotADBError, apsw.FormatError)


@contextmanager
def sqlite_faults(name: str) -> Iterator[None]:
    """Raise each database fault as CannotRecord or RecordBroken, with place and message."""
    try:
        yield
    except _BROKEN as fault:
        raise RecordBroken(f"{name}: {_said(fault)}") from fault
    except UnicodeDecodeError as fault:
        raise RecordBroken(f"{name}: text that is not UTF-8: {fault}") from fault
    except apsw.Error as fault:
        raise CannotRecord(f"{name}: {_said(fault)}") from fault


def _said(fault: apsw.Error) -> str:
    return f"{type(fault).__name__.removesuffix('Error')}: {fault}"
