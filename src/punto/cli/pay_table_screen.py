"""Pay tables for people, row by row with clauses."""

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from punto.cli.screens import SIDE_COLOURS, plain_table
from punto.cli.wording import condition_words, pays_words
from punto.rules import Bet

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
