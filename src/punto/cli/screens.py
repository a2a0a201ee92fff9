"""Rules in English words, for the terminal."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import click
from rich.box import SIMPLE, SIMPLE_HEAD
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from punto.rules import Bet, Condition, Outcome, Push, Requirement, Trait
from punto.values import Card, Odds, Side, Suit, Winner

_PHRASES: Mapping[str, Callable[[str], str]] = {
    "winner": lambda answer: "a Tie" if answer == "tie" else f"{answer.title()} wins",
    "player_total": lambda answer: f"Player on {answer}",
    "banker_total": lambda answer: f"Banker on {answer}",
    "margin": lambda answer: f"by {answer} points",
    "player_cards": lambda answer: f"Player with {answer} cards",
    "banker_cards": lambda answer: f"Banker with {answer} cards",
    "player_natural": lambda answer: "a Player natural" if answer == "yes" else "no Player natural",
    "banker_natural": lambda answer: "a Banker natural" if answer == "yes" else "no Banker natural",
    "player_pair": lambda answer: "a Player pair" if answer == "yes" else "no Player pair",
    "banker_pair": lambda answer: "a Banker pair" if answer == "yes" else "no Banker pair",
    "player_pair_rank": lambda answer: f"Player pair rank {answer}",
    "banker_pair_rank": lambda answer: f"Banker pair rank {answer}",
    "player_pair_suits": lambda answer: f"Player pair suits {answer}",
    "banker_pair_suits": lambda answer: f"Banker pair suits {answer}",
    "pairs": lambda answer: {"1": "one pair", "2": "two pairs"}.get(answer, f"{answer} pairs"),
    "twin": lambda answer: "two pairs of one rank" if answer == "yes" else "no twin pairs",
}


def condition_words(when: Condition) -> str:
    """Format a condition such as ``Banker wins, Banker on 6, Banker with 3 cards``."""
    return ", ".join(_requirement_words(required) for required in when.requirements)


def _requirement_words(required: Requirement) -> str:
    answers = " or ".join(_answer_word(answer) for answer in required.accepted)
    return _PHRASES[required.question](answers)


def _answer_word(answer: Trait) -> str:
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return str(answer)


def outcome_words(outcome: Outcome) -> str:
    """Describe the outcome for a bet that lost: ``Player won 8 to 2, Banker pair``."""
    points, pairs = outcome.points, outcome.pairs
    totals = sorted((points.player_total, points.banker_total), reverse=True)
    if outcome.winner is Winner.TIE:
        words = [f"a Tie on {totals[0]}"]
    else:
        words = [f"{outcome.winner.value.title()} won {totals[0]} to {totals[1]}"]
    held = [name for name, pair in (("Player", pairs.player), ("Banker", pairs.banker)) if pair]
    words.append(f"{' and '.join(held)} pair" if held else "no pair")
    return ", ".join(words)


def pays_words(pays: Odds | Push | None) -> str:
    """Format what a row pays, as a layout prints it; a dash if no row decided."""
    return "–" if pays is None else pays.words


SIDE_COLOURS: Final[Mapping[str, str]] = {"player": "blue", "banker": "red", "tie": "green"}

_SUIT_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_RED_SUITS = {Suit.HEARTS, Suit.DIAMONDS}


def show_json(answer: object, *, err: bool = False) -> None:
    """Print one JSON value on one line."""
    click.echo(json.dumps(answer, ensure_ascii=False), err=err)


def end_output() -> None:
    """Send off what was printed line by line; raises OSError if nobody can have got it."""
    if sys.stdout is None:
        # click prints nothing then, and says nothing of it.
        raise OSError("stdout is closed")
    sys.stdout.flush()


def console() -> Console:
    """Return a console that colours only on a terminal, and never wraps a piped table."""
    screen = Console(highlight=False)
    if not screen.is_terminal:
        screen.width = 120
    return screen


def plain_table(*headings: str, footer: bool = False) -> Table:
    """Return a table with a line under its head and no others, to leave room for words."""
    return Table(
        *headings,
        box=SIMPLE if footer else SIMPLE_HEAD,
        header_style="bold",
        show_footer=footer,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )


def add_figure_columns(table: Table, *headings: str) -> None:
    """Add columns of numbers, which are never wrapped."""
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)


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
    table = plain_table("Bet", "Key", "When", "Pays", "Clause", "")
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
