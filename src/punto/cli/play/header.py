"""The sign above the table, and the result of the session at its end."""

from rich.box import SIMPLE
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from punto.cli.play.session import PlaySession
from punto.rounds import Shoe
from punto.rules import RulesIdentity
from punto.values import DECK, Cents, format_money

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
