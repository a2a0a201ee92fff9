"""``punto apportion``: the Differential limit of one betting box, before and after the close."""

from collections.abc import Callable, Sequence

import click

from punto.cli.inputs import fail, json_option, or_fail
from punto.cli.screens import console, plain_table, show_json
from punto.rounds.apportionment import apportion
from punto.rounds.betting_boxes import BettingBox, BoxBet, BoxLimits, PlayedBet, Stance
from punto.rounds.excess import reject_excess
from punto.values.money import Cents, format_money, parse_money
from punto.values.sides import Side

_LISTS = ("--heavier", "--seated", "--standing", "--lighter")


class ListsCommand(click.Command):
    """Lets an option take all the amounts that follow it: ``--heavier 9000 3000 150``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the option before each of its amounts, which is the form click knows."""
        spread: list[str] = []
        option = ""
        for arg in args:
            if arg.startswith("--"):
                option = arg if arg in _LISTS else ""
            elif option and spread[-1] != option:
                spread.append(option)
            spread.append(arg)
        return super().parse_args(ctx, spread)


def _amounts(name: str, *names: str, text: str) -> Callable[..., Callable[..., None]]:
    return click.option(name, *names, multiple=True, metavar="DOLLARS…", help=text)


@click.command(name="apportion", cls=ListsCommand)
@click.option("--limit", required=True, metavar="DOLLARS", help="Greatest Differential of the box.")
@click.option("--minimum", required=True, metavar="DOLLARS", help="Least bet.")
@_amounts("--heavier", "--seated", "seated", text="Seated bets on the heavier side, as placed.")
@_amounts("--standing", text="Standing bets on the heavier side, as placed.")
@_amounts("--lighter", text="Bets on the lighter side.")
@click.option("--before-close", is_flag=True, help="Reject the excess instead of sharing it.")
@json_option
def command(
    limit: str,
    minimum: str,
    seated: tuple[str, ...],
    standing: tuple[str, ...],
    lighter: tuple[str, ...],
    before_close: bool,
    as_json: bool,
) -> None:
    """Fit a live table's betting box into its limit.

    The limit is on the Differential, the difference between the bets on the two hands. An excess
    noticed before the close is rejected: standing bets before seated ones, the latest first. One
    that was not noticed is shared pro rata in whole dollars, nobody below the minimum. Answers
    come in the order given, seated bets first.

    \b
    Examples:
      punto apportion --limit 10000 --minimum 100 --heavier 9000 3000 150
      punto apportion --limit 10000 --minimum 100 --seated 9000 --standing 3000 150 --before-close
    """
    amounts = [(text, Stance.SEATED) for text in seated]
    amounts += [(text, Stance.STANDING) for text in standing]
    heavier = [BoxBet(Side.BANKER, or_fail(parse_money, text), how) for text, how in amounts]
    if not heavier:
        fail(["expected at least one bet after --heavier, --seated or --standing"])
    opposite = [
        BoxBet(Side.PLAYER, stake, Stance.SEATED)
        for text in lighter
        if (stake := or_fail(parse_money, text))
    ]
    limits = BoxLimits(or_fail(parse_money, minimum), or_fail(parse_money, limit))
    divide = reject_excess if before_close else apportion
    divided = divide(BettingBox((*heavier, *opposite)), limits)
    if not isinstance(divided, tuple):
        fail([divided.sentence])
    room = Cents(limits.differential + sum(bet.stake for bet in opposite))
    (_show_json if as_json else _show)(room, divided[: len(heavier)])


def _show_json(room: Cents, bets: Sequence[PlayedBet]) -> None:
    show_json(
        {
            "room": format_money(room),
            "played": [format_money(bet.played) for bet in bets],
            "returned": [format_money(bet.returned) for bet in bets],
        }
    )


def _show(room: Cents, bets: Sequence[PlayedBet]) -> None:
    table = plain_table(footer=True)
    table.add_column("Bet", "Total")
    for heading, amounts in (
        ("Stake", [bet.bet.stake for bet in bets]),
        ("Plays", [bet.played for bet in bets]),
        ("Returned", [bet.returned for bet in bets]),
    ):
        table.add_column(heading, format_money(Cents(sum(amounts))), justify="right")
    for number, bet in enumerate(bets, start=1):
        row = (bet.bet.stake, bet.played, bet.returned)
        table.add_row(f"{number} {bet.bet.stance.value}", *map(format_money, row))
    screen = console()
    screen.print(f"Room on the heavier side: {format_money(room)}")
    screen.print(table)
