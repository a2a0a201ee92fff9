"""How much of a record is changed: a sample in every run, everything in a long one."""

import os
from collections.abc import Sequence
from typing import TypeVar

EVERYTHING = bool(os.environ.get("PUNTO_TAMPER_EVERYTHING"))

Row = TypeVar("Row")


def spread(rows: Sequence[Row], count: int) -> list[Row]:
    """Return so many rows, evenly spread from the first to the last; in a long run all."""
    if EVERYTHING or len(rows) <= count:
        return list(rows)
    return [rows[at * (len(rows) - 1) // (count - 1)] for at in range(count)]
