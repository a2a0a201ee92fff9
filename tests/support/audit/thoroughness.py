"""How much of a record the tests change: a sample in every run, every value in a long run."""

import os
from collections.abc import Sequence
from typing import TypeVar

EVERYTHING = bool(os.environ.get("PUNTO_TAMPER_EVERYTHING"))

Row = TypeVar("Row")


def spread(rows: Sequence[Row], count: int) -> list[Row]:
    """Return this many rows, evenly spread from first to last; in a long run, all of them."""
    if EVERYTHING or len(rows) <= count:
        return list(rows)
    return [rows[at * (len(rows) - 1) // (count - 1)] for at in range(count)]
