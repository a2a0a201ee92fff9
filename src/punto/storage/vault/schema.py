"""The tables of a vault, as numbered steps that never change."""

from collections.abc import Iterable

from punto.runtime import RecordBroken

STEPS = (
    """
    CREATE TABLE {schema}notes (
        kind text NOT NULL,
        name text NOT NULL,
        note {bytes} NOT NULL,
        PRIMARY KEY (kind, name)
    )
    """,
)
"""Step n brings version n - 1 to version n."""


def steps_from(name: str, versions: Iterable[int]) -> range:
    """Return the numbers of the steps that a vault has yet to take."""
    taken = sorted(versions)
    if taken != list(range(1, len(taken) + 1)):
        raise RecordBroken(f"{name}: migrations {taken}, expected all from 1 on")
    if len(taken) > len(STEPS):
        raise RecordBroken(
            f"{name}: tables of version {len(taken)}, newer than this program, "
            f"which knows {len(STEPS)}"
        )
    return range(len(taken) + 1, len(STEPS) + 1)
