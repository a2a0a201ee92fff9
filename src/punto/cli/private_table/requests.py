"""The requests that a patron may type in one line, and the help about them."""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from punto.rules import Bet, BetKey, Terms
from punto.values import (
    CENTS_PER_DOLLAR,
    NOTHING,
    BadNotation,
    Cents,
    Side,
    Value,
    dollars,
    parse_money,
)


class RequestWord(Enum):
    """A request of one word."""

    DEAL = "deal"
    CLEAR = "clear"
    UNDO = "undo"
    REPEAT = "repeat"
    DOUBLE = "double"
    LAYOUT = "layout"
    RULES = "rules"
    ROADS = "roads"
    HELP = "help"
    QUIT = "quit"


class AddStakes(Value):
    """Put these chips on the layout."""

    stakes: Mapping[BetKey, Cents]


Request = RequestWord | AddStakes

_WORDS = {word.value: word for word in RequestWord} | {
    "": RequestWord.DEAL,
    "?": RequestWord.HELP,
    "exit": RequestWord.QUIT,
    "q": RequestWord.QUIT,
}
_SEPARATORS = re.compile(r"[\s,;=]+")
_AMOUNT = re.compile(r"[$0-9.]+", re.ASCII)
_EXPECTED = "expected a bet and a stake such as banker 100, or help"


def parse_request(text: str, terms: Terms) -> Request:
    """Parse one line, such as ``banker 100``, ``tiger=5, 2 25``, ``undo``, or nothing to deal."""
    line = text.strip().lower()
    if line in _WORDS:
        return _WORDS[line]
    stakes: dict[BetKey, Cents] = {}
    for name, amount in _pairs([word for word in _SEPARATORS.split(line) if word], terms):
        key = _bet_key(name, terms)
        stakes[key] = Cents(stakes.get(key, NOTHING) + _stake(name, amount))
    if not stakes:
        raise BadNotation(f"{line!r}: {_EXPECTED}")
    return AddStakes(stakes)


class _Pair(NamedTuple):
    name: str
    amount: str


def _pairs(words: list[str], terms: Terms) -> Iterator[_Pair]:
    """Yield pairs of a bet's number or name and an amount."""
    name = ""
    for word in words:
        longer = f"{name}-{word}" if name else word
        # A number may belong to the name: the 3 of "tie wins on 3" is not an amount.
        if not name or longer in terms.offered_keys or not _AMOUNT.fullmatch(word):
            name = longer
        else:
            yield _Pair(name, word)
            name = ""
    if name:
        raise BadNotation(f"{' '.join(words)!r}: {_EXPECTED}")


def _bet_key(name: str, terms: Terms) -> BetKey:
    """Return the key of a number on the layout; the rules judge a name."""
    if not _AMOUNT.fullmatch(name):
        return BetKey(name)
    numbered = {str(number): key for number, key in enumerate(terms.offered_keys, start=1)}
    if name not in numbered:
        raise BadNotation(
            f"bet {name}: expected a number from 1 to {len(numbered)}, or the name of a bet"
        )
    return numbered[name]


def _stake(name: str, amount: str) -> Cents:
    try:
        return parse_money(amount.removeprefix("$"))
    except BadNotation as error:
        raise BadNotation(f"stake on {name}: {error}") from None


MAIN_STAKE = dollars(25)
SIDE_STAKE = dollars(5)

_MEANINGS = {
    RequestWord.DEAL: "or just Enter: no more bets, deal the cards",
    RequestWord.REPEAT: "the bets of the last round again",
    RequestWord.DOUBLE: "double everything on the layout",
    RequestWord.UNDO: "take back the latest change",
    RequestWord.CLEAR: "take all chips off the layout",
    RequestWord.LAYOUT: "the bets on offer, with your chips",
    RequestWord.RULES: "every pay table, with its clauses",
    RequestWord.ROADS: "the five roads of this shoe",
    RequestWord.HELP: "this page",
    RequestWord.QUIT: "leave the table; Ctrl-C and Ctrl-D do so too",
}


def sample_bets(terms: Terms) -> list[tuple[Bet, Cents]]:
    """Return the Banker and a side bet, or the nearest that this layout offers."""
    main = min(terms.offered, key=lambda bet: bet.hand is not Side.BANKER)
    others = [bet for bet in terms.offered if bet.hand is None and bet is not main]
    # An optional bet best shows what is special about its game.
    side_bets = sorted(others, key=lambda bet: not bet.optional)[:1]
    return [(main, MAIN_STAKE), *((bet, SIDE_STAKE) for bet in side_bets)]


def example(terms: Terms) -> str:
    """Return two bets of this table as a patron might type them."""
    return ", ".join(f"{bet.key} {stake // CENTS_PER_DOLLAR}" for bet, stake in sample_bets(terms))


def hint(terms: Terms) -> Text:
    """Return what a newcomer needs to know, in one line."""
    return (
        Text("Type ", style="dim")
        .append(example(terms), style="cyan")
        .append(" or numbers such as ")
        .append("2 100", style="cyan")
        .append(". Enter deals; help shows more.")
    )


def help_table(terms: Terms) -> Table:
    """Return everything that a patron may type."""
    table = Table.grid(padding=(0, 2))
    table.add_row(Text(example(terms), style="cyan"), "put chips on bets, by name or by number")
    for word, meaning in _MEANINGS.items():
        table.add_row(Text(word.value, style="cyan"), meaning)
    return table
