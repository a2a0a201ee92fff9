"""Cuts a line into words, reads along them, and remembers the furthest place where that failed."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn, TypeVar

from punto.rehearsals.mistakes import Mistake, Wanted
from punto.rehearsals.scopes import Scope
from punto.values import BadNotation, Value

_CURLY: Final = "\u201c\u201d\u201e"
"""The quotation marks that word processors put in place of straight ones."""
_WIDE: Final = str.maketrans({"\uff0c": ",", "\uff1a": ":"})
"""The comma and the colon of a Chinese keyboard."""

_LETTER: Final = rf'[^\s,:\uff0c\uff1a"{_CURLY}\#]'

# A colon within a word is part of it (20:15), and so is a comma between two digits: no list has
# an item that begins with a digit, so 5,000 must be an amount.
_WORD: Final = re.compile(
    rf"""\s*(?:
    (?P<comment>\#.*)
    | "(?P<quoted>[^"]*)"
    | [{_CURLY}](?P<curly>[^"{_CURLY}]*)["{_CURLY}]
    | (?P<open>["{_CURLY}].*)
    | (?P<mark>[,:\uff0c\uff1a])
    | (?P<plain>{_LETTER}+(?:(?:[:\uff1a]|(?<=[0-9])[,\uff0c](?=[0-9])){_LETTER}+)*)
    )""",
    re.VERBOSE,
)


class Word(Value):
    """A word, a comma, a colon, or everything between two quotation marks."""

    text: str
    column: int
    """Its first column, counted from 1."""
    quoted: bool = False

    @property
    def shown(self) -> str:
        """The word as a message shows it."""
        return f'"{self.text}"' if self.quoted else repr(self.text)


class ScriptLine(Value):
    """One line of the script."""

    number: int
    text: str
    words: tuple[Word, ...]
    open_quote: int | None = None
    """The column of a quotation mark that is never closed."""

    @property
    def indented(self) -> bool:
        """Whether it belongs to the heading above it."""
        return self.text[:1].isspace()

    @property
    def end_column(self) -> int:
        """The column of a further word."""
        if not self.words:
            return 1
        last = self.words[-1]
        return last.column + len(last.text) + (2 if last.quoted else 0)


def line_of(number: int, text: str) -> ScriptLine:
    """Split a line into words, without its comment."""
    words: list[Word] = []
    open_quote = None
    for found in _WORD.finditer(text.rstrip()):
        kind = str(found.lastgroup)
        column = found.start(kind) + 1
        if kind in {"quoted", "curly"}:
            words.append(Word(found[kind], column - 1, quoted=True))
        elif kind == "open":
            open_quote = column
            break
        elif kind in {"plain", "mark"}:
            words.append(Word(found[kind].translate(_WIDE), column))
    return ScriptLine(number, text.rstrip(), tuple(words), open_quote)


T = TypeVar("T")

FEW: Final = 2


class Unread(Exception):
    """The line does not match this form; the cursor knows the expected words."""


@dataclass(slots=True)
class Misses:
    """The expected words at the furthest word that any form reached."""

    index: int = 0
    wanted: list[Wanted] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    """Examples of the forms that reached it."""

    def add(self, index: int, *wanted: Wanted) -> None:
        """Remember the expected words, unless another form got further."""
        if index > self.index:
            self.index, self.wanted, self.examples = index, [], []
        if index == self.index:
            self.wanted += [each for each in wanted if each not in self.wanted]

    def add_form(self, of_form: "Misses", example: str) -> None:
        """Remember the misses of one form."""
        self.add(of_form.index, *of_form.wanted)
        if of_form.index == self.index:
            self.examples.append(example)

    def mistake(self, line: ScriptLine) -> Mistake:
        """Return all misses as one mistake."""
        wanted = tuple(self.wanted)
        # With many possible forms, an example of one would mislead.
        example = self.examples[0] if len(self.examples) <= FEW else ""
        if self.index >= len(line.words):
            end = "the end of the line"
            return Mistake(line.number, line.end_column, end, wanted, example=example)
        word = line.words[self.index]
        return Mistake(line.number, word.column, word.shown, wanted, word.text, example)


@dataclass(slots=True)
class Cursor:
    """A place in a line, for one form to read from."""

    line: ScriptLine
    scope: Scope
    misses: Misses | None = None
    """The record of expected words; None while only looking for a matching form."""
    index: int = 0

    @property
    def word(self) -> Word | None:
        """The next word, if any."""
        return self.line.words[self.index] if self.index < len(self.line.words) else None

    def miss(self, *wanted: Wanted) -> NoReturn:
        """Fail, because one of these words is needed here."""
        self.note(*wanted)
        raise Unread

    def note(self, *wanted: Wanted) -> None:
        """Remember that one of these words is possible here."""
        if self.misses is not None:
            self.misses.add(self.index, *wanted)

    def has(self, text: str) -> bool:
        """Take the next word if it is this one, in upper or lower case."""
        word = self.word
        if word is None or word.quoted or word.text.casefold() != text.casefold():
            self.note(Wanted(choices=(text,)))
            return False
        self.index += 1
        return True

    def literal(self, text: str) -> None:
        """Take the next word, which must be this one."""
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
        """Fail unless the line ends here."""
        if self.word is not None:
            self.miss(Wanted("the end of the line"))


class WordKind(Value):
    """A kind of word, or words, that a form takes."""

    name: str
    meaning: str
    """The explanation for the author of a script."""
    read: Callable[[Cursor], Any]
    options: tuple[str, ...] = ()
    """All possible words, if they are a fixed list."""


def notation(
    name: str,
    meaning: str,
    parse: Callable[[str], Any],
    meant: Callable[[str], str] = lambda _: "",
) -> WordKind:
    """Return the kind of a word with its own parser, and a guess for misspelt words."""

    def read(cursor: Cursor) -> object:
        word = cursor.take(Wanted(meaning))
        try:
            return parse(word.text)
        except BadNotation:
            cursor.index -= 1
            cursor.miss(Wanted(meaning, meant=meant(word.text)))

    return WordKind(name, meaning, read)


def choice(name: str, meaning: str, options: Mapping[str, Any]) -> WordKind:
    """Return the kind of several fixed names, each of one or more words."""
    return WordKind(name, meaning, lambda cursor: chosen(cursor, meaning, options), tuple(options))


def chosen(cursor: Cursor, meaning: str, options: Mapping[str, T]) -> T:
    """Read one of the options, the longest that matches."""
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
    """Fail at the first word that continues no option."""
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
