"""What stands above the table: the game, its rules, the shoe, the round and the credits."""

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from punto.cli.play.session import Session
from punto.devices.virtual_shoe import VirtualShoe
from punto.rules.games import RulesIdentity
from punto.values.money import format_money

_BAR_WIDTH = 16


def header(session: Session) -> Panel:
    """The table's sign, as it hangs over the first round of a shoe."""
    game = session.terms.game
    title = Text(f" {game.name.en}  {game.name.zh} ", style="bold")
    return Panel(sign(session), title=title, border_style="yellow")


def sign(session: Session) -> Table:
    """Rules, shoe, round and credits in two lines."""
    lines = Table.grid(expand=True)
    lines.add_column()
    lines.add_column(justify="right")
    lines.add_row(
        Text(rules_words(session.terms.game.rules), style="dim"),
        Text("Credits ").append(format_money(session.credits_free), style="bold"),
    )
    shoe = Text(f"{session.terms.decks} decks  Shoe {session.shoe_number} ")
    lines.add_row(
        shoe.append_text(shoe_progress(session.shoe)),
        Text("Round ").append(str(session.round_number), style="bold"),
    )
    return lines


def rules_words(rules: RulesIdentity) -> str:
    """The document and the version in force."""
    version = "version unknown" if rules.version is None else f"version {rules.version}"
    return f"{rules.document}, {version}"


def shoe_progress(shoe: VirtualShoe) -> Text:
    """How much of the shoe is dealt, as a bar and in cards."""
    filled = round(_BAR_WIDTH * shoe.dealt_count / len(shoe.cards))
    bar = Text("━" * filled, style="yellow").append("─" * (_BAR_WIDTH - filled), style="dim")
    return bar.append(f" {shoe.dealt_count} of {len(shoe.cards)} cards dealt", style="default")
