"""Mistakes in a script: the place, the words found, expected, and probably meant."""

import re
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher, get_close_matches
from typing import Any, Final

from punto.values import BadNotation, Value, parse_card, parse_money

LISTED_MAX: Final = 9
"""Of more possibilities than this, a message lists only the nearest to the word found."""
FOUND_MAX: Final = 60
"""The most characters that a message quotes."""
TOLD_MAX: Final = 20
"""Further mistakes are only counted."""


def shortened(text: str) -> str:
    """Shorten a text to fit into a message."""
    return text if len(text) <= FOUND_MAX else f"{text[: FOUND_MAX - 3]}..."


class Wanted(Value):
    """An expected word: a kind of thing, some words, or one of these words."""

    description: str = ""
    choices: tuple[str, ...] = ()
    meant: str = ""
    """The probable meaning of the word found."""


class Mistake(Value):
    """One part of a script that cannot be understood."""

    line: int
    column: int
    found: str
    """The word found, as a message shows it."""
    wanted: tuple[Wanted, ...]
    plain: str = ""
    """The word found, as written; for a suggestion."""
    example: str = ""
    """A whole line of the form probably meant."""

    @property
    def sentence(self) -> str:
        """The place, the words found and the words expected."""
        where = f"line {self.line}, column {self.column}"
        hint = f"; for example: {self.example}" if self.example else ""
        if self.meant:
            hint = f"; did you mean {self.meant}?"
        return f"{where}: found {shortened(self.found)}, expected {self.expected}{hint}"

    @property
    def meant(self) -> str:
        """The probable meaning, if there is one."""
        for each in self.wanted:
            if each.meant:
                return each.meant
        choices = tuple(dict.fromkeys(c for wanted in self.wanted for c in wanted.choices))
        # A single choice is already in the message, and so long a word is not a slip.
        if len(choices) == 1 or len(self.plain) > FOUND_MAX:
            return ""
        return next(iter(get_close_matches(self.plain, choices, n=1)), "")

    @property
    def expected(self) -> str:
        """The possible words, as far as a list of them helps."""
        described = sorted({self._described(each) for each in self.wanted if each.description})
        plain = sorted({c for each in self.wanted if not each.description for c in each.choices})
        if len(plain) > LISTED_MAX:
            # Beside the probable meaning a long list does not help.
            described += [] if self.meant and described else [self._any_of(plain)]
        elif len(plain) > 1:
            described.append(f"one of {' '.join(map(repr, plain))}")
        else:
            described += map(repr, plain)
        return _or(described)

    def _described(self, wanted: Wanted) -> str:
        names = wanted.choices
        if not names:
            return wanted.description
        if len(names) <= LISTED_MAX:
            return f"{wanted.description} ({', '.join(names)})"
        few = "" if self.meant else f" such as {', '.join(self._nearest(names))}"
        return f"{wanted.description}{few}"

    def _any_of(self, words: list[str]) -> str:
        few = " ".join(map(repr, self._nearest(words)))
        return "another word" if self.meant else f"a word such as {few}"

    def _nearest(self, names: Iterable[str]) -> list[str]:
        """Return the few names closest to the word found."""
        said = self.plain[:FOUND_MAX].casefold()
        return sorted(names, key=lambda name: -_likeness(said, name))[:LISTED_MAX]


def _likeness(said: str, name: str) -> float:
    return SequenceMatcher(None, said, name.casefold()).ratio()


class Mistakes(Value):
    """All mistakes of a script, which therefore cannot run."""

    told: tuple[Mistake, ...]
    more: int = 0
    """The number of further mistakes."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """One sentence for each, and one for those only counted."""
        rest = (f"and {self.more} more",) if self.more else ()
        return (*(mistake.sentence for mistake in self.told), *rest)


def _or(parts: Iterable[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} or {last}" if first else last


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
