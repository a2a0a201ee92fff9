from functools import reduce
from typing import NewType

TicketNumber = NewType("TicketNumber", str)
"""The 18 digits by which a ticket is redeemed: who knows them holds the money."""

DIGITS_COUNT = 18
CHANCE_BELOW = 10 ** (DIGITS_COUNT - 1)
SHOWN_COUNT = 4

# Damm's table (2004). Each row and column has every digit once, so one wrong digit is noticed;
# no two digits give the same in both orders, so a swap of neighbours is noticed; and the
# diagonal is zero, so the check digit brings every right number to zero.
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
    """The number that a random integer from outside makes, with its check digit."""
    if not 0 <= chance < CHANCE_BELOW:
        raise ValueError(f"chance of {len(str(chance))} digits: expected 0 to below {CHANCE_BELOW}")
    digits = f"{chance:0{DIGITS_COUNT - 1}d}"
    return TicketNumber(digits + _damm(digits))


def is_ticket_number(text: str) -> bool:
    """Whether these are 18 digits of which the last checks the others."""
    is_number = len(text) == DIGITS_COUNT and text.isascii() and text.isdigit()
    return is_number and _damm(text) == "0"


def masked(number: str) -> str:
    """A number as lists and messages show it: only its last four digits."""
    hidden_count = max(len(number) - SHOWN_COUNT, 0)
    return "*" * hidden_count + number[hidden_count:]


def _damm(digits: str) -> str:
    return reduce(lambda row, digit: _DAMM[int(row)][int(digit)], digits, "0")
