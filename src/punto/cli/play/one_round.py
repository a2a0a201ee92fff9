"""One round for a reader who cannot answer: a file, a pipe, a program."""

from dataclasses import dataclass

from rich.console import Console

from punto.cli.play.dealing import play_round
from punto.cli.play.header import header
from punto.cli.play.layout import layout
from punto.cli.play.round_screen import show_deal, show_settlement
from punto.cli.play.samples import sample_bets
from punto.cli.play.session import Session, add_stakes
from punto.cli.roads_drawing import draw_main_roads
from punto.rules.games import Bet
from punto.values.money import Cents


@dataclass(frozen=True, slots=True)
class NoPause:
    """A pace for readers who are no persons."""

    def pause(self, seconds: float) -> None:
        """Go on at once."""


def with_sample_bets(session: Session) -> Session:
    """A usual position: the Banker and a side bet, as far as table and credits allow."""
    for bet, stake in sample_bets(session.terms):
        placed = _first_that_fits(session, bet, (stake, session.terms.limits.minimum))
        session = placed if placed is not None else session
    return session


def _first_that_fits(session: Session, bet: Bet, stakes: tuple[Cents, ...]) -> Session | None:
    for stake in stakes:
        placed = add_stakes(session, {bet.key: stake})
        if isinstance(placed, Session):
            return placed
    return None


def show_one_round(screen: Console, session: Session) -> None:
    """Show a whole round from the layout to the roads."""
    screen.print(header(session))
    screen.print(layout(session, screen.width))
    after = play_round(session)
    show_deal(screen, NoPause(), session.terms.game, after.rounds[-1])
    show_settlement(screen, session.terms.game, after.rounds[-1])
    draw_main_roads(screen, after.roads)
