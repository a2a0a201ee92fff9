"""Bets as a Dealer types them: ``5 b 2500``, box, bet and amount, several on a line.

If several patrons share a box, the patron's key comes between box and bet (``5 ann b 500``), or a
plus for one who has just joined it (``5 + p 300``). A line is accepted whole or not at all.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from punto.live.betting_boxes import BoxLabel, PatronKey
from punto.rules import BetKey
from punto.values import CENTS_PER_DOLLAR, Cents, Choice, Value

NEWCOMER = "+"
LINE_LENGTH_MAX = 1_000

_TOKEN = re.compile(r"[,;\n]|[^\s,;]+")
_BREAKS = frozenset(",;\n")
_AMOUNT = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,2}))?(k?)")
_SILENT_WORDS = frozenset({"on"})


class TypedBet(Value):
    """One bet of a line, with its new amount; zero removes the bet."""

    box: BoxLabel
    patron: PatronKey | None
    """None for the patron who sits at the box."""
    newcomer: bool
    """Whether it is a patron who stands there and was not at the table before."""
    bet: BetKey
    amount: Cents


class LinePart(Choice):
    """The part that was expected at a position in a line."""

    BOX = "box"
    BET = "bet"
    AMOUNT = "amount"
    OTHER_BET = "other bet"
    """One that the line has not named for this patron and box."""
    SHORTER_LINE = "shorter line"


class LineMistake(Value):
    """The first part of a line that cannot be read, by its characters."""

    start: int
    end: int
    found: str
    expected: LinePart


class _Token(Value):
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def bet_codes(bets: Iterable[BetKey]) -> dict[str, BetKey]:
    """Return the short names of bets, such as ``bp`` for banker-pair, unless they are ambiguous."""
    codes: dict[str, list[BetKey]] = {}
    for bet in bets:
        words = (word for word in bet.split("-") if word not in _SILENT_WORDS)
        code = "".join(word if word.isdigit() else word[0] for word in words)
        codes.setdefault(code, []).append(bet)
    return {code: found[0] for code, found in codes.items() if len(found) == 1}


def read_bet_line(
    line: str, boxes: Sequence[BoxLabel], patrons: Collection[PatronKey], bets: Sequence[BetKey]
) -> tuple[TypedBet, ...] | LineMistake:
    """Return every bet of a line, or the first mistake in it."""
    if len(line) > LINE_LENGTH_MAX:
        found = line[LINE_LENGTH_MAX:]
        return LineMistake(LINE_LENGTH_MAX, len(line), found, LinePart.SHORTER_LINE)
    named = {bet.casefold(): bet for bet in bets}
    return _Reader(line, boxes, patrons, named | bet_codes(bets)).read()


class _Reader:
    """Reads one line from left to right."""

    def __init__(
        self,
        line: str,
        boxes: Sequence[BoxLabel],
        patrons: Collection[PatronKey],
        bets: Mapping[str, BetKey],
    ) -> None:
        self._tokens = [_Token(found[0], found.start()) for found in _TOKEN.finditer(line)]
        self._length, self._index = len(line), 0
        # A label may contain spaces, and the longest one that fits is taken.
        self._boxes = sorted(boxes, key=lambda box: -len(box.split()))
        self._patrons, self._bets = patrons, bets
        self._read: dict[tuple[BoxLabel, PatronKey | None, bool, BetKey], TypedBet] = {}

    def read(self) -> tuple[TypedBet, ...] | LineMistake:
        """Read entry after entry."""
        while self._skip_breaks():
            mistake = self._entry()
            if mistake is not None:
                return mistake
        return tuple(self._read.values()) or self._mistake(LinePart.BOX)

    def _skip_breaks(self) -> bool:
        while self._text() in _BREAKS:
            self._index += 1
        return self._index < len(self._tokens)

    def _text(self, ahead: int = 0) -> str:
        index = self._index + ahead
        return self._tokens[index].text.casefold() if index < len(self._tokens) else ""

    def _mistake(self, expected: LinePart) -> LineMistake:
        if self._index >= len(self._tokens):
            return LineMistake(self._length, self._length, "", expected)
        token = self._tokens[self._index]
        return LineMistake(token.start, token.end, token.text.strip(), expected)

    def _entry(self) -> LineMistake | None:
        """Read a box, a patron if one is named, and one bet or more."""
        box = self._box()
        if box is None:
            return self._mistake(LinePart.BOX)
        patron, newcomer = self._patron()
        mistake = self._bet(box, patron, newcomer=newcomer)
        while mistake is None and self._has_bet():
            mistake = self._bet(box, patron, newcomer=newcomer)
        return mistake

    def _box(self) -> BoxLabel | None:
        for box in self._boxes:
            words = box.casefold().split()
            if [self._text(ahead) for ahead in range(len(words))] == words:
                self._index += len(words)
                return box
        return None

    def _patron(self) -> tuple[PatronKey | None, bool]:
        if self._text() == NEWCOMER:
            self._index += 1
            return None, True
        # A word that is both a patron's key and a bet's name is the patron only before another bet.
        if self._text() in self._bets and self._text(1) not in self._bets:
            return None, False
        for patron in self._patrons:
            if patron.casefold() == self._text():
                self._index += 1
                return patron, False
        return None, False

    def _has_bet(self) -> bool:
        return self._text() in self._bets and _AMOUNT.fullmatch(self._text(1)) is not None

    def _bet(
        self, box: BoxLabel, patron: PatronKey | None, *, newcomer: bool
    ) -> LineMistake | None:
        bet = self._bets.get(self._text())
        if bet is None:
            return self._mistake(LinePart.BET)
        key = box, patron, newcomer, bet
        if key in self._read:
            return self._mistake(LinePart.OTHER_BET)
        self._index += 1
        amount = _amount(self._text())
        if amount is None:
            return self._mistake(LinePart.AMOUNT)
        self._index += 1
        self._read[key] = TypedBet(*key[:3], bet, amount)
        return None


def _amount(text: str) -> Cents | None:
    found = _AMOUNT.fullmatch(text)
    if found is None:
        return None
    cents = int(found[1]) * CENTS_PER_DOLLAR + int((found[2] or "").ljust(2, "0"))
    return Cents(cents * 1_000 if found[3] else cents)
