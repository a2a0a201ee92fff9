"""The promise that a shoe's order was fixed before the first bet, and how anybody checks it."""

from rich.console import Console
from rich.text import Text

from punto.cli.play.session import latest
from punto.rounds.records import Record
from punto.rounds.shoe_events import ShoeLoaded, ShoeRevealed
from punto.rules.shoe_commitments import committed_text


def commitment_text(record: Record) -> Text:
    """The commitment of the newest shoe, whole: half of one promises nothing."""
    return Text(f"Commitment {latest(record, ShoeLoaded).commitment}", style="dim")


def show_reveal(screen: Console, record: Record) -> None:
    """Tell order and salt of the shoe that ended last, as the command that checks them."""
    revealed = latest(record, ShoeRevealed)
    told = f"Shoe {revealed.shoe_number} is revealed: its order and salt make its commitment."
    screen.print(Text(f"{told} Check it:", style="yellow"))
    # Not folded: a line break of the screen's own would be copied with it.
    screen.print(Text(check_command(revealed), style="dim"), soft_wrap=True)


def check_command(revealed: ShoeRevealed) -> str:
    """What to type in any shell to get the commitment, with nothing of ours."""
    text = committed_text(revealed.order, revealed.salt).replace("\n", r"\n")
    return f"printf '{text}' | sha256sum"
