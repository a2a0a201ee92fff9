"""A settlement as a person reads it: the hands, why they drew, and every bet with its clause."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from punto.cli.screens import console, hand_text, plain_table, side_text
from punto.cli.wording import (
    banker_judgement_words,
    condition_words,
    pays_words,
    player_judgement_words,
)
from punto.rules.coups import Coup
from punto.rules.games import Game
from punto.rules.settlement import BetResult, Result, Settlement
from punto.values.money import Cents, format_money
from punto.values.sides import Side

RESULT_STYLES = {
    Result.WON: "bold green",
    Result.LOST: "red",
    Result.PUSHED: "yellow",
    Result.RETURNED: "yellow",
}


def show_settlement(game: Game, settlement: Settlement) -> None:
    """Print a settlement."""
    screen = console()
    screen.print(Text(game.name.en, style="bold"), Text(f"({game.rules.document})", style="dim"))
    show_hands(screen, settlement.coup)
    screen.print(Text("Winner  ").append_text(side_text(settlement.outcome.winner)))
    screen.print(results_table(game, settlement))


def show_hands(screen: Console, coup: Coup) -> None:
    """Print both hands with their totals and the reason why each drew or stood."""
    rows = (
        (Side.PLAYER, coup.player, coup.player_total, player_judgement_words(coup)),
        (Side.BANKER, coup.banker, coup.banker_total, banker_judgement_words(coup)),
    )
    hands = Table.grid(padding=(0, 2))
    for side, cards, total, why in rows:
        hands.add_row(side_text(side), hand_text(cards), str(total), Text(why, style="dim"))
    screen.print(hands)


def results_table(game: Game, settlement: Settlement) -> Table:
    """Every bet with its result, and the clause and row that decided it."""
    table = plain_table(footer=True)
    table.add_column("Bet", "Total")
    table.add_column("Stake", format_money(settlement.total_stake), justify="right")
    table.add_column("Result")
    table.add_column("Pays", justify="right")
    profit = Cents(settlement.total_returned - settlement.total_stake)
    table.add_column("Profit", format_money(profit), justify="right")
    table.add_column("Returned", format_money(settlement.total_returned), justify="right")
    table.add_column("Clause")
    table.add_column("Because")
    for result in settlement.results:
        table.add_row(*_result_cells(game, result))
    return table


def _result_cells(game: Game, result: BetResult) -> tuple[str | Text, ...]:
    bet = game.bet(result.bet)
    return (
        bet.name.en if bet is not None else result.bet,
        format_money(result.stake),
        Text(result.result.value, style=RESULT_STYLES[result.result]),
        pays_words(result.odds),
        format_money(result.profit),
        format_money(result.returned),
        result.clause,
        _because(result),
    )


def _because(result: BetResult) -> str:
    if result.row is None:
        return "no row of its pay table matches"
    memo = f" (commission {format_money(result.commission)})" if result.commission else ""
    return condition_words(result.row.when) + memo
