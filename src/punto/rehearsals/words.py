"""A line of a rehearsal, cut into words."""

import re
from typing import Final

from punto.values import Value

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
