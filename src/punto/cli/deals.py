"""Deals from the command line, or from a file with one on each line."""

import json
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import click

from punto.cli.inputs import open_lines, parse_stakes
from punto.rules import BetKey, Game
from punto.values import BadNotation, Card, Cents, Value, parse_cards

_JSON_KEYS = frozenset({
    "id", "line", "game", "cards", "bets", "established",
    "player", "banker", "winner", "total_stake", "total_returned",
})  # fmt: skip
"""The keys that a line may have: those we read, and those that ``punto settle`` writes."""

_SEPARATORS = re.compile(r"[\s,;|]+")


class DealLine(Value):
    """One line of a file of deals: its cards, and its own bets if it has any."""

    number: int
    cards: tuple[Card, ...]
    stakes: dict[BetKey, Cents] | None
    game: object = None
    """The game that the line names, if any."""
    id: object = None
    """The id of the line, if any; answers repeat it."""

    @property
    def head(self) -> dict[str, object]:
        """The fields that begin every answer to the line."""
        named = {} if self.id is None else {"id": self.id}
        return {"line": self.number, **named}


@dataclass(slots=True)
class DealFile:
    """Reads deals one by one; reports an invalid line on stderr and skips it."""

    source: str
    game: Game
    faults_count: int = 0

    def __iter__(self) -> Iterator[DealLine]:
        for number, given in enumerate(open_lines(self.source), start=1):
            try:
                line = _text_of(given)
                if line:
                    yield self._own(parse_deal_line(number, line))
            except BadNotation as error:
                self.tell(number, [str(error)])

    def _own(self, line: DealLine) -> DealLine:
        if line.game not in {None, self.game.key}:
            raise BadNotation(f"game {line.game!r}: expected {self.game.key}")
        return line

    def tell(self, number: int, sentences: Sequence[str]) -> None:
        """Report what is wrong with a line."""
        self.faults_count += 1
        for sentence in sentences:
            click.echo(f"punto: line {number}: {sentence}", err=True)


def _text_of(line: bytes) -> str:
    """Return a line without its comment; empty if it has only a comment."""
    try:
        text = line.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        found = f"not UTF-8 text: {error.reason} at byte {error.start + 1}"
        raise BadNotation(f"{found}, expected it saved as UTF-8") from None
    return text.partition("#")[0].strip()


def parse_deal_line(number: int, line: str) -> DealLine:
    """Read ``4D KS 4C 2H tiger=5``, or ``{"cards": "4D KS 4C 2H", "bets": {"tiger": "5"}}``."""
    if line.startswith("{"):
        return _parse_json_line(number, line)
    words = [word for word in _SEPARATORS.split(line) if word]
    bets = [word for word in words if "=" in word]
    cards = " ".join(word for word in words if "=" not in word)
    return DealLine(number, parse_cards(cards), parse_stakes(bets) if bets else None)


def parse_json(text: str) -> Any:
    """Read JSON, rejecting objects with a repeated key, and numbers that JSON cannot write."""
    try:
        return json.loads(
            text, object_pairs_hook=_each_key_once, parse_constant=_finite, parse_float=_finite
        )
    except BadNotation:
        raise
    except json.JSONDecodeError as error:
        raise BadNotation(f"not JSON: {error}") from None
    except RecursionError:
        raise BadNotation("not JSON: nested too deep, expected an object") from None
    except ValueError:
        digits = f"{sys.get_int_max_str_digits():,}"
        raise BadNotation(f"not JSON: expected numbers of at most {digits} digits") from None


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise BadNotation(f"not JSON: number {text}, expected a finite one")
    return number


def _parse_json_line(number: int, line: str) -> DealLine:
    data = parse_json(line)
    unknown = data.keys() - _JSON_KEYS
    if unknown:
        raise BadNotation(f"key {min(unknown)!r}: unknown, expected cards, bets, game or id")
    cards, bets, game = data.get("cards"), data.get("bets", {}), data.get("game")
    if not isinstance(cards, str):
        raise BadNotation(f'cards {cards!r}: expected a text such as "4D KS 4C 2H"')
    if not isinstance(bets, dict):
        raise BadNotation(f'bets {bets!r}: expected an object such as {{"tiger": "5"}}')
    stakes = parse_stakes(f"{key}={_stake_of(bet)}" for key, bet in bets.items())
    own = stakes if "bets" in data else None
    return DealLine(number, parse_cards(cards), own, game, data.get("id"))


def _each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object, rejecting repeated keys: a bet written twice must not be read as one."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BadNotation(f"key {twice!r}: given twice, expected once")
    return found


def _stake_of(bet: object) -> object:
    """Return a stake as given, or from a bet as ``punto settle`` writes it."""
    return bet.get("stake") if isinstance(bet, dict) else bet
