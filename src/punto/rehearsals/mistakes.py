"""Mistakes of a script: where, what was found, and what was expected instead."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from typing import Final

LISTED_MAX: Final = 9
"""Of more possibilities than this, only those are told that come nearest to what was found."""
FOUND_MAX: Final = 60
"""What was found is told up to here."""
TOLD_MAX: Final = 20
"""After so many mistakes the others are only counted."""


def shortened(text: str) -> str:
    """A text that fits into a message."""
    return text if len(text) <= FOUND_MAX else f"{text[: FOUND_MAX - 3]}..."


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something that could have stood there: a kind of thing, some words, or one of these words."""

    description: str = ""
    choices: tuple[str, ...] = ()
    meant: str = ""
    """What was probably meant by the word that stands there."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing in a script that cannot be understood."""

    line: int
    column: int
    found: str
    """What stands there, as a message shows it."""
    wanted: tuple[Wanted, ...]
    plain: str = ""
    """What was found, as it is written; for a suggestion."""
    example: str = ""
    """A whole line of the form that was probably meant."""

    @property
    def sentence(self) -> str:
        """Where it is, what was found and what was expected."""
        where = f"line {self.line}, column {self.column}"
        hint = f"; for example: {self.example}" if self.example else ""
        if self.meant:
            hint = f"; did you mean {self.meant}?"
        return f"{where}: found {shortened(self.found)}, expected {self.expected}{hint}"

    @property
    def meant(self) -> str:
        """What was probably meant, where that can be told."""
        for each in self.wanted:
            if each.meant:
                return each.meant
        choices = tuple(dict.fromkeys(c for wanted in self.wanted for c in wanted.choices))
        # The only choice there is has been told already; and nobody means so long a word.
        if len(choices) == 1 or len(self.plain) > FOUND_MAX:
            return ""
        return next(iter(get_close_matches(self.plain, choices, n=1)), "")

    @property
    def expected(self) -> str:
        """All that could have stood there, as far as it is worth telling."""
        described = sorted({self._described(each) for each in self.wanted if each.description})
        plain = sorted({c for each in self.wanted if not each.description for c in each.choices})
        if len(plain) > LISTED_MAX:
            # Beside what was probably meant, a long list says nothing.
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
        """Few of many: those that are not too far from what was found."""
        said = self.plain[:FOUND_MAX].casefold()
        return sorted(names, key=lambda name: -_likeness(said, name))[:LISTED_MAX]


def _likeness(said: str, name: str) -> float:
    return SequenceMatcher(None, said, name.casefold()).ratio()


@dataclass(frozen=True, slots=True)
class Mistakes:
    """All that keeps a script from being run."""

    told: tuple[Mistake, ...]
    more: int = 0
    """How many there are beside those that are told."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """One for each, and one for those that are only counted."""
        rest = (f"and {self.more} more",) if self.more else ()
        return (*(mistake.sentence for mistake in self.told), *rest)


def _or(parts: Iterable[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} or {last}" if first else last
