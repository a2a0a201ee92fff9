"""``punto apportion``: the Differential limit of one betting box, before and after the close."""

from collections.abc import Sequence

import click

from punto import live
from punto.cli.inputs import Decorator, fail, json_option, or_fail
from punto.cli.screens import add_money_column, console, plain_table, show_json
from punto.rules import BetKey
from punto.values import CENTS_PER_DOLLAR, Cents, Side, format_money, parse_money

_STANCES = {
    "--heavier": live.Stance.SEATED,
    "--seated": live.Stance.SEATED,
    "--standing": live.Stance.STANDING,
}
_PLACED = "punto.placed"


class PlacedBets(click.Command):
    """A command whose options take several amounts each; it keeps the order of them all."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the option before each of its amounts, which is the form that click knows."""
        spread: list[str] = []
        placed: list[tuple[str, live.Stance]] = []
        option = ""
        for arg in args:
            name, equals, value = arg.partition("=")
            if arg.startswith("--"):
                option = name if name in {*_STANCES, "--lighter"} else ""
                spread += [name, value] if option and equals else [] if option else [arg]
            elif option:
                spread += [option, arg]
            else:
                spread.append(arg)
            amount = value if arg.startswith("--") else arg
            if option in _STANCES and amount:
                placed.append((amount, _STANCES[option]))
        ctx.meta[_PLACED] = placed
        return super().parse_args(ctx, spread)


def _amounts(name: str, *names: str, text: str, exposed: bool = False) -> Decorator:
    return click.option(
        name, *names, multiple=True, metavar="DOLLARS…", help=text, expose_value=exposed
    )


@click.command(name="apportion", cls=PlacedBets)
@click.option("--limit", required=True, metavar="DOLLARS", help="Maximum Differential of the box.")
@click.option("--minimum", required=True, metavar="DOLLARS", help="Least bet.")
@_amounts("--heavier", "--seated", text="Seated bets on the heavier side, as placed.")
@_amounts("--standing", text="Standing bets on the heavier side, as placed.")
@_amounts("--lighter", text="Bets on the lighter side.", exposed=True)
@click.option("--before-close", is_flag=True, help="Reject the excess instead of sharing it.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    limit: str,
    minimum: str,
    lighter: tuple[str, ...],
    before_close: bool,
    as_json: bool,
) -> None:
    """Fit a live table's betting box into its limit.

    The limit is on the Differential, the difference between the bets on the two hands. An excess
    noticed before the close is rejected: standing bets before seated ones, the latest first. One
    noticed later is shared pro rata in whole dollars, no bet below the minimum. Bets are
    given in the order placed, and answered in the order given.

    \b
    Examples:
      punto apportion --limit 10000 --minimum 100 --heavier 9000 3000 150
      punto apportion --limit 10000 --minimum 100 --seated 9000 --standing 3000 150 --before-close
    """
    limits = live.PostedLimits(or_fail(parse_money, minimum), or_fail(parse_money, limit))
    if refusals := live.limits_refusals(limits):
        fail([refusals[0].sentence])
    heavier = [
        _bet(Side.BANKER, _stake(number, text), stance)
        for number, (text, stance) in enumerate(ctx.meta[_PLACED], start=1)
    ]
    if not heavier:
        fail(["expected at least one bet after --heavier, --seated or --standing"])
    lighter_total = _lighter_total(lighter)
    opposite = [_bet(Side.PLAYER, lighter_total, live.Stance.SEATED)] if lighter_total else []
    divide = live.reject_excess if before_close else live.apportion
    bets = divide((*heavier, *opposite), limits)[: len(heavier)]
    room = Cents(or_fail(parse_money, limit) + lighter_total)
    _note(room, lighter_total, bets)
    (_show_json if as_json else _show)(room, bets)


def _bet(hand: Side, stake: Cents, stance: live.Stance) -> live.BoxBet:
    return live.BoxBet(
        live.BoxLabel("1"), live.PatronKey(""), stance, BetKey(hand.value), stake, hand
    )


def _stake(number: int, text: str) -> Cents:
    stake = or_fail(parse_money, text)
    if stake <= 0:
        fail([f"bet {number}: {format_money(stake)}, expected more than 0"])
    if stake % CENTS_PER_DOLLAR:
        fail([f"bet {number}: {format_money(stake)}, expected whole dollars (A-40)"])
    return stake


def _lighter_total(texts: tuple[str, ...]) -> Cents:
    amounts = [or_fail(parse_money, text) for text in texts]
    for amount in amounts:
        if amount < 0 or amount % CENTS_PER_DOLLAR:
            fail([f"lighter side: {format_money(amount)}, expected whole dollars from 0 up"])
    return Cents(sum(amounts))


def _note(room: Cents, lighter_total: Cents, bets: Sequence[live.PlayedBet]) -> None:
    """Print on stderr what the figures alone do not show."""
    staked, played = sum(bet.bet.stake for bet in bets), sum(bet.played for bet in bets)
    if lighter_total > staked:
        click.echo("punto: note: the side called lighter holds more than the other", err=True)
    if played > room:
        click.echo("punto: note: the minimums alone exceed the room (A-40)", err=True)


def _show_json(room: Cents, bets: Sequence[live.PlayedBet]) -> None:
    show_json(
        {
            "room": format_money(room),
            "played": [format_money(bet.played) for bet in bets],
            "returned": [format_money(bet.returned) for bet in bets],
        }
    )


def _show(room: Cents, bets: Sequence[live.PlayedBet]) -> None:
    table = plain_table(footer=True)
    table.add_column("Bet", "Total")
    for heading, amounts in (
        ("Stake", [bet.bet.stake for bet in bets]),
        ("Plays", [bet.played for bet in bets]),
        ("Returned", [bet.returned for bet in bets]),
    ):
        texts = map(format_money, amounts)
        add_money_column(table, heading, texts, format_money(Cents(sum(amounts))))
    for number, bet in enumerate(bets, start=1):
        row = (bet.bet.stake, bet.played, bet.returned)
        table.add_row(f"{number} {bet.bet.stance.value}", *map(format_money, row))
    screen = console()
    screen.print(f"Room on the heavier side: {format_money(room)}")
    screen.print(table)
