"""HTTP bodies about tables: their takings, changes of their limits, and readings of chips."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from punto.rules import Limits
from punto.views.screens import TableOnFloor
from punto.web.wire.forms import form_of
from punto.web.wire.messages import ShortText
from punto.web.wire.refusals import RefusalTold
from punto.web.wire.sign_ins import Body

TABLE_ON_FLOOR = form_of(TableOnFloor)
_LIMITS = form_of(Limits)

Amount = Annotated[int, Meta(ge=1)]


class TakingsTold(Struct, frozen=True):
    """The tables of the floor with their takings, the most urgent first."""

    now: int
    period: str
    tables: tuple[TABLE_ON_FLOOR.wire, ...]  # type: ignore[name-defined]


class LimitsWanted(Body, frozen=True, kw_only=True):
    """Limits for several tables; a limit that is left out stays as it is at each table."""

    tables: Annotated[tuple[ShortText, ...], Meta(min_length=1, max_length=200)]
    scope: Literal["all", "original", "other"]
    minimum: Amount | None = None
    maximum: Amount | None = None
    step: Amount | None = None


class LimitsSeen(Body, frozen=True):
    """A table whose change a person has seen."""

    table: ShortText
    seen: ShortText
    """As the preview said it."""


class LimitsOrder(Body, frozen=True, kw_only=True):
    """Carry out a change of limits as it was shown."""

    id: ShortText
    tables: Annotated[tuple[LimitsSeen, ...], Meta(min_length=1, max_length=200)]
    scope: Literal["all", "original", "other"]
    minimum: Amount | None = None
    maximum: Amount | None = None
    step: Amount | None = None


class BetLimitsTold(Struct, frozen=True):
    """The limits of a bet before and after a change."""

    bet: str
    en: str
    zh: str
    before: _LIMITS.wire  # type: ignore[name-defined]
    after: _LIMITS.wire  # type: ignore[name-defined]


class TableLimitsTold(Struct, frozen=True):
    """The effect of a change of limits at one table."""

    table: str
    bets: tuple[BetLimitsTold, ...]
    changes: bool
    """Whether any limit would be another."""
    seen: str
    """To be sent back with the order, so that nothing is changed that was not shown."""
    refusal: RefusalTold | None = None


class TableOutcome(Struct, frozen=True):
    """The answer of one table."""

    table: str
    accepted: bool
    refusal: RefusalTold | None = None


LARGEST_NUMBER = 2**53 - 1
"""The largest whole number that every program reads from JSON as it was written."""

_Number = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]


class ReadBetSaid(Body, frozen=True):
    """The chips that a sensor reads on one bet of a box."""

    box: ShortText
    bet: ShortText
    chips: Annotated[tuple[tuple[_Number, _Number], ...], Meta(min_length=1, max_length=100)]
    """Each value in cents, and how many there are of it."""
    patron: ShortText | None = None
    """Whose they are; without a patron, all chips on this bet in the box."""


class ChipReading(Body, frozen=True):
    """All chips on the layout of a live table."""

    number: Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
    """Greater than in the reading before."""
    bets: tuple[ReadBetSaid, ...]
