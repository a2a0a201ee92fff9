"""The output of commands: JSON for programs, tables and colours for people."""

import json
from collections.abc import Iterable, Mapping
from typing import Final

import click
from rich.box import SIMPLE, SIMPLE_HEAD
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from punto.cli.rule_words import condition_words, pays_words
from punto.rules import Bet
from punto.values import Card, Side, Suit, Winner

SIDE_COLOURS: Final[Mapping[str, str]] = {"player": "blue", "banker": "red", "tie": "green"}

_SUIT_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_RED_SUITS = {Suit.HEARTS, Suit.DIAMONDS}


def show_json(answer: object, *, err: bool = False) -> None:
    """Print one JSON value on one line."""
    click.echo(json.dumps(answer, ensure_ascii=False), err=err)


def console() -> Console:
    """Return a console that colours only on a terminal, and never wraps a piped table."""
    screen = Console(highlight=False)
    if not screen.is_terminal:
        screen.width = 120
    return screen


def plain_table(*, footer: bool = False) -> Table:
    """Return a table with a line under its head and no others, to leave room for words."""
    return Table(
        box=SIMPLE if footer else SIMPLE_HEAD,
        header_style="bold",
        show_footer=footer,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )


def add_money_column(table: Table, heading: str, amounts: Iterable[str], total: str) -> None:
    """Add a column wide enough for the longest amount: a truncated amount is a wrong one."""
    width = max(map(len, (heading, total, *amounts)))
    table.add_column(heading, total, justify="right", no_wrap=True, min_width=width)


def card_text(card: Card) -> Text:
    """Return a card with its suit's sign and colour."""
    rank = "10" if card.rank.value == "T" else card.rank.value
    colour = "red" if card.suit in _RED_SUITS else "default"
    return Text(f"{rank}{_SUIT_SIGNS[card.suit]}", style=Style(color=colour, bold=True))


def hand_text(cards: tuple[Card, ...]) -> Text:
    """Return a hand in a row."""
    return Text(" ").join(map(card_text, cards))


def side_text(side: Side | Winner) -> Text:
    """Return a hand's name, or a tie, in its colour."""
    return Text(side.value.title(), style=f"bold {SIDE_COLOURS[side.value]}")


FIRST_ROW_DECIDES = "The first row that matches decides; if none does, the bet loses."


def pay_table(bets: Iterable[Bet]) -> Table:
    """Return a table with every row of every bet."""
    table = plain_table()
    for heading in ("Bet", "Key", "When", "Pays", "Clause", ""):
        table.add_column(heading)
    for bet in bets:
        name, key = bet_name_text(bet), Text(bet.key, style="cyan")
        note = "may be available" if bet.optional else ""
        for row in bet.pays.rows:
            when, pays = condition_words(row.when), pays_words(row.pays)
            table.add_row(name, key, when, pays, row.clause, note)
            name, key, note = Text(), Text(), ""
    return table


def bet_name_text(bet: Bet) -> Text:
    """Return a bet's name, coloured if it backs a hand."""
    colour = "" if bet.hand is None else f" {SIDE_COLOURS[bet.hand.value]}"
    return Text(bet.name.en, style=f"bold{colour}")
