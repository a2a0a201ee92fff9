"""The state of a live table's tray: a count, the open slips, and the base of its figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from punto.rounds.tray.commands import Chips, FloatCount, SlipKind
from punto.values import NOTHING, Cents, PersonId, Value


class FirstCount(Value):
    """A count that waits for a second person."""

    count: FloatCount
    chips: Chips
    counted_by: PersonId


class Slip(Value):
    """A fill or a credit that waits for its signatures."""

    kind: SlipKind
    chips: Chips
    requested_by: PersonId
    carrier: PersonId | None = None


@dataclass(frozen=True, slots=True)
class TrayPapers:
    """The count, slips and figures of a live table's tray, without its chips."""

    first_count: FirstCount | None = None
    slips: Mapping[int, Slip] = field(default_factory=dict)
    """The open fills and credits, by number."""
    slips_count: int = 0
    """How many were ever requested: the number of the latest."""
    counts_count: int = 0
    """How many counts opened or closed the float."""
    buy_ins_count: int = 0
    changes_count: int = 0
    basis: Cents = NOTHING
    """The balance of the table's accounts before the float was opened."""
