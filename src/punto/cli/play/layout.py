"""The betting layout, drawn from the game file, with stakes as chips."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from punto.cli.play.session import PlaySession, Stakes
from punto.cli.rule_words import pays_words
from punto.cli.screens import bet_name_text, plain_table
from punto.rules import Bet, Limits, Terms
from punto.values import CENTS_PER_DOLLAR, Cents, format_money

CHIPS = (
    (1000, "yellow"),
    (500, "magenta"),
    (100, "bright_black"),
    (25, "green"),
    (5, "red"),
    (1, "white"),
)
"""The chips in dollars, greatest first, with their usual casino colours."""


def chips_text(stake: Cents) -> Text:
    """Return the fewest chips that make a stake, such as ``●100 ●25×2``, and its amount."""
    # The table's step is a whole dollar, so chips make every stake.
    left = stake // CENTS_PER_DOLLAR
    words = []
    for dollars, colour in CHIPS:
        count, left = divmod(left, dollars)
        if count:
            times = f"×{count}" if count > 1 else ""
            words.append(Text("●", style=colour).append(f"{dollars}{times}", style="default"))
    return Text(" ").join(words).append(f"  {format_money(stake)}", style="bold")


LONG = 12
"""The most bets that the layout shows in one column."""
_COLUMN_WIDTH = 38


def layout(session: PlaySession, width: int) -> Group:
    """Return every bet with its number and odds, the chips on it, and the limits."""
    limits = Text(limits_words(session.terms.limits), style="dim")
    columns = width // _COLUMN_WIDTH
    if len(session.terms.offered) <= LONG or columns <= 1:
        return Group(_short_layout(session), limits)
    chips = [position_text(session)] if session.position else []
    return Group(_long_layout(session.terms, columns), *chips, limits)


def _short_layout(session: PlaySession) -> Table:
    table = plain_table()
    for heading in ("#", "Bet", "Key", "Pays", "Your chips"):
        table.add_column(heading, justify="right" if heading == "#" else "left")
    for number, bet in enumerate(session.terms.offered, start=1):
        table.add_row(
            str(number),
            bet_name_text(bet),
            Text(bet.key, style="cyan"),
            odds_words(bet),
            _chips_on(session.position, bet),
        )
    return table


def _long_layout(terms: Terms, columns: int) -> Table:
    """Return numbered bets column by column; chips would not fit between them."""
    table = plain_table()
    for _ in range(columns):
        table.add_column("#", justify="right")
        table.add_column("Bet")
        table.add_column("Pays")
    numbered = list(enumerate(terms.offered, start=1))
    rows_count = -(-len(numbered) // columns)
    for row in range(rows_count):
        cells: list[str | Text] = []
        for number, bet in numbered[row::rows_count]:
            cells += [str(number), bet_name_text(bet), odds_words(bet)]
        table.add_row(*cells)
    return table


def _chips_on(position: Stakes, bet: Bet) -> Text:
    return chips_text(position[bet.key]) if bet.key in position else Text()


def odds_words(bet: Bet) -> str:
    """Return all that a bet may pay, in pay-table order, such as ``1 to 2, 1 to 1, push``."""
    return ", ".join(dict.fromkeys(pays_words(row.pays) for row in bet.pays.rows))


def limits_words(limits: Limits) -> str:
    """Return the limits of each bet, for the whole table."""
    maximum = "no maximum" if limits.maximum is None else f"maximum {format_money(limits.maximum)}"
    return (
        f"Every bet: minimum {format_money(limits.minimum)}, {maximum}, "
        f"steps of {format_money(limits.step)}"
    )


def position_text(session: PlaySession) -> Text:
    """Return the chips on the layout in one line."""
    names = {bet.key: bet for bet in session.terms.offered}
    stands = [
        bet_name_text(names[key]).append(" ").append_text(chips_text(stake))
        for key, stake in session.position.items()
    ]
    return Text("   ").join(stands) if stands else Text("No bets on the layout", style="dim")
