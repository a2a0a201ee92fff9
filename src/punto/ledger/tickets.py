"""Money on paper: the numbers of tickets, the book of their steps, and amounts in words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import NewType

from punto.values import CENTS_PER_DOLLAR, Cents, Instant, TerminalId, Value

TicketNumber = NewType("TicketNumber", str)
"""The 18 digits that redeem a ticket: anyone who knows them can take the money."""

DIGITS_COUNT = 18
CHANCE_BELOW = 10 ** (DIGITS_COUNT - 1)
SHOWN_COUNT = 4

# Damm's table (2004). Each row and column has every digit once, so one wrong digit is detected;
# no two digits give the same result in both orders, so a swap of neighbours is detected; and the
# diagonal is zero, so the check digit takes every valid number to zero.
_DAMM = (
    "0317598642",
    "7092154863",
    "4206871359",
    "1750983426",
    "6123045978",
    "3674209581",
    "5869720134",
    "8945362017",
    "9438617205",
    "2581436790",
)


def ticket_number(chance: int) -> TicketNumber:
    """Return the number for a random integer from the caller, with its check digit."""
    if not 0 <= chance < CHANCE_BELOW:
        raise ValueError(
            f"chance of {len(str(chance))} digits: expected 0 or more, below {CHANCE_BELOW}"
        )
    digits = f"{chance:0{DIGITS_COUNT - 1}d}"
    return TicketNumber(digits + _damm(digits))


def masked(number: str) -> str:
    """Return a number's last four digits, as lists and messages show it."""
    hidden_count = max(len(number) - SHOWN_COUNT, 0)
    return "*" * hidden_count + number[hidden_count:]


def _damm(digits: str) -> str:
    return reduce(lambda row, digit: _DAMM[int(row)][int(digit)], digits, "0")


class TicketStepImpossible(Exception):
    """The step contradicts the life of a ticket, which is issued once and redeemed at most once."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Money on paper."""

    # A reader of the number can take the money, so it is kept out of messages and logs.
    number: TicketNumber = field(repr=False)
    amount: Cents
    terminal: TerminalId
    issued_at: Instant
    expires_at: Instant
    """The first instant at which it is no longer paid."""

    def is_expired(self, at: Instant) -> bool:
        """Whether the ticket is no longer paid at that instant."""
        return at >= self.expires_at

    @property
    def shown(self) -> str:
        """The masked number, for lists and messages."""
        return masked(self.number)


class TicketIssued(Value):
    """The printer has confirmed the ticket."""

    ticket: Ticket

    @property
    def number(self) -> TicketNumber:
        """The number of the ticket."""
        return self.ticket.number


class TicketRedeemed(Value):
    """The ticket became credits again."""

    number: TicketNumber
    terminal: TerminalId
    at: Instant


TicketStep = TicketIssued | TicketRedeemed
"""Expiry is not a step: the ticket's own date decides it."""


@dataclass(frozen=True, slots=True)
class TicketBook:
    """All tickets ever issued, with place and time of each payment."""

    issued: Mapping[TicketNumber, Ticket] = field(default_factory=dict)
    ended: Mapping[TicketNumber, TicketRedeemed] = field(default_factory=dict)

    def after(self, step: TicketStep) -> "TicketBook":
        """Return a new book with one more step."""
        if isinstance(step, TicketIssued):
            if step.number in self.issued:
                raise TicketStepImpossible(f"ticket {masked(step.number)} is already issued")
            return TicketBook({**self.issued, step.number: step.ticket}, self.ended)
        if step.number not in self.issued:
            raise TicketStepImpossible(f"ticket {masked(step.number)} was never issued")
        if step.number in self.ended:
            raise TicketStepImpossible(f"ticket {masked(step.number)} is already redeemed")
        return TicketBook(self.issued, {**self.ended, step.number: step})


_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = (
    "zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
)  # fmt: skip
_SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1_000, "thousand"))
_DOLLARS_BELOW = 10**15


def amount_in_words(amount: Cents) -> str:
    """Spell out an amount as a ticket does: ``one hundred and five dollars and 05 cents``."""
    whole, cents = divmod(amount, CENTS_PER_DOLLAR)
    if not 0 <= whole < _DOLLARS_BELOW:
        raise ValueError(f"{amount} cents: no ticket can be printed for this amount")
    dollars_word = "dollar" if whole == 1 else "dollars"
    cents_word = "cent" if cents == 1 else "cents"
    return f"{_number(whole)} {dollars_word} and {cents:02d} {cents_word}"


def _number(number: int) -> str:
    parts = []
    rest = number
    for scale, name in _SCALES:
        count, rest = divmod(rest, scale)
        if count:
            parts.append(f"{_below_thousand(count)} {name}")
    if parts and 0 < rest < 100:  # noqa: PLR2004 (one thousand AND five)
        parts.append("and")
    if rest or not parts:
        parts.append(_below_thousand(rest))
    return " ".join(parts)


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return _below_hundred(rest)
    return f"{_ONES[hundreds]} hundred" + (f" and {_below_hundred(rest)}" if rest else "")


def _below_hundred(number: int) -> str:
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
