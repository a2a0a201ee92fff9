"""punto play: a private table, or one round for a file, a pipe or a program."""

from typing import Unpack

import click
from rich.console import Console
from rich.text import Text

from punto.cli import inputs
from punto.cli.private_table.layout import header, layout, summary
from punto.cli.private_table.loop import PlaySeat, at_terminal, play, typed_line, until_a_key
from punto.cli.private_table.requests import sample_bets
from punto.cli.private_table.round_screen import show_deal, show_settlement
from punto.cli.private_table.session import (
    PlaySession,
    commitment_text,
    latest_round,
    practice_house,
    show_reveal,
    usual_house,
)
from punto.cli.private_table.steps import add_stakes, leave, open_bets, play_round, sit_down
from punto.cli.roads import draw_main_roads
from punto.cli.screens import console, show_json
from punto.cli.settle_answers import settlement_json
from punto.devices import SystemClock
from punto.rules import USUAL_MAXIMUM, Bet, Terms
from punto.values import Cents, format_money, parse_money


def no_pause(_seconds: float) -> None:
    """Continue at once, for programs."""


def with_sample_bets(session: PlaySession) -> PlaySession:
    """Open a round with a typical position: Banker and a side bet, as table and credits allow."""
    session = open_bets(session)
    for bet, stake in sample_bets(session.terms):
        placed = _first_that_fits(session, bet, (stake, session.terms.limits.minimum))
        session = placed if placed is not None else session
    return session


def _first_that_fits(
    session: PlaySession, bet: Bet, stakes: tuple[Cents, ...]
) -> PlaySession | None:
    for stake in stakes:
        placed = add_stakes(session, {bet.key: stake})
        if isinstance(placed, PlaySession):
            return placed
    return None


def show_one_round(screen: Console, session: PlaySession) -> None:
    """Show a whole round from the layout to the roads, and reveal its shoe."""
    screen.print(header(session))
    screen.print(commitment_text(session.record))
    screen.print(layout(session, screen.width))
    after = play_round(session)
    played, game = latest_round(after), session.terms.game
    show_deal(screen, no_pause, game, played)
    show_settlement(screen, game, played)
    draw_main_roads(screen, after.roads)
    left = leave(after)
    show_reveal(screen, left.record)
    screen.print(summary(left))


@click.command(name="play")
@inputs.game_argument
@click.option(
    "--credits",
    "dollars",
    default="1000",
    metavar="DOLLARS",
    help="The credits to begin with.",
    show_default=True,
)
@click.option("--seed", type=int, help="Deal a practice shoe, repeatable by this number.")
@inputs.terms_options
@inputs.json_option
def command(
    game: str,
    dollars: str,
    seed: int | None,
    as_json: bool,
    **terms_given: Unpack[inputs.TermsGiven],
) -> None:
    """Play at a virtual shoe in this terminal.

    The cards are shuffled by the operating system's entropy and dealt by the Table of Play; bets
    are settled by the pay tables of GAME, clause by clause. Without a terminal, and with --json,
    one round is shown with sample bets.

    \b
    Examples:
      punto play mbs-tiger
      punto play rws-live --credits 200 --decks 6
      punto play mbs-tiger --seed 7 --json
    """
    terms = inputs.find_terms(inputs.find_game(game), USUAL_MAXIMUM, **terms_given)
    clock = SystemClock()
    house = usual_house(clock) if seed is None else practice_house(clock, seed)
    session = sit_down(terms, _credits(dollars, terms), house)
    if as_json:
        _show_json(with_sample_bets(session))
        return
    screen = console()
    if seed is not None:
        screen.print(Text(f"Practice shoe: seed {seed} deals these cards every time", "yellow"))
    if not at_terminal():
        show_one_round(screen, with_sample_bets(session))
        return
    play(PlaySeat(screen, typed_line, until_a_key), session)


def _credits(dollars: str, terms: Terms) -> Cents:
    amount = inputs.or_fail(parse_money, dollars)
    minimum = terms.limits.minimum
    if amount < minimum:
        least = format_money(minimum)
        inputs.fail([f"credits {format_money(amount)}: expected at least the minimum bet {least}"])
    return amount


def _show_json(session: PlaySession) -> None:
    played = latest_round(play_round(session))
    show_json(settlement_json(session.terms.game, played.ended.cards, played.settlement))
