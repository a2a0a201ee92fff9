from punto.values import CENTS_PER_DOLLAR, Cents

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
