"""Kinds of names of people, things and bets; a quoted name need not be known."""

import re
from collections.abc import Callable, Iterable
from typing import Final

from punto.live import PatronKey
from punto.rehearsals.cursors import Cursor, Unread, WordKind, chosen, notation
from punto.rehearsals.mistakes import Wanted
from punto.rehearsals.scenes import Sender, Staff, TimerOf
from punto.rehearsals.scopes import Scope
from punto.rounds import Patron
from punto.rules import BetKey
from punto.values import BadNotation, CommandId, TerminalId

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*", re.ASCII)

RESERVED: Final = frozenset(
    {"at", "expect", "nobody", "on", "patrons", "people", "shows", "table", "terminals", "the"}
    | {"timer", "wait"}
)
"""Words that begin a statement, so that they cannot be names."""


def known(name: str, meaning: str, names: Callable[[Scope], Iterable[str]]) -> WordKind:
    """Return the kind of a name known to the script, or of any name in quotation marks."""

    def read(cursor: Cursor) -> object:
        word = cursor.word
        if word is not None and word.quoted:
            cursor.index += 1
            return word.text
        return chosen(cursor, meaning, {each: each for each in names(cursor.scope)})

    return WordKind(name, meaning, read)


PERSON = known("person", "a person", lambda scope: scope.people)
TERMINAL = known("terminal", "a terminal", lambda scope: scope.terminals)


_ANY_PATRON: Final = known("patron", "a patron", lambda scope: scope.patrons)


def _read_patron(cursor: Cursor) -> PatronKey:
    if not (cursor.scope.patrons or cursor.scope.boxes):
        cursor.miss()  # a script about terminals is not told of patrons
    patron: PatronKey = _ANY_PATRON.read(cursor)
    return patron


PATRON = WordKind("patron", "a patron of a live table", _read_patron)


def _read_holder(cursor: Cursor) -> PatronKey | None:
    if cursor.has("the"):
        cursor.literal("dealer")
        return None
    return _read_patron(cursor)


HOLDER = WordKind("holder", "a patron, or `the dealer`", _read_holder)
BOX = known("box", "a box of the table's layout", lambda scope: scope.boxes)


def _read_place(cursor: Cursor) -> TerminalId:
    place: TerminalId = (_ANY_PLACE if cursor.scope.boxes else TERMINAL).read(cursor)
    return place


_ANY_PLACE: Final = known("place", "a patron at a box, such as ann@1", lambda scope: scope.places)
PLACE = WordKind(
    "place", "a terminal, or a live table's patron at a box, such as ann@1", _read_place
)


def _read_staff(cursor: Cursor) -> Staff:
    return Staff(PERSON.read(cursor))


SOMEBODY = WordKind("somebody", "a person", _read_staff)


def _read_sender(cursor: Cursor) -> Sender:
    if cursor.has("timer"):
        return TimerOf(PERSON.read(cursor) if cursor.has("of") else None)
    try:
        return _read_staff(cursor)
    except Unread:
        return Patron(TERMINAL.read(cursor))


WHO = WordKind(
    "who",
    "a person, a terminal, `timer`, or `timer of` a person; a quoted name is a person's",
    _read_sender,
)
TABLE = known("table", "a table that is planned above", lambda scope: scope.drafts)


def _bets(scope: Scope) -> tuple[BetKey, ...]:
    return () if scope.table is None else tuple(bet.key for bet in scope.draft.terms.game.bets)


BET = known("bet", "a bet of the table's game", _bets)
GAME = WordKind("game", "a game", lambda cursor: chosen(cursor, "a game", cursor.scope.book.games))
DOCUMENT = WordKind(
    "document",
    "a rule document",
    lambda cursor: chosen(cursor, "a rule document", cursor.scope.book.documents),
)


def new_name(
    name: str, meaning: str, taken: Callable[[Scope], tuple[str, ...]], hint: str = ""
) -> WordKind:
    """Return the kind of a new name: letters and digits without another meaning yet."""
    letters = Wanted(f"{meaning}: a letter from a to z, then letters, digits and hyphens{hint}")
    free = Wanted(f"{meaning} that is no other name and begins no line of its own")

    def read(cursor: Cursor) -> str:
        word = cursor.take(letters)
        text = word.text
        fault = None
        if _NAME.fullmatch(text) is None:
            fault = letters
        elif text.casefold() in RESERVED or text in taken(cursor.scope):
            fault = free
        if fault is not None and not word.quoted:
            cursor.index -= 1
            cursor.miss(fault)
        return text

    return WordKind(name, meaning, read)


NEW_PERSON = new_name(
    "newcomer",
    "a person's short name",
    lambda scope: (*scope.terminals, *scope.patrons),
    " (the full name goes between quotation marks)",
)
NEW_TERMINAL = new_name(
    "device", "a terminal's name", lambda scope: (*scope.people, *scope.patrons)
)
NEW_PATRON = new_name(
    "new-patron", "a patron's name", lambda scope: (*scope.people, *scope.terminals)
)
_ANY_TABLE: Final = new_name("new-table", "a table's name", lambda _: ())


def _read_new_table(cursor: Cursor) -> str:
    name: str = _ANY_TABLE.read(cursor)
    planned = tuple(cursor.scope.drafts)
    if cursor.word is None and planned:
        # A name alone refers to an existing table.
        cursor.index -= 1
        cursor.miss(Wanted("a table that is planned above", planned))
    return name


NEW_TABLE = WordKind("new-table", "a table's name", _read_new_table)


def _command_id(text: str) -> CommandId:
    if not text:
        raise BadNotation("an empty id")
    return CommandId(text)


ID = notation("id", "the id of a command", _command_id)
