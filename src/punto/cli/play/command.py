from typing import Unpack

import click
from rich.text import Text

from punto.cli.inputs import (
    TermsGiven,
    fail,
    find_game,
    find_terms,
    game_argument,
    json_option,
    or_fail,
    terms_options,
)
from punto.cli.play.dealing import play_round
from punto.cli.play.loop import Seat, play
from punto.cli.play.one_round import show_one_round, with_sample_bets
from punto.cli.play.session import Session
from punto.cli.play.terminal import TerminalLines, TerminalPace, at_terminal
from punto.cli.screens import console, show_json
from punto.cli.settlement_json import settlement_json
from punto.devices.entropy import Entropy, SeededEntropy, SystemEntropy
from punto.devices.virtual_shoe import VirtualShoe
from punto.rules.terms import Terms
from punto.values.money import Cents, format_money, parse_money


@click.command(name="play")
@game_argument
@click.option(
    "--credits",
    "dollars",
    default="1000",
    metavar="DOLLARS",
    help="What you begin with.",
    show_default=True,
)
@click.option("--seed", type=int, help="Deal a practice shoe that this number repeats.")
@terms_options
@json_option
def command(
    game: str,
    dollars: str,
    seed: int | None,
    as_json: bool,
    **terms_given: Unpack[TermsGiven],
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
    terms = find_terms(find_game(game), **terms_given)
    entropy: Entropy = SystemEntropy() if seed is None else SeededEntropy(seed)
    session = Session(terms, VirtualShoe.shuffled(terms.decks, entropy), _credits(dollars, terms))
    if as_json:
        _show_json(with_sample_bets(session))
        return
    screen = console()
    if seed is not None:
        screen.print(Text(f"Practice shoe: seed {seed} deals these cards every time", "yellow"))
    if not at_terminal():
        show_one_round(screen, with_sample_bets(session))
        return
    seat = Seat(
        screen,
        TerminalLines(),
        TerminalPace(),
        lambda: VirtualShoe.shuffled(terms.decks, entropy),
    )
    play(seat, session)


def _credits(dollars: str, terms: Terms) -> Cents:
    amount = or_fail(parse_money, dollars)
    minimum = terms.limits.minimum
    if amount < minimum:
        least = format_money(minimum)
        fail([f"credits {format_money(amount)}: expected at least the minimum bet {least}"])
    return amount


def _show_json(session: Session) -> None:
    played = play_round(session).rounds[-1]
    show_json(settlement_json(session.terms.game, played.cards, played.settlement))
