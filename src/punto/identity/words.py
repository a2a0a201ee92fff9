"""Checks and comparisons of the texts that enter the record."""

import re
from functools import lru_cache
from typing import Final
from unicodedata import normalize


def tidy(text: str) -> str:
    """Return a text without surrounding blanks, and with single ones inside."""
    return " ".join(text.split())


def is_readable(text: str) -> bool:
    """Return whether a text has visible characters and no invisible ones."""
    return text.isprintable() and any(character.isalnum() for character in text)


_IDS = re.compile(r"[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*", re.ASCII)
LONGEST_ID: Final = 40
_LATIN: Final = dict(
    zip(
        "\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0458\u0455\u04bb\u043a\u0432\u043d\u0442\u043c"
        "\u03b1\u03bf\u03c1\u03bd\u03ba\u03b9\u03c4\u03c5\u03c7\u03b5\u0131",
        "aeopcxyijshkbhtmaopvkltuxei",
        strict=True,
    )
)
"""Cyrillic and Greek letters that look Latin, after case folding."""
_JOINTS: Final = str.maketrans("._", "--")
_SHAPES: Final = str.maketrans("01I", "oll")
_remembered: Final = lru_cache(maxsize=1 << 15)
"""For what is compared with every other: a floor enrols its terminals one after the other."""


def is_id(text: str) -> bool:
    """Return whether a text can be an id: plain letters and digits, single . _ - between them."""
    return len(text) <= LONGEST_ID and _IDS.fullmatch(text) is not None


def looks_like(one: str, other: str) -> bool:
    """Return whether people could confuse two ids: by case, or O with 0, or I and l with 1."""
    return _folded(one) == _folded(other) or _shaped(one) == _shaped(other)


@_remembered
def _folded(text: str) -> str:
    return text.translate(_JOINTS).casefold()


@_remembered
def _shaped(text: str) -> str:
    return _folded(text.translate(_SHAPES))


@_remembered
def _plain(text: str) -> str:
    """Return a text in the Latin letters that a reader sees, from whichever alphabet they are."""
    folded = normalize("NFKC", tidy(text)).casefold()
    return "".join(_LATIN.get(each, each) for each in folded)


def alike(one: str, other: str) -> bool:
    """Return whether people would take two texts for the same."""
    return _plain(one) == _plain(other)
