"""Numbers as printed on a sheet, rounded from the exact fraction and never from a float."""

from fractions import Fraction

MINUS = "−"
PROBABILITY_PLACES = 10
PERCENT_PLACES = 4


def decimal(number: Fraction, places: int) -> str:
    """Format a number with so many decimals, rounded half to even."""
    scaled = round(number * 10**places)
    digits = f"{abs(scaled):0{places + 1}}"
    sign = MINUS if scaled < 0 else ""
    return f"{sign}{int(digits[:-places]):,}.{digits[-places:]}"


def percent(share: Fraction, places: int = PERCENT_PLACES) -> str:
    """Format a share in percent, without the sign, which is in the column's head."""
    return decimal(100 * share, places)


def probability(share: Fraction) -> str:
    """Format a probability with ten decimals."""
    return decimal(share, PROBABILITY_PLACES)


def exact(number: Fraction) -> str:
    """Format a fraction in lowest terms."""
    sign = MINUS if number < 0 else ""
    return f"{sign}{abs(number.numerator)}/{number.denominator}"


def whole(number: int) -> str:
    """Format a count with thousands separators."""
    return f"{number:,}"


def real(number: float | None, places: int) -> str:
    """Format an irrational number, such as a root; a dash for None."""
    if number is None:
        return "–"
    return decimal(Fraction(number), places)


def signed(text: str) -> str:
    """Add a plus sign to a printed number without a minus."""
    return text if text.startswith(MINUS) else f"+{text}"
