"""Help for the patron: one line at the first round, and a page on request."""

from rich.table import Table
from rich.text import Text

from punto.cli.play.requests import RequestWord
from punto.rules import Bet, Terms
from punto.values import CENTS_PER_DOLLAR, Cents, Side, dollars

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
