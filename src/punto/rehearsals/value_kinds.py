"""Kinds of values: money, cards, roles, times and others."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from enum import Enum
from functools import partial
from typing import Any, Final

from punto import rounds
from punto.identity import Profile, SecretKind
from punto.ledger import CHANCE_BELOW, TERMINAL_KINDS, Account, AccountKind, parse_account
from punto.rehearsals.cursors import Cursor, Unread, WordKind, choice, chosen, notation
from punto.rehearsals.mistakes import Wanted, card_meant, money_meant
from punto.rehearsals.scopes import DAY_MS, Scope, clock, midnight
from punto.rules import Irregularity, Result, Role
from punto.values import (
    UNSEEN,
    BadNotation,
    CardOut,
    Instant,
    Side,
    instant_of,
    parse_card,
    parse_money,
)


def of_values(members: type[Enum]) -> Mapping[str, Any]:
    """Return the members of an enumeration by their words."""
    return {str(member.value): member for member in members}


ROLES: Final = {role.name.replace("_", " ").title(): role for role in Role}


_DIGITS: Final = re.compile(r"[0-9]{1,18}")


def _number(text: str) -> int:
    if _DIGITS.fullmatch(text) is None:
        raise BadNotation(text)
    return int(text)


def _chance(text: str) -> int:
    if _number(text) >= CHANCE_BELOW:
        raise BadNotation(text)
    return int(text)


MONEY = notation("money", "dollars such as 100 or 2.50", parse_money, money_meant)
NUMBER = notation("number", "a whole number", _number)
CHANCE = notation("chance", "the number of at most 17 digits that a ticket was made from", _chance)


def _accounts(scope: Scope) -> dict[str, Account]:
    """Return the accounts of the table, of every terminal and of every place at a box."""
    own = [Account(kind) for kind in AccountKind if kind not in TERMINAL_KINDS]
    every = (*scope.terminals, *scope.places)
    of_terminals = [Account(kind, each) for each in every for kind in TERMINAL_KINDS]
    return {str(account): account for account in (*own, *of_terminals)}


_ANY_ACCOUNT: Final = notation("account", "an account", parse_account)


def _read_account(cursor: Cursor) -> Account:
    if cursor.word is not None and cursor.word.quoted:
        account: Account = _ANY_ACCOUNT.read(cursor)
        return account
    return chosen(cursor, "an account", _accounts(cursor.scope))


ACCOUNT = WordKind(
    "account",
    "`house`, `cash`, `tickets`, `floor`, or of a terminal such as T1 `credits:T1`, `stakes:T1`, "
    "`cash-out:T1`, `receivable:T1`; at a live table `chips`, `stakes:ann@1` or `held:ann@1`",
    _read_account,
)
ROLE = choice("role", "a role", ROLES)


_FIRST_ROLE: Final = {"Shift Manager": Role.SHIFT_MANAGER}
"""This role can grant every other."""
_FIRST_WANTED: Final = Wanted("Shift Manager: the first person named has to be the Shift Manager")


def _read_position(cursor: Cursor) -> Role:
    if cursor.scope.people:
        return chosen(cursor, "a role", ROLES)
    ahead = Cursor(cursor.line, cursor.scope, index=cursor.index)
    try:
        first = chosen(ahead, "", _FIRST_ROLE)
    except Unread:
        cursor.miss(_FIRST_WANTED)
    cursor.index = ahead.index
    return first


POSITION = WordKind("position", "a role, Shift Manager for the first of all", _read_position)
PHASE = choice("phase", "a phase", of_values(rounds.Phase))
FLOAT_COUNT = choice("float-count", "a count of the float", of_values(rounds.FloatCount))
SLIP_KIND = choice("slip-kind", "a kind of slip", of_values(rounds.SlipKind))
VERDICT = choice("verdict", "a verdict", of_values(rounds.Verdict))
IRREGULARITY = choice("irregularity", "an irregularity", of_values(Irregularity))
LINK = choice("link", "how the link is", of_values(rounds.Link))
ANSWER = choice("answer", "an answer of a printer", of_values(rounds.PrinterAnswer))
SOURCE = choice("source", "a source of cards", of_values(rounds.CardSource))
SECRET = choice("secret", "a secret", of_values(SecretKind))
PROFILE = choice("profile", "a profile of the floor", of_values(Profile))
RESULT = choice("result", "the end of a bet", of_values(Result))


SHUFFLE = choice("shuffle", "how cards were shuffled", of_values(rounds.Shuffle))
ACTING = choice("acting", "the word acting", {"acting": True})
SEATS: Final = ("connected", "lost", "enabled", "disabled", "absent")
SEAT = choice("seat", "how a terminal stands", {name: name for name in SEATS})
SIDE = choice("side", "a hand", {side.value.title(): side for side in Side})
PASSING = choice(
    "passing", "that warnings count as not noticed", {"passing over the warnings": True}
)
FATE = choice("fate", "what staff saw", {"came out": True, "did not come out": False})


def _read_text(cursor: Cursor) -> str:
    wanted = Wanted('words between quotation marks, such as "power failure"')
    word = cursor.take(wanted)
    if not word.quoted:
        cursor.index -= 1
        cursor.miss(wanted)
    return word.text


def _read_words(cursor: Cursor) -> str:
    words = [cursor.take(Wanted("words")).text]
    while cursor.word is not None:
        words.append(cursor.take().text)
    return " ".join(words)


WORDS = WordKind("words", "any words, to the end of the line", _read_words)
TEXT = WordKind("text", 'words between quotation marks, such as "power failure"', _read_text)


CARD = notation("card", "a card such as KS, 4D or TH", parse_card, card_meant)


def _read_cards(cursor: Cursor, *, unseen: bool = False) -> tuple[CardOut, ...]:
    if cursor.has("none"):
        return ()
    cards: list[CardOut] = [None if unseen and cursor.has(UNSEEN) else CARD.read(cursor)]
    while cursor.word is not None:
        if unseen and cursor.has(UNSEEN):
            cards.append(None)
            continue
        try:
            cards.append(parse_card(cursor.word.text))
        except BadNotation:
            cursor.note(Wanted(CARD.meaning, meant=card_meant(cursor.word.text)))
            break
        cursor.index += 1
    return tuple(cards)


CARDS = WordKind("cards", "cards in order, such as KS 3D QH, or none", _read_cards)
CARDS_OUT = WordKind(
    "cards-out",
    "cards in order, such as KS 3D QH, where `unseen` is an unseen card; or none",
    partial(_read_cards, unseen=True),
)


def _read_cut(cursor: Cursor) -> int | None:
    if cursor.has("nowhere"):
        return None
    cursor.literal("after")
    number: int = NUMBER.read(cursor)
    cursor.literal("cards")
    return number


CUT = WordKind("cut", "`after` a number of `cards`, or `nowhere`", _read_cut)

_UNITS: Final = {"ms": 1, "second": 1_000, "minute": 60_000, "hour": 3_600_000, "day": DAY_MS}
UNITS: Final = _UNITS | {f"{name}s": ms for name, ms in _UNITS.items() if name != "ms"}
LONGEST_MS: Final = 3653 * DAY_MS
_UNIT = choice("unit", "a unit of time", UNITS)


def _read_duration(cursor: Cursor) -> int:
    start = cursor.index
    ms = int(NUMBER.read(cursor) * _UNIT.read(cursor))
    if ms > LONGEST_MS:
        cursor.index = start
        cursor.miss(Wanted("at most 3653 days, which are ten years"))
    return ms


DURATION = WordKind("duration", "a time such as 5 seconds, 300 ms or 2 minutes", _read_duration)

_TIME: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9])(?:\.([0-9]{3}))?)?")


def _of_day(text: str) -> int:
    match = _TIME.fullmatch(text)
    if match is None:
        raise BadNotation(text)
    hours, minutes, seconds, ms = (int(part or 0) for part in match.groups())
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms


_OF_DAY = notation("clock", "a time of day such as 20:15, 20:15:30 or 20:15:30.250", _of_day)


def _read_time(cursor: Cursor) -> Instant:
    now = cursor.scope.now
    at = midnight(now) + _OF_DAY.read(cursor)
    word = cursor.word
    if word is not None and word.text == "the":
        for text in ("the", "next", "day"):
            cursor.literal(text)
        return Instant(at + DAY_MS)
    if at < now:
        cursor.index -= 1
        cursor.miss(Wanted(f"a time not before {clock(now)}, or '... the next day'"))
    return Instant(at)


TIME = WordKind("time", f"{_OF_DAY.meaning}, optionally followed by 'the next day'", _read_time)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadNotation(text) from None


_DATE = notation("date", "a date such as 2026-03-01", _date)


def _read_date(cursor: Cursor) -> Instant:
    chosen = _DATE.read(cursor)
    begin = instant_of(datetime(chosen.year, chosen.month, chosen.day, tzinfo=UTC))
    return Instant(begin + cursor.scope.now % DAY_MS)


DATE = WordKind("date", _DATE.meaning, _read_date)
