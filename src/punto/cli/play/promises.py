"""Proof that a shoe's order was fixed before the first bet, which everyone can check."""

from textwrap import wrap

from rich.console import Console
from rich.text import Text

from punto.cli.play.session import latest
from punto.rounds import Record, ShoeLoaded, ShoeRevealed
from punto.rules import committed_text


def commitment_text(record: Record) -> Text:
    """Return the commitment of the newest shoe, in full: half of one promises nothing."""
    return Text(f"Commitment {latest(record, ShoeLoaded).commitment}", style="dim")


_CARDS_WIDTH = 3 * 24
"""The width of a line of cards, so that the command fits a narrow screen."""


def show_reveal(screen: Console, record: Record) -> None:
    """Show the order and salt of the shoe that ended last, as the command that checks them."""
    revealed = latest(record, ShoeRevealed)
    told = f"Shoe {revealed.shoe_number} is revealed: this command prints its commitment."
    screen.print(Text(told, style="yellow"))
    # Not wrapped by the screen: the user would copy a line break that breaks the command.
    screen.print(Text(check_command(revealed), style="dim"), soft_wrap=True)


def check_command(revealed: ShoeRevealed) -> str:
    """Return the command that prints the commitment in any POSIX shell, using none of our code."""
    heading, salt, cards = committed_text(revealed.order, revealed.salt).split("\n")
    lines = " '\\\n'".join(wrap(cards, _CARDS_WIDTH - 1))
    return f"printf '%s\\n%s\\n%s' '{heading}' \\\n{salt} \\\n'{lines}' | sha256sum"
