"""The command ``punto study``; the lab is imported only once the input is valid."""

import math
from pathlib import Path

import click

from punto.cli import inputs
from punto.cli.lab_inputs import lab_wanted, play_options, workers_option
from punto.rules import unknown_bet
from punto.values import NOTHING, Cents, parse_money

SEED_MAX = 2**64 - 1
SHOES_MAX = 10**9


def _exposure(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> Cents | None:
    if text is None:
        return None
    amount = inputs.or_fail(parse_money, text)
    if amount <= NOTHING:
        inputs.fail([f"exposure {text!r}: expected a positive amount of dollars, such as 500"])
    return amount


def _trigger(
    _context: click.Context, _parameter: click.Parameter, trigger: float | None
) -> float | None:
    if trigger is not None and not math.isfinite(trigger):
        inputs.fail([f"trigger {trigger}: expected a true count such as 8"])
    return trigger


@click.command(name="study")
@inputs.game_argument
@inputs.decks_option
@click.option(
    "--cut-card",
    metavar="CARDS",
    help="Cards behind the cut card, or how much of the shoe lies before it, such as 85%."
    "  [default: 14]",
)
@play_options
@inputs.several_option(
    "--bet",
    "bets",
    "BET",
    "Study this bet (repeat for more).  [default: all]",
    inputs.complete_bets,
)
@inputs.number_option(
    "--shoes", "COUNT", 2_000, click.IntRange(1, SHOES_MAX), "The number of shoes."
)
@inputs.number_option("--seed", "N", 1, click.IntRange(0, SEED_MAX))
@workers_option
@click.option(
    "--scheduler", metavar="ADDRESS", help="Play on the Dask cluster of this scheduler instead."
)
@click.option(
    "--trigger",
    type=float,
    callback=_trigger,
    metavar="T",
    help="The true count from which the count bets.  [default: the best one]",
)
@click.option(
    "--tags",
    metavar="TAGS",
    help='A count of your own for the one --bet: "A 2 3 4 5 6 7 8 9 T" as ten whole numbers.',
)
@click.option(
    "--exposure",
    callback=_exposure,
    metavar="DOLLARS",
    help="Find the limits that keep perfect play's win per shoe below this sum.",
)
@click.option(
    "--plot",
    "picture",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the edge by depth to a new SVG file.",
)
@inputs.json_option
def command(
    game: str,
    decks: int | None,
    cut_card: str | None,
    one_more: bool,
    burn: str,
    bets: tuple[str, ...],
    shoes: int,
    seed: int,
    workers: int | None,
    scheduler: str | None,
    trigger: float | None,
    tags: str | None,
    exposure: Cents | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Study what card counters can win, and how a table protects itself.

    Shoes are played to the cut card, and before each round the exact edge of every bet is computed
    from the remaining cards: perfect play bets one unit when it favours the patron, a
    linear count when its true count says so. The result depends on the seed alone, not on the
    number of cores. Ctrl-C ends it with the shoes so far and exit code 130.

    \b
    Examples:
      punto study mbs-tiger
      punto study mbs-tiger --bet big-tiger --cut-card 52 --exposure 500 --plot tiger.svg
      punto study mbs-tiger --bet big-tiger --tags "0 0 -1 -1 -1 -2 1 2 2 0" --trigger 8
      punto study rws-live --shoes 1000000 --scheduler tcp://10.0.0.7:8786 --json
    """
    found = inputs.find_game(game)
    faults = [unknown_bet(found, key).sentence for key in bets if found.bet(key) is None]
    if tags is not None and len(set(bets)) != 1:
        faults.append("tags: a count is for one bet; give exactly one --bet")
    if scheduler is not None and workers is not None:
        faults.append(
            "workers: they are cores of this machine; leave out --scheduler, or --workers"
        )
    if faults:
        inputs.fail(faults)
    with lab_wanted():
        from punto.cli.study_run import StudyRequest, run_study  # noqa: PLC0415 (needs the lab)
    house = (decks, cut_card, burn != "none", one_more)
    asked = StudyRequest(found, house, bets, shoes, seed, trigger, tags)
    run_study(asked, (workers, scheduler), (exposure, picture), as_json=as_json)
