"""Mistakes of a script: where, what was found, and what was expected instead."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

LISTED_MAX: Final = 12
"""More possibilities than this are told only when none of them comes near what was found."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something that could have stood there: a kind of thing, some words, or one of these words."""

    description: str = ""
    choices: tuple[str, ...] = ()


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
        choices = self._choices()
        near = get_close_matches(self.plain, choices, n=1) if len(choices) > 1 else []
        hint = f"; for example: {self.example}" if self.example else ""
        if near:
            hint = f"; did you mean {near[0]}?"
        where = f"line {self.line}, column {self.column}"
        return f"{where}: found {self.found}, expected {self._expected(bool(near))}{hint}"

    def _choices(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(c for wanted in self.wanted for c in wanted.choices))

    def _expected(self, near: bool) -> str:  # noqa: FBT001 (private, and said by its name)
        described = sorted({_described(each, near) for each in self.wanted if each.description})
        plain = sorted({c for each in self.wanted if not each.description for c in each.choices})
        if len(plain) > LISTED_MAX and near:
            described.append(f"one of {len(plain)} words")
        elif len(plain) > 1:
            described.append(f"one of {' '.join(map(repr, plain))}")
        else:
            described += map(repr, plain)
        return _or(described)


def _described(wanted: Wanted, near: bool) -> str:  # noqa: FBT001 (likewise)
    if not wanted.choices or (len(wanted.choices) > LISTED_MAX and near):
        return wanted.description
    return f"{wanted.description} ({', '.join(wanted.choices)})"


def _or(parts: Iterable[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} or {last}" if first else last
