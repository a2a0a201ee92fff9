"""The command ``punto odds``; the lab is imported only once the input is valid."""

from typing import TYPE_CHECKING

import click

from punto.cli import inputs
from punto.cli.lab_inputs import announce_compiling, lab_wanted
from punto.rules import Game, unknown_bet, usual_decks
from punto.values import Composition, parse_cards, parse_composition

if TYPE_CHECKING:
    from punto.lab import GameOdds


@click.command(name="odds")
@inputs.game_argument
@inputs.decks_option
@click.option(
    "--without", default="", metavar="CARDS", help='Cards that have left it, such as "AS KD".'
)
@click.option(
    "--counts",
    metavar="COUNTS",
    help='How many of each card it holds, such as "ASx8 KDx7"; @FILE reads them from a file.',
)
@inputs.several_option(
    "--bet", "bets", "BET", "Show a bet in detail (repeat for more).", inputs.complete_bets
)
@click.option(
    "--removal", is_flag=True, help="Show the effect of each card's removal from the shoe."
)
@inputs.json_option
def command(
    game: str,
    decks: int | None,
    without: str,
    counts: str | None,
    bets: tuple[str, ...],
    removal: bool,
    as_json: bool,
) -> None:
    """Show the exact odds of a game's bets, for a full shoe or the rest of one.

    The probability of every pay row, the house edge and the variance are exact fractions over
    all ways in which six cards can leave the shoe.

    \b
    Examples:
      punto odds mbs-tiger
      punto odds mbs-tiger --decks 6 --without "6S 6H 6D" --bet tiger
      punto odds mbs-fabulous-4s --removal
      punto odds rws-etg --bet player --bet banker --json
    """
    found_game = inputs.find_game(game)
    odds = _odds(found_game, decks, without, counts)
    faults = [unknown_bet(found_game, key).sentence for key in bets if found_game.bet(key) is None]
    if faults:
        inputs.fail(faults)
    if removal and odds.shoe.cards_count <= _CARDS_OF_A_COUP:
        inputs.fail(
            [f"shoe of {odds.shoe.cards_count} cards: none can be removed, a coup may take six"]
        )
    from punto.cli.odds_answers import show, show_as_json  # noqa: PLC0415 (needs the lab)

    if as_json:
        chosen = usual_decks(found_game) if decks is None else decks
        show_as_json(odds, chosen, parse_cards(without), bets, removal=removal)
    else:
        show(odds, bets, removal=removal)


_CARDS_OF_A_COUP = 6


def _odds(game: Game, decks: int | None, without: str, counts: str | None) -> "GameOdds":
    cards = inputs.or_fail(parse_cards, without)
    held = None if counts is None else _counts(counts)
    with lab_wanted():
        from punto.lab import ShoeRefused, exact_odds  # noqa: PLC0415 (only this needs the lab)
    announce_compiling()
    with inputs.in_one_sentence(ShoeRefused):
        return exact_odds(game, decks, cards, held)


def _counts(given: str) -> Composition:
    if not given.startswith("@"):
        return inputs.or_fail(parse_composition, given)
    return inputs.or_fail(parse_composition, inputs.read_text(given[1:]))
