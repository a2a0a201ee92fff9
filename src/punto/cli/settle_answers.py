"""A settlement: the hands, why they drew, and every bet with its clause.

For people, and as JSON, on whose shape programs depend.
"""

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from punto.cli import screens
from punto.rules import BetResult, Coup, Game, Outcome, Push, Result, Settlement
from punto.values import Card, Cents, Odds, Side, format_cards, format_money
from punto.views.judgements import judgement_words

RESULT_STYLES = {
    Result.WON: "bold green",
    Result.LOST: "red",
    Result.PUSHED: "yellow",
    Result.RETURNED: "yellow",
}


def show_settlement(game: Game, settlement: Settlement) -> None:
    """Print a settlement."""
    screen = screens.console()
    screen.print(Text(game.name.en, style="bold"), Text(f"({game.rules.document})", style="dim"))
    show_hands(screen, settlement.coup)
    screen.print(Text("Winner  ").append_text(screens.side_text(settlement.outcome.winner)))
    screen.print(results_table(game, settlement))


def show_hands(screen: Console, coup: Coup) -> None:
    """Print both hands with their totals and the reason why each drew or stood."""
    hands = Table.grid(padding=(0, 2))
    for side, cards, total in (
        (Side.PLAYER, coup.player, coup.player_total),
        (Side.BANKER, coup.banker, coup.banker_total),
    ):
        why = Text(judgement_words(coup, side), style="dim")
        hands.add_row(screens.side_text(side), screens.hand_text(cards), str(total), why)
    screen.print(hands)


ResultCells = tuple[str | Text, ...]

RESULT_HEADINGS = ("Bet", "Stake", "Result", "Pays", "Profit", "Returned", "Clause")


def results_table(game: Game, settlement: Settlement) -> Table:
    """Return every bet with its result, and the clause and row that decided it."""
    rows = [
        (*result_cells(game, result), _because(settlement.outcome, result))
        for result in settlement.results
    ]
    return totalled_table((*RESULT_HEADINGS, "Because"), rows, settlement.results)


def totalled_table(
    headings: Sequence[str], rows: Sequence[ResultCells], results: Sequence[BetResult]
) -> Table:
    """Return a table of results with its totals."""
    totals = {
        "Stake": sum(result.stake for result in results),
        "Profit": sum(result.profit for result in results),
        "Returned": sum(result.returned for result in results),
    }
    table = screens.plain_table(footer=True)
    for place, heading in enumerate(headings):
        if heading in totals:
            amounts = (str(row[place]) for row in rows)
            screens.add_money_column(table, heading, amounts, format_money(Cents(totals[heading])))
        else:
            footer = "" if place else "Total"
            table.add_column(heading, footer, justify="right" if heading == "Pays" else "left")
    for row in rows:
        table.add_row(*row)
    return table


def result_cells(game: Game, result: BetResult) -> ResultCells:
    """Return the cells of one bet under the ``RESULT_HEADINGS``."""
    bet = game.bet(result.bet)
    return (
        bet.name.en if bet is not None else result.bet,
        format_money(result.stake),
        Text(result.result.value, style=RESULT_STYLES[result.result]),
        screens.pays_words(result.odds),
        format_money(result.profit),
        format_money(result.returned),
        result.clause,
    )


def _because(outcome: Outcome, result: BetResult) -> str:
    if result.row is None:
        return screens.outcome_words(outcome)
    memo = f" (commission {format_money(result.commission)})" if result.commission else ""
    return screens.condition_words(result.row.when) + memo


Json = dict[str, Any]


def settlement_json(game: Game, cards: tuple[Card, ...], settlement: Settlement) -> Json:
    """Return a whole settlement; amounts are dollars in text."""
    coup = settlement.coup
    return {
        "game": game.key,
        "cards": format_cards(cards),
        **hands_json(coup),
        "winner": settlement.outcome.winner.value,
        "bets": {result.bet: bet_json(result) for result in settlement.results},
        "total_stake": format_money(settlement.total_stake),
        "total_returned": format_money(settlement.total_returned),
    }


def hands_json(coup: Coup) -> Json:
    """Return both hands with their totals."""
    return {
        "player": {"cards": format_cards(coup.player), "total": coup.player_total},
        "banker": {"cards": format_cards(coup.banker), "total": coup.banker_total},
    }


def bet_json(result: BetResult) -> Json:
    """Return the result of one bet; the commission only if there was one."""
    answer: Json = {
        "stake": format_money(result.stake),
        "result": result.result.value,
        "profit": format_money(result.profit),
        "returned": format_money(result.returned),
        "odds": pays_json(result.odds),
        "clause": result.clause,
    }
    if result.commission:
        answer["commission"] = format_money(result.commission)
    return answer


def pays_json(pays: Odds | Push | None) -> str | None:
    """Return odds such as ``12:1``, ``push``, or null if no row decided."""
    if pays is None:
        return None
    return pays.value if isinstance(pays, Push) else str(pays)
