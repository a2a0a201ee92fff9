"""One round for output without a patron: a file, a pipe, a program."""

from dataclasses import dataclass

from rich.console import Console

from punto.cli.play.advice import sample_bets
from punto.cli.play.bets import add_stakes, open_bets
from punto.cli.play.header import header, summary
from punto.cli.play.house import PlayHouse
from punto.cli.play.layout import layout
from punto.cli.play.round_screen import show_deal, show_settlement
from punto.cli.play.session import PlaySession, commitment_text, latest_round, show_reveal
from punto.cli.play.session_steps import leave, play_round
from punto.cli.roads.pictures import draw_main_roads
from punto.rules import Bet
from punto.values import Cents


@dataclass(frozen=True, slots=True)
class NoPause:
    """A pace for programs."""

    def pause(self, seconds: float) -> None:
        """Continue at once."""


def with_sample_bets(session: PlaySession, house: PlayHouse) -> PlaySession:
    """Open a round with a typical position: Banker and a side bet, as table and credits allow."""
    session = open_bets(session, house)
    for bet, stake in sample_bets(session.terms):
        placed = _first_that_fits(session, house, bet, (stake, session.terms.limits.minimum))
        session = placed if placed is not None else session
    return session


def _first_that_fits(
    session: PlaySession, house: PlayHouse, bet: Bet, stakes: tuple[Cents, ...]
) -> PlaySession | None:
    for stake in stakes:
        placed = add_stakes(session, house, {bet.key: stake})
        if isinstance(placed, PlaySession):
            return placed
    return None


def show_one_round(screen: Console, session: PlaySession, house: PlayHouse) -> None:
    """Show a whole round from the layout to the roads, and reveal its shoe."""
    screen.print(header(session))
    screen.print(commitment_text(session.record))
    screen.print(layout(session, screen.width))
    after = play_round(session, house)
    played, game = latest_round(after), session.terms.game
    show_deal(screen, NoPause(), game, played)
    show_settlement(screen, game, played)
    draw_main_roads(screen, after.roads)
    left = leave(after, house)
    show_reveal(screen, left.record)
    screen.print(summary(left))
