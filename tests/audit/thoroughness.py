"""How much of a record is tampered with: a spread of it in every run, all of it at length."""

import os
from collections.abc import Sequence
from typing import TypeVar

EVERYTHING = bool(os.environ.get("PUNTO_TAMPER_EVERYTHING"))

Row = TypeVar("Row")


def spread(rows: Sequence[Row], count: int) -> list[Row]:
    """The first, the last and others evenly between them, so many; or all of them."""
    if EVERYTHING or len(rows) <= count:
        return list(rows)
    return [rows[at * (len(rows) - 1) // (count - 1)] for at in range(count)]
