from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from punto.rules.conditions import Condition
from punto.rules.outcomes import ALL_OUTCOMES, OUTCOMES_COUNT, Outcome
from punto.values import Odds, Value

LOSES = 0
"""The entry of an Outcome that no row matches; rows are numbered from 1."""

ROWS_MAX = 255


class Push(Enum):
    """A row that returns the stake without a win or a loss (M 1.1.12)."""

    PUSH = "push"

    @property
    def words(self) -> str:
        """The words beside odds such as ``12 to 1``."""
        return self.value


PUSH = Push.PUSH


class PayRow(Value):
    """One line of a pay table: its condition, its odds and its clause."""

    when: Condition
    pays: Odds | Push
    clause: str
    commission: Odds | None = None
    """The part of the stake already deducted in the odds, kept as a memo (A-20)."""


@dataclass(frozen=True)
class PayTable:
    """Ordered rows: the first that matches an Outcome decides; without one the bet loses.

    Exactly one row decides, so a bet is paid once (A-08, M 4.12).
    """

    rows: tuple[PayRow, ...]

    @cached_property
    def deciding(self) -> tuple[int, ...]:
        """The Outcomes that each row decides, as sets of bits."""
        sets = []
        open_outcomes = ALL_OUTCOMES
        for row in self.rows:
            sets.append(row.when.outcomes() & open_outcomes)
            open_outcomes &= ~sets[-1]
        return tuple(sets)

    @cached_property
    def row_numbers(self) -> bytes:
        """The number of the deciding row for every Outcome, ``LOSES`` where there is none."""
        numbers = 0
        for number, outcomes in enumerate(self.deciding, start=1):
            # Each bit becomes a byte. No two rows decide one Outcome, so the bytes never overlap.
            digits = bytes.maketrans(b"01", bytes((LOSES, number)))
            bits = f"{outcomes:0{OUTCOMES_COUNT}b}".encode()
            numbers |= int.from_bytes(bits.translate(digits))
        return numbers.to_bytes(OUTCOMES_COUNT)[::-1]

    @cached_property
    def winning(self) -> int:
        """The Outcomes that win, as a set of bits."""
        paying = zip(self.rows, self.deciding, strict=True)
        return sum(outcomes for row, outcomes in paying if isinstance(row.pays, Odds))

    @cached_property
    def losing(self) -> int:
        """The Outcomes that lose, as a set of bits."""
        return ALL_OUTCOMES - sum(self.deciding)

    def row_for(self, outcome: Outcome) -> PayRow | None:
        """Return the deciding row, or None if the bet loses."""
        number = self.row_numbers[outcome.index]
        return None if number == LOSES else self.rows[number - 1]
