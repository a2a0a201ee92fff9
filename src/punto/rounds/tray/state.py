"""The papers of a live table's tray: a count, the slips, and what the tray is measured from."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from punto.rounds.tray.commands import Chips, FloatCount, SlipKind
from punto.values import NOTHING, Cents, PersonId


@dataclass(frozen=True, slots=True)
class FirstCount:
    """A count that waits for a second person."""

    count: FloatCount
    chips: Chips
    counted_by: PersonId


@dataclass(frozen=True, slots=True)
class Slip:
    """A fill or a credit that waits for its signatures."""

    kind: SlipKind
    chips: Chips
    requested_by: PersonId
    carrier: PersonId | None = None


@dataclass(frozen=True, slots=True)
class TrayPapers:
    """What is written about a live table's tray, besides its chips."""

    first_count: FirstCount | None = None
    slips: Mapping[int, Slip] = field(default_factory=dict)
    """The open fills and credits, by number."""
    slips_count: int = 0
    """How many were ever requested: the number of the latest."""
    basis: Cents = NOTHING
    """What the table's accounts said before the float was opened, while none was counted."""
