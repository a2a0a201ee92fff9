"""The command ``punto simulate``; the lab is imported only once the input is valid."""

import sys
from decimal import Decimal, InvalidOperation
from pathlib import Path

import click

from punto.cli import inputs, lab_inputs
from punto.rules import DecksOutOfRange, Game, usual_decks
from punto.values import full_shoe

ROUNDS_MAX = 10**15


def _rounds(_context: click.Context, _parameter: click.Parameter, text: str) -> int:
    """Parse a number such as 1000000, 1_000_000 or 1e6."""
    try:
        number = Decimal(text)
        whole = int(number) if 0 < number <= ROUNDS_MAX else 0
    except (InvalidOperation, OverflowError, ValueError):
        whole, number = 0, Decimal(-1)
    if not whole or whole != number:
        inputs.fail([f"rounds {text!r}: expected a whole number from 1 to 1e15, such as 1e9"])
    return whole


@click.command(name="simulate")
@inputs.game_argument
@click.option(
    "--rounds",
    required=True,
    callback=_rounds,
    metavar="COUNT",
    help="The number of rounds, such as 1e9.",
)
@inputs.decks_option
@click.option("--seed", type=int, default=1, show_default=True, metavar="N")
@lab_inputs.workers_option
@click.option(
    "--cut-card",
    "behind",
    type=int,
    default=14,
    show_default=True,
    metavar="CARDS",
    help="The number of cards behind the cut card.",
)
@lab_inputs.play_options
@click.option(
    "--progress",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Save the rounds so far in a file, and continue from it.",
)
@inputs.json_option
def command(
    game: str,
    rounds: int,
    decks: int | None,
    seed: int,
    workers: int | None,
    behind: int,
    one_more: bool,
    burn: str,
    progress: Path | None,
    as_json: bool,
) -> None:
    """Deal millions of rounds a second, and show the results of every bet of a game.

    Shoe after shoe is shuffled and dealt to its cut card. The rounds depend on the seed alone,
    not on the number of cores. Ctrl-C ends it with the rounds so far and exit code 130; with
    --progress the same command continues from there, as if it had never stopped.

    \b
    Examples:
      punto simulate mbs-tiger --rounds 1e9
      punto simulate rws-etg --rounds 1e8 --decks 6 --cut-card 52 --burn first-card --seed 7
      punto simulate mbs-tiger --rounds 1e12 --progress tiger.json
      punto simulate mbs-tiger --rounds 1e7 --json
    """
    found = inputs.find_game(game)
    number = _decks(found, decks)

    with lab_inputs.lab_wanted():
        from punto.cli.simulation_run import SimulationRequest, run_to_the_end  # noqa: PLC0415 (needs the lab)
        from punto.lab.simulation import PlanRefused, ProgressRefused, SimulationPlan  # noqa: PLC0415
    with inputs.in_one_sentence(PlanRefused, ProgressRefused):
        plan = SimulationPlan(
            full_shoe(number), found.table, behind, burn != "none", one_more, seed
        )
        asked = SimulationRequest(
            found, number, plan, rounds, workers or lab_inputs.cores(), progress
        )
        with lab_inputs.interrupted() as stop:
            run_to_the_end(asked, stop, as_json=as_json)
    if stop.is_set():
        sys.exit(lab_inputs.INTERRUPTED)


def _decks(game: Game, decks: int | None) -> int:
    number = usual_decks(game) if decks is None else decks
    if number not in game.decks:
        inputs.fail([DecksOutOfRange(game.key, number, game.decks).sentence])
    return number
