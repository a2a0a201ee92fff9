"""Numbers as a sheet prints them, rounded from the exact fraction and never from a float."""

from fractions import Fraction

MINUS = "−"
PROBABILITY_PLACES = 10
PERCENT_PLACES = 4


def decimal(number: Fraction, places: int) -> str:
    """A number with so many decimals, rounded half to even."""
    scaled = round(number * 10**places)
    digits = f"{abs(scaled):0{places + 1}}"
    sign = MINUS if scaled < 0 else ""
    return f"{sign}{int(digits[:-places]):,}.{digits[-places:]}"


def percent(share: Fraction, places: int = PERCENT_PLACES) -> str:
    """A share in hundredths, without the sign for it, which the head of the column has."""
    return decimal(100 * share, places)


def probability(share: Fraction) -> str:
    """A probability with ten decimals."""
    return decimal(share, PROBABILITY_PLACES)


def exact(number: Fraction) -> str:
    """A fraction in lowest terms."""
    sign = MINUS if number < 0 else ""
    return f"{sign}{abs(number.numerator)}/{number.denominator}"


def whole(number: int) -> str:
    """A count with its thousands apart."""
    return f"{number:,}"


def real(number: float | None, places: int) -> str:
    """A number that is no fraction, such as a root; a dash where there is none."""
    if number is None:
        return "–"
    return decimal(Fraction(number), places)


def signed(text: str) -> str:
    """A printed number with its sign, plus or minus."""
    return text if text.startswith(MINUS) else f"+{text}"
