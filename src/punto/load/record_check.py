"""Checks that everything acknowledged is in the record, and that the record holds."""

from collections.abc import Iterable
from dataclasses import dataclass

from punto.audit import Unreadable, audit
from punto.load.processes import CannotLoad
from punto.rounds import Event, PositionTaken
from punto.runtime import CannotRecord, RecordBroken, is_of_a_table
from punto.storage.addresses import read_record


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of the check."""

    bets_count: int
    """All bets in the record, of this load test or not."""
    lost: tuple[str, ...]
    """Acknowledged bets that are missing."""
    holds: bool
    verdict: str
    """The audit's verdict in words."""


def check(database: str, acknowledged: Iterable[str]) -> Checked:
    """Look up every acknowledged bet, and audit the whole record."""
    try:
        recorded = _recorded(database)
        verdict = audit(database, (), ())
    except (CannotRecord, RecordBroken, Unreadable) as fault:
        raise CannotLoad(str(fault)) from None
    lost = sorted(name for name in set(acknowledged) if f"terminal/{name}" not in recorded)
    return Checked(len(recorded), tuple(lost), verdict.holds, verdict.as_text())


def _recorded(database: str) -> set[str]:
    """Return the commands that placed bets."""
    record, found = read_record(database), set[str]()
    try:
        for stream in filter(is_of_a_table, record.streams()):
            for _, event in record.read(stream):
                if isinstance(event, Event) and isinstance(event.fact, PositionTaken):
                    found.add(event.command)
    finally:
        record.close()
    return found
