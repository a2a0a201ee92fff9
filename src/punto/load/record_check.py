"""Whether everything that was acknowledged is in the record, and the record holds."""

from collections.abc import Iterable
from dataclasses import dataclass

from punto.audit import Unreadable, audit
from punto.load.processes import CannotLoad
from punto.rounds.betting.events import PositionTaken
from punto.rounds.events import Event
from punto.runtime.ports import CannotRecord, RecordBroken, is_of_a_table
from punto.storage.addresses import read_record


@dataclass(frozen=True, slots=True)
class Checked:
    """What the record says."""

    bets_count: int
    """In the record, of this load or not."""
    lost: tuple[str, ...]
    """Bets that were acknowledged and are not there."""
    holds: bool
    verdict: str
    """What the audit says, in words."""


def check(database: str, acknowledged: Iterable[str]) -> Checked:
    """Look for every acknowledged bet, and audit the whole."""
    try:
        recorded = _recorded(database)
        verdict = audit(database, (), ())
    except (CannotRecord, RecordBroken, Unreadable) as fault:
        raise CannotLoad(str(fault)) from None
    lost = sorted(name for name in set(acknowledged) if f"terminal/{name}" not in recorded)
    return Checked(len(recorded), tuple(lost), verdict.holds, verdict.as_text())


def _recorded(database: str) -> set[str]:
    """The commands by which bets were taken."""
    record, found = read_record(database), set[str]()
    try:
        for stream in filter(is_of_a_table, record.streams()):
            for _, event in record.read(stream):
                if isinstance(event, Event) and isinstance(event.fact, PositionTaken):
                    found.add(event.command)
    finally:
        record.close()
    return found
