"""What was probably meant by a word that is not written as a script writes it."""

import re
from collections.abc import Callable
from typing import Any, Final

from punto.values.cards import parse_card
from punto.values.money import parse_money
from punto.values.structures import BadNotation

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
"""Nobody writes a card or an amount with more signs."""


def _readable(parse: Callable[[str], Any], text: str) -> str:
    try:
        parse(text)
    except BadNotation:
        return ""
    return text


def card_meant(text: str) -> str:
    """The card of ``10S``, ``ks`` or a king with the sign of spades."""
    signs = text[:_LONGEST].upper().translate(_CARD_SIGNS).replace("10", "T")
    return _readable(parse_card, signs)


def money_meant(text: str) -> str:
    """The amount of ``5,000``, ``2,50`` or ``$20``, and why it is not written so."""
    amount = text[:_LONGEST].removeprefix("S").removeprefix("$")
    if _THOUSANDS.fullmatch(amount):
        return f"{amount.replace(',', '')} (no comma between thousands)"
    if _DECIMAL_COMMA.fullmatch(amount):
        return f"{amount.replace(',', '.')} (a point before the cents)"
    return _readable(parse_money, amount)
