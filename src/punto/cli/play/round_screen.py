"""One played round on the screen: card by card, then settled clause by clause."""

from typing import Protocol

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from punto.cli.play.announcements import announcements
from punto.cli.play.card_boxes import hands
from punto.cli.play.played_rounds import PlayedRound
from punto.cli.settle.screen import results_table
from punto.rules import Game, deal
from punto.values import format_money

CARD_SECONDS = 0.7


class Pace(Protocol):
    """How long things stay visible; an impatient patron may interrupt it."""

    def pause(self, seconds: float) -> None:
        """Keep the screen unchanged for a moment."""
        ...


def show_deal(screen: Console, pace: Pace, game: Game, played: PlayedRound) -> None:
    """Deal the cards one by one; an interruption shows the rest at once, then propagates."""
    screen.print(Text(played.closing_words, style="bold yellow"))
    screen.print()
    if screen.is_terminal:
        _show_card_by_card(screen, pace, game, played)
    else:
        screen.print(deal_frame(game, played, len(played.ended.cards)))


def _show_card_by_card(screen: Console, pace: Pace, game: Game, played: PlayedRound) -> None:
    cards_count = len(played.ended.cards)
    with Live(console=screen, auto_refresh=False, vertical_overflow="visible") as live:
        try:
            for dealt_count in range(cards_count):
                live.update(deal_frame(game, played, dealt_count), refresh=True)
                pace.pause(CARD_SECONDS)
        finally:
            live.update(deal_frame(game, played, cards_count), refresh=True)


def deal_frame(game: Game, played: PlayedRound, dealt_count: int) -> Group:
    """Return the table after so many cards of the round."""
    coup = deal(game.table, played.ended.cards[:dealt_count]).coup
    return Group(hands(coup), *announcements(game.table, played.facts_with(dealt_count)))


def show_settlement(screen: Console, game: Game, played: PlayedRound) -> None:
    """Show the result of each bet, its clause, and the total."""
    screen.print()
    if played.settlement.results:
        screen.print(results_table(game, played.settlement))
    screen.print(money_text(played))


def money_text(played: PlayedRound) -> Text:
    """Return the round's result; congratulate only if the return exceeds the stake."""
    staked = format_money(played.settlement.total_stake)
    returned = format_money(played.settlement.total_returned)
    moved = f"{staked} staked, {returned} returned"
    if not played.settlement.results:
        line = Text("No bets in this round")
    elif played.profit > 0:
        line = Text(f"You win {format_money(played.profit)}: {moved}", style="bold green")
    else:
        line = Text(moved)
    return line.append(f"  Credits {format_money(played.credits_after)}", style="not bold default")
