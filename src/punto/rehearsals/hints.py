"""Guesses at the meaning of words in another notation."""

import re
from collections.abc import Callable
from typing import Any, Final

from punto.values import BadNotation, parse_card, parse_money

_CARD_SIGNS: Final = str.maketrans(
    {
        "\u2660": "S",
        "\u2664": "S",
        "\u2665": "H",
        "\u2661": "H",
        "\u2666": "D",
        "\u2662": "D",
        "\u2663": "C",
        "\u2667": "C",
        "\ufe0f": None,  # asks a screen for a coloured sign
    }
)

_THOUSANDS: Final = re.compile(r"-?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]{1,2})?", re.ASCII)
_DECIMAL_COMMA: Final = re.compile(r"-?[0-9]+,[0-9]{1,2}", re.ASCII)
_LONGEST: Final = 20
"""Cards and amounts have fewer characters."""


def _readable(parse: Callable[[str], Any], text: str) -> str:
    try:
        parse(text)
    except BadNotation:
        return ""
    return text


def card_meant(text: str) -> str:
    """Return the card meant by ``10S``, ``ks`` or a king with the sign of spades."""
    signs = text[:_LONGEST].upper().translate(_CARD_SIGNS).replace("10", "T")
    return _readable(parse_card, signs)


def money_meant(text: str) -> str:
    """Return the amount meant by ``5,000``, ``2,50`` or ``$20``, with the rule it breaks."""
    amount = text[:_LONGEST].removeprefix("S").removeprefix("$")
    if _THOUSANDS.fullmatch(amount):
        return f"{amount.replace(',', '')} (no comma between thousands)"
    if _DECIMAL_COMMA.fullmatch(amount):
        return f"{amount.replace(',', '.')} (a point before the cents)"
    return _readable(parse_money, amount)
