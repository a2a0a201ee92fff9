"""Cards and hands, drawn as they lie on the table."""

from rich.align import Align
from rich.columns import Columns
from rich.console import Group
from rich.style import Style
from rich.table import Table
from rich.text import Text

from punto.cli.screens import card_text, side_text
from punto.rules import Coup
from punto.values import Card, Side, points_total

FIRST_CARDS = 2
"""The cards of a hand before a third is drawn, each with its place."""

HAND_WIDTH = 34
"""Room for three cards, so that no hand moves while the other grows."""


def hands(coup: Coup) -> Columns:
    """Return both hands side by side, or one under the other if there is no room."""
    sides = ((Side.PLAYER, coup.player), (Side.BANKER, coup.banker))
    return Columns([_hand(side, cards, coup) for side, cards in sides], width=HAND_WIDTH)


def _hand(side: Side, cards: tuple[Card, ...], coup: Coup) -> Group:
    title = side_text(side)
    if cards:
        title.append(f"  {points_total(cards)}")
    if coup.next_side is side:
        title.append("  ◂ next card", style="not bold yellow")
    row = Table.grid(padding=(0, 1, 0, 0))
    first = [upright_card(card) for card in cards[:FIRST_CARDS]]
    first += [_empty_place()] * (FIRST_CARDS - len(first))
    thirds = [Align(sideways_card(card), vertical="bottom") for card in cards[FIRST_CARDS:]]
    row.add_row(*first, *thirds)
    return Group(title, row)


def upright_card(card: Card) -> Text:
    """Draw a card seven columns wide and five rows high."""
    rank, sign, style = _face(card)
    return Text(
        f"╭─────╮\n│{rank:<5}│\n│  {sign}  │\n│{rank:>5}│\n╰─────╯", style=style, no_wrap=True
    )


def sideways_card(card: Card) -> Text:
    """Draw a third card, which is laid across."""
    rank, sign, style = _face(card)
    return Text(f"╭───────╮\n│{rank:<2} {sign} {rank:>2}│\n╰───────╯", style=style, no_wrap=True)


def _empty_place() -> Text:
    return Text("╭╌╌╌╌╌╮\n╎     ╎\n╎     ╎\n╎     ╎\n╰╌╌╌╌╌╯", style="dim", no_wrap=True)


def _face(card: Card) -> tuple[str, str, str | Style]:
    """Return rank, suit sign and colour, as every screen writes them."""
    text = card_text(card)
    return text.plain[:-1], text.plain[-1], text.style
