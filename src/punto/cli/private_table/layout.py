"""The betting layout with stakes as chips, the sign above it, and the result of the session."""

from rich.box import SIMPLE
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from punto.cli.private_table.session import PlaySession, StakesByBet
from punto.cli.screens import bet_name_text, pays_words, plain_table
from punto.rounds import Shoe
from punto.rules import Bet, Limits, RulesIdentity, Terms
from punto.values import CENTS_PER_DOLLAR, DECK, Cents, format_money

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


def _chips_on(position: StakesByBet, bet: Bet) -> Text:
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


_BAR_WIDTH = 16


def header(session: PlaySession) -> Panel:
    """Return the table's sign, as shown at the first round of a shoe."""
    game = session.terms.game
    title = Text(f" {game.name.en}  {game.name.zh} ", style="bold")
    return Panel(sign(session), title=title, border_style="yellow")


def sign(session: PlaySession) -> Table:
    """Return rules, shoe, round and credits in two lines."""
    lines = Table.grid(expand=True)
    lines.add_column()
    lines.add_column(justify="right")
    lines.add_row(
        Text(rules_words(session.terms.game.rules), style="dim"),
        Text("Credits ").append(format_money(session.credits_free), style="bold"),
    )
    shoe = Text(f"{session.terms.decks} decks  Shoe {session.shoe.number} ")
    lines.add_row(
        shoe.append_text(shoe_progress(session.shoe)),
        # every screen shows that one person fills every role.
        Text()
        .append("Single person  ", style="dim")
        .append("Round ")
        .append(str(session.round_number), style="bold"),
    )
    return lines


def rules_words(rules: RulesIdentity) -> str:
    """Return the document and its version."""
    version = "version unknown" if rules.version is None else f"version {rules.version}"
    return f"{rules.document}, {version}"


def shoe_progress(shoe: Shoe) -> Text:
    """Return how much of the shoe is dealt, as a bar and in cards."""
    cards_count = shoe.decks * len(DECK)
    filled = round(_BAR_WIDTH * shoe.dealt_count / cards_count)
    bar = Text("━" * filled, style="yellow").append("─" * (_BAR_WIDTH - filled), style="dim")
    return bar.append(f" {shoe.dealt_count} of {cards_count} cards dealt", style="default")


def summary(session: PlaySession) -> Table:
    """Return the result of the session."""
    net = Cents(session.total_returned - session.total_staked)
    table = Table(box=SIMPLE, title="Thank you for playing", title_justify="left")
    for heading in ("Rounds", "Staked", "Returned", "Net", "Credits"):
        table.add_column(heading, justify="right")
    sign = "+" if net > 0 else ""
    table.add_row(
        str(len(session.settled)),
        format_money(session.total_staked),
        format_money(session.total_returned),
        sign + format_money(net),
        format_money(session.credits),
    )
    return table
