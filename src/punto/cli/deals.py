"""Deals as the commands read them: one on the command line, or one a line from a file."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import click

from punto.cli.inputs import open_lines, parse_stakes
from punto.rules.games import BetKey
from punto.values.cards import Card, parse_cards
from punto.values.money import Cents
from punto.values.notation import BadNotation

_SEPARATORS = re.compile(r"[\s,;|]+")


@dataclass(frozen=True, slots=True)
class DealLine:
    """One line of a file of deals: its cards, and its own bets if it has any."""

    number: int
    cards: tuple[Card, ...]
    stakes: dict[BetKey, Cents] | None


@dataclass(slots=True)
class DealFile:
    """Reads deals one by one; a line that does not hold is told on stderr and passed over."""

    source: str
    faults_count: int = field(default=0)

    def __iter__(self) -> Iterator[DealLine]:
        for number, text in enumerate(open_lines(self.source), start=1):
            line = text.partition("#")[0].strip()
            if not line:
                continue
            try:
                yield parse_deal_line(number, line)
            except BadNotation as error:
                self.tell(number, [str(error)])

    def tell(self, number: int, sentences: Sequence[str]) -> None:
        """Tell what is wrong with a line."""
        self.faults_count += 1
        for sentence in sentences:
            click.echo(f"punto: line {number}: {sentence}", err=True)


def parse_deal_line(number: int, line: str) -> DealLine:
    """Read ``4D KS 4C 2H tiger=5``, or ``{"cards": "4D KS 4C 2H", "bets": {"tiger": "5"}}``."""
    if line.startswith("{"):
        return _parse_json_line(number, line)
    words = [word for word in _SEPARATORS.split(line) if word]
    bets = [word for word in words if "=" in word]
    cards = " ".join(word for word in words if "=" not in word)
    return DealLine(number, parse_cards(cards), parse_stakes(bets) if bets else None)


def _parse_json_line(number: int, line: str) -> DealLine:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadNotation(f"not JSON: {error}") from None
    cards = data.get("cards")
    if not isinstance(cards, str):
        raise BadNotation(f'cards {cards!r}: expected a text such as "4D KS 4C 2H"')
    bets = data.get("bets")
    if bets is None:
        return DealLine(number, parse_cards(cards), None)
    if not isinstance(bets, dict):
        raise BadNotation(f'bets {bets!r}: expected an object such as {{"tiger": "5"}}')
    stakes = parse_stakes(f"{key}={_stake_of(bet)}" for key, bet in bets.items())
    return DealLine(number, parse_cards(cards), stakes)


def _stake_of(bet: object) -> object:
    """A stake as such, or inside a bet as ``punto settle`` writes it."""
    return bet.get("stake") if isinstance(bet, dict) else bet
