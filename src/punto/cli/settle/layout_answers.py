"""A settled layout, as JSON for programs and as a table for people."""

from collections.abc import Iterable

from rich.text import Text

from punto.cli.screens import add_money_column, console, plain_table, side_text
from punto.cli.settle.answers import RESULT_STYLES, Json, show_hands
from punto.cli.settle.layouts import SettledLayout
from punto.live import BoxResult, Tray
from punto.values import Cents, format_cards, format_money


def layout_json(settled: SettledLayout) -> Json:
    """Return a whole settlement; amounts are dollars in text."""
    coup = settled.settlement.coup
    return {
        "result": settled.settlement.outcome.winner.value,
        "player_total": coup.player_total,
        "banker_total": coup.banker_total,
        "hands": {"player": format_cards(coup.player), "banker": format_cards(coup.banker)},
        "patrons": {patron: _patron_json(settled.results_of(patron)) for patron in settled.patrons},
        "house_net": format_money(settled.house_net),
        "rounding": format_money(settled.rounding),
        "payouts": [_payout_json(settled, one) for one in settled.results],
        "warnings": [
            {
                "clause": warning.clause,
                "box": warning.box,
                "patron": warning.patron,
                "sentence": warning.sentence,
            }
            for warning in settled.warnings
        ],
    }


def _patron_json(results: list[BoxResult]) -> Json:
    """Return one patron's bets; equal bets in several boxes are added up."""
    by_bet: dict[str, list[BoxResult]] = {}
    for one in results:
        by_bet.setdefault(one.played.bet.bet, []).append(one)
    return {
        "staked": _sum(one.played.bet.stake for one in results),
        "played": {bet: _sum(one.played.played for one in own) for bet, own in by_bet.items()},
        "returned_without_play": _sum(one.played.returned for one in results),
        "bets": {
            bet: {
                "result": own[0].result.result.value,
                "profit": _sum(one.result.profit for one in own),
            }
            for bet, own in by_bet.items()
        },
        "net": _sum(one.net for one in results),
        "gets_back_in_all": _sum(one.returned for one in results),
    }


def _payout_json(settled: SettledLayout, one: BoxResult) -> Json:
    bet = one.played.bet
    return {
        "box": bet.box,
        "patron": bet.patron,
        "bet": bet.bet,
        "staked": format_money(bet.stake),
        "played": format_money(one.played.played),
        "result": one.result.result.value,
        "profit": format_money(one.result.profit),
        "owed": format_money(one.owed),
        "rounding": format_money(one.rounding),
        "chips": {format_money(value): number for value, number in one.chips.items()},
        "clauses": settled.clauses_of(one),
    }


def _sum(amounts: Iterable[Cents]) -> str:
    return format_money(Cents(sum(amounts)))


def show_layout(settled: SettledLayout) -> None:
    """Print the hands, every bet with its chips and clauses, and what the Dealer passed over."""
    screen = console()
    game, settlement = settled.game, settled.settlement
    screen.print(Text(game.name.en, style="bold"), Text(f"({game.rules.document})", style="dim"))
    show_hands(screen, settlement.coup)
    screen.print(Text("Winner  ").append_text(side_text(settlement.outcome.winner)))
    columns = {
        "Staked": [one.played.bet.stake for one in settled.results],
        "Plays": [one.played.played for one in settled.results],
        "Profit": [one.result.profit for one in settled.results],
        "Back": [one.returned for one in settled.results],
    }
    table = plain_table(footer=True)
    for heading in ("Box", "Patron", "Bet"):
        table.add_column(heading, "Total" if heading == "Box" else "")
    for heading, amounts in columns.items():
        add_money_column(table, heading, map(format_money, amounts), _sum(amounts))
    for heading in ("Result", "Chips", "Clauses"):
        table.add_column(heading)
    for one, *amounts in zip(settled.results, *columns.values(), strict=True):
        bet = one.played.bet
        table.add_row(
            # As texts, so that no name is taken for markup.
            Text(bet.box),
            Text(f"{bet.patron} ({bet.stance.value})"),
            bet.bet,
            *map(format_money, amounts),
            Text(one.result.result.value, style=RESULT_STYLES[one.result.result]),
            _chips_words(one.chips),
            ", ".join(settled.clauses_of(one)),
        )
    screen.print(table)
    rounding = f", rounding {format_money(settled.rounding)}" if settled.rounding else ""
    screen.print(f"House {format_money(settled.house_net)}{rounding}")
    for warning in settled.warnings:
        screen.print(Text(f"Passed over: {warning.sentence}", style="yellow"))


def _chips_words(chips: Tray) -> str:
    """Return chips such as ``2×100 1×25``; nothing where no chips move."""
    return " ".join(
        f"{number}×{format_money(value).removesuffix('.00')}" for value, number in chips.items()
    )
