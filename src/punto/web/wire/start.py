"""HTTP bodies of the start page: the tables as they play, and the ways in."""

from typing import Literal

from msgspec import Struct

from punto.rounds import Phase

WayKind = Literal["terminal", "console", "felt", "pit", "record", "display", "wall", "lab"]


class WayIn(Struct, frozen=True):
    """A screen that this browser can open, or the step to take first."""

    kind: WayKind
    path: str
    mark: str = ""
    """The terminal or table that it is for."""
    person: str = ""
    """The name under which it opens; empty for a screen without a person."""
    needs: Literal["", "sign-in", "enrolment"] = ""


class TableTile(Struct, frozen=True):
    """A table as anyone in the hall may see it."""

    table: str
    en: str
    zh: str
    is_live: bool
    phase: Phase
    round_number: int
    closes_at: int | None
    """When the bets are to close; None while no time runs."""
    results: tuple[str, ...]
    """The winners of the latest rounds of this shoe, oldest first."""


TourStep = Literal["bet", "deal", "report", "rule", "find", "audit"]


LiveStep = Literal["excess", "squeeze", "pay", "choose", "held", "fill", "close"]


class LiveTourTold(Struct, frozen=True):
    """How far a newcomer has come at the live table of a demonstration."""

    table: str
    done: tuple[LiveStep, ...]
    pins: tuple[tuple[str, str], ...]
    """The names of the staff, and the PINs with which they sign."""


class TourTold(Struct, frozen=True):
    """How far the guided tour of a demonstration is."""

    done: tuple[TourStep, ...]
    person: str
    """Who rules in the tour, and the PIN that the ruling asks for."""
    pin: str
    live: LiveTourTold | None = None
    """None for a demonstration without a live table."""


class TilesTold(Struct, frozen=True):
    """The tables as they play now, and the tour of a demonstration."""

    now: int
    tables: tuple[TableTile, ...]
    tour: TourTold | None = None


class AuditTold(Struct, frozen=True):
    """The verdict of an independent audit of the whole record."""

    holds: bool
    counts: dict[str, int]
    """How many of each kind were checked, such as events."""
    failure: dict[str, str] | None
    """Where the record does not hold, what was found there, and what was expected."""


class StartTold(Struct, frozen=True):
    """The contents of the start page for this browser."""

    site: str
    is_demonstration: bool
    ways: tuple[WayIn, ...]
