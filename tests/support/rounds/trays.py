"""A live table whose float was counted by two people."""

from collections.abc import Mapping

from punto.live.chips import value_of
from punto.rounds.configuration import Configuration
from punto.rounds.tray.chips import by_accounts
from punto.rounds.tray.commands import (
    CarrySlip,
    Chips,
    ConfirmFloat,
    CountFloat,
    FloatCount,
    RequestSlip,
    SignSlip,
    SlipKind,
)
from punto.rules.roles import Actor, Role
from punto.values.ids import PersonId
from punto.values.money import Cents, dollars
from support.rounds.evening import DEALER, SUPERVISOR, Evening
from support.rounds.live import live_opened

CARRIER = Actor(PersonId("raj"), Role.DEALER)


def chips(numbers: Mapping[int, int]) -> Chips:
    """Return chips by their value in dollars, in the form that messages use."""
    return tuple((dollars(value), number) for value, number in numbers.items())


FLOAT = chips({1000: 10, 500: 10, 100: 20, 25: 20, 5: 20, 1: 20})
WORTH = dollars(17_620)


def count(evening: Evening, which: FloatCount, counted: Chips = FLOAT) -> None:
    """Let two people count the tray, with the same result."""
    evening.do(CountFloat(which, counted))
    evening.do(ConfirmFloat(counted), SUPERVISOR)


def with_float(config: Configuration | None = None, counted: Chips = FLOAT) -> Evening:
    """Open a live table with a shoe and an open float, and no bets."""
    evening = live_opened(config)
    count(evening, FloatCount.OPENING, counted)
    return evening


def moved(evening: Evening, kind: SlipKind, of: Chips) -> None:
    """Move chips between cage and tray, with all signatures."""
    evening.do(RequestSlip(kind, of), SUPERVISOR)
    number = evening.table.papers.slips_count
    evening.do(CarrySlip(number), CARRIER)
    evening.do(SignSlip(number), DEALER)


def in_tray(evening: Evening) -> Cents:
    """Return the value of the chips in the tray, after checking it against the accounts."""
    table = evening.table
    assert table.tray is not None
    held = value_of(table.tray)
    assert held == by_accounts(table.book) - table.papers.basis
    assert all(number > 0 for number in table.tray.values())
    return held
