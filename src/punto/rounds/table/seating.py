"""Seating: how many seats a table has, and whether patrons choose it themselves."""

from punto.values import Value


class Seating(Value):
    """The pit's choice for the terminals of a table."""

    patrons_choose: bool = False
    """Whether patrons come and go at their terminals; otherwise staff seat them."""
    seats: int | None = None
    """How many terminals may sit here at a time; None without a limit."""
