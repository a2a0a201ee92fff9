from typing import Unpack

import click
from rich.text import Text

from punto.cli import inputs
from punto.cli.play.house import PlayHouse, practice_house, usual_house
from punto.cli.play.loop import PlaySeat, play
from punto.cli.play.one_round import show_one_round, with_sample_bets
from punto.cli.play.session import PlaySession, latest_round
from punto.cli.play.session_steps import play_round, sit_down
from punto.cli.play.terminal import TerminalLines, TerminalPace, at_terminal
from punto.cli.screens import console, show_json
from punto.cli.settle.answers import settlement_json
from punto.devices import SystemClock
from punto.rules import USUAL_MAXIMUM, Terms
from punto.values import Cents, format_money, parse_money


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
    house = _house(terms, seed)
    session = sit_down(terms, _credits(dollars, terms), house)
    if as_json:
        _show_json(with_sample_bets(session, house), house)
        return
    screen = console()
    if seed is not None:
        screen.print(Text(f"Practice shoe: seed {seed} deals these cards every time", "yellow"))
    if not at_terminal():
        show_one_round(screen, with_sample_bets(session, house), house)
        return
    play(PlaySeat(screen, TerminalLines(), TerminalPace(), house), session)


def _house(terms: Terms, seed: int | None) -> PlayHouse:
    clock = SystemClock()
    if seed is None:
        return usual_house(terms.decks, clock)
    return practice_house(terms.decks, clock, seed)


def _credits(dollars: str, terms: Terms) -> Cents:
    amount = inputs.or_fail(parse_money, dollars)
    minimum = terms.limits.minimum
    if amount < minimum:
        least = format_money(minimum)
        inputs.fail([f"credits {format_money(amount)}: expected at least the minimum bet {least}"])
    return amount


def _show_json(session: PlaySession, house: PlayHouse) -> None:
    played = latest_round(play_round(session, house))
    show_json(settlement_json(session.terms.game, played.ended.cards, played.settlement))
