"""Reading along a line, and remembering the furthest place where it could not be understood."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn, TypeVar

from punto.rehearsals.mistakes import Mistake, Wanted
from punto.rehearsals.scopes import Scope
from punto.rehearsals.words import Line, Word
from punto.values.structures import BadNotation

T = TypeVar("T")

FEW: Final = 2


class Unread(Exception):
    """The words do not go on as this form does; what was missed is with the cursor."""


@dataclass(slots=True)
class Misses:
    """What was wanted at the furthest word that any form came to."""

    index: int = 0
    wanted: list[Wanted] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    """Of the forms that came so far."""

    def add(self, index: int, *wanted: Wanted) -> None:
        """Remember it, unless some form came further."""
        if index > self.index:
            self.index, self.wanted, self.examples = index, [], []
        if index == self.index:
            self.wanted += [each for each in wanted if each not in self.wanted]

    def add_form(self, of_form: "Misses", example: str) -> None:
        """Remember what one form has missed."""
        self.add(of_form.index, *of_form.wanted)
        if of_form.index == self.index:
            self.examples.append(example)

    def mistake(self, line: Line) -> Mistake:
        """The whole as one mistake."""
        wanted = tuple(self.wanted)
        # Where many forms are still possible, no single one was meant.
        example = self.examples[0] if len(self.examples) <= FEW else ""
        if self.index >= len(line.words):
            end = "the end of the line"
            return Mistake(line.number, line.end_column, end, wanted, example=example)
        word = line.words[self.index]
        return Mistake(line.number, word.column, word.shown, wanted, word.text, example)


@dataclass(slots=True)
class Cursor:
    """A place in a line, for one form to try."""

    line: Line
    scope: Scope
    misses: Misses | None = None
    """Where to note what was wanted; nowhere while it is only asked which form fits."""
    index: int = 0

    @property
    def word(self) -> Word | None:
        """The next word, if there is one."""
        return self.line.words[self.index] if self.index < len(self.line.words) else None

    def miss(self, *wanted: Wanted) -> NoReturn:
        """Give up, since one of these would have to stand here."""
        self.note(*wanted)
        raise Unread

    def note(self, *wanted: Wanted) -> None:
        """Remember that one of these could stand here."""
        if self.misses is not None:
            self.misses.add(self.index, *wanted)

    def has(self, text: str) -> bool:
        """Take the next word if it is this one, in whatever case."""
        word = self.word
        if word is None or word.quoted or word.text.casefold() != text.casefold():
            self.note(Wanted(choices=(text,)))
            return False
        self.index += 1
        return True

    def literal(self, text: str) -> None:
        """Take the next word, which has to be this one."""
        if not self.has(text):
            raise Unread

    def take(self, *wanted: Wanted) -> Word:
        """Take the next word, whatever it is."""
        word = self.word
        if word is None:
            self.miss(*wanted)
        self.index += 1
        return word

    def end(self) -> None:
        """Nothing may follow."""
        if self.word is not None:
            self.miss(Wanted("the end of the line"))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of word, or of words, that a form asks for."""

    name: str
    meaning: str
    """What it is, for somebody who writes a script."""
    read: Callable[[Cursor], Any]
    options: tuple[str, ...] = ()
    """All that can stand there, where that is a fixed list."""


def _nothing_meant(text: str) -> str:
    del text
    return ""


def notation(
    name: str,
    meaning: str,
    parse: Callable[[str], Any],
    meant: Callable[[str], str] = _nothing_meant,
) -> Kind:
    """One word that a parser of ours understands, or that was perhaps meant to be one."""

    def read(cursor: Cursor) -> object:
        word = cursor.take(Wanted(meaning))
        try:
            return parse(word.text)
        except BadNotation:
            cursor.index -= 1
            cursor.miss(Wanted(meaning, meant=meant(word.text)))

    return Kind(name, meaning, read)


def choice(name: str, meaning: str, options: Mapping[str, Any]) -> Kind:
    """One of several fixed names, each of one word or of more."""
    return Kind(name, meaning, lambda cursor: chosen(cursor, meaning, options), tuple(options))


def chosen(cursor: Cursor, meaning: str, options: Mapping[str, T]) -> T:
    """The option that stands here; where several do, the longest."""
    start = cursor.index
    best, after = None, start
    for name in options:
        cursor.index = start
        if _stands(cursor, name.split()) and cursor.index > after:
            best, after = name, cursor.index
    cursor.index = after
    if best is None:
        _miss_choice(cursor, meaning, options)
    return options[best]


def _stands(cursor: Cursor, words: list[str]) -> bool:
    for text in words:
        word = cursor.word
        if word is None or word.quoted or word.text.casefold() != text.casefold():
            return False
        cursor.index += 1
    return True


def _miss_choice(cursor: Cursor, meaning: str, options: Mapping[str, Any]) -> NoReturn:
    """Say what was wanted, at the first word that no option goes on with."""
    if cursor.misses is None:
        raise Unread
    rests = {name: name.split() for name in options}
    while cursor.word is not None:
        said = cursor.word.text.casefold()
        going_on = {n: r[1:] for n, r in rests.items() if len(r) > 1 and r[0].casefold() == said}
        if not going_on:
            break
        rests, cursor.index = going_on, cursor.index + 1
    whole = len(rests) == len(options)
    names = tuple(rests) if whole else tuple(" ".join(rest) for rest in rests.values())
    cursor.miss(Wanted(meaning if names else f"{meaning}, and none is named above", names))
