import re
from typing import TYPE_CHECKING, NewType, overload

from punto.values.structures import BadNotation

if TYPE_CHECKING:
    # For a type checker alone: it then takes a sum of amounts for an amount, and no conversion
    # takes time, of which each bet needs a dozen.
    class Cents(int):
        """An amount of money in whole cents, as every amount in Punto is."""

        @overload
        def __add__(self, other: "Cents", /) -> "Cents": ...
        @overload
        def __add__(self, other: int, /) -> int: ...
        def __add__(self, other: int, /) -> int: ...
        @overload
        def __sub__(self, other: "Cents", /) -> "Cents": ...
        @overload
        def __sub__(self, other: int, /) -> int: ...
        def __sub__(self, other: int, /) -> int: ...
        def __neg__(self) -> "Cents": ...
        def __mul__(self, times: int, /) -> "Cents": ...
        def __mod__(self, step: int, /) -> "Cents": ...
else:
    Cents = NewType("Cents", int)

NOTHING = Cents(0)
CENTS_PER_DOLLAR = 100

_AMOUNT = re.compile(r"(-?)([0-9]{1,15})(?:\.([0-9]{1,2}))?", re.ASCII)


def dollars(whole: int) -> Cents:
    """Return a whole number of dollars in cents."""
    return Cents(whole * CENTS_PER_DOLLAR)


def parse_money(text: str) -> Cents:
    """Read dollars such as ``100``, ``0.5`` or ``-12.34``, with at most two decimals."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise BadNotation(f"amount {text!r}: expected dollars such as 100 or 2.50")
    sign, whole, fraction = match.groups()
    cents = int(whole) * CENTS_PER_DOLLAR + int((fraction or "").ljust(2, "0"))
    return Cents(-cents if sign else cents)


def format_money(amount: Cents) -> str:
    """Write dollars with two decimals, as in every report and message."""
    whole, cents = divmod(abs(amount), CENTS_PER_DOLLAR)
    return f"{'-' if amount < 0 else ''}{whole}.{cents:02d}"
