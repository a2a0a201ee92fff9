from functools import reduce
from typing import NewType

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


def is_ticket_number(text: str) -> bool:
    """Whether the text is 18 digits with a valid check digit."""
    is_number = len(text) == DIGITS_COUNT and text.isascii() and text.isdigit()
    return is_number and _damm(text) == "0"


def masked(number: str) -> str:
    """Return a number's last four digits, as lists and messages show it."""
    hidden_count = max(len(number) - SHOWN_COUNT, 0)
    return "*" * hidden_count + number[hidden_count:]


def _damm(digits: str) -> str:
    return reduce(lambda row, digit: _DAMM[int(row)][int(digit)], digits, "0")
