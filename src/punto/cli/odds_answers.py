"""The output of ``punto odds``: tables for people, and JSON on whose shape programs depend."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from punto import lab
from punto.cli import screens
from punto.cli.settle_answers import pays_json
from punto.values import Card, Rank, format_cards


def show_as_json(
    odds: lab.GameOdds, decks: int, without: Sequence[Card], bets: Sequence[str], *, removal: bool
) -> None:
    """Print one line of JSON."""
    answer = odds_json(odds, decks, without, bets)
    if removal:
        effects = lab.effects_of_removal(odds)
        for key, bet in answer["bets"].items():
            bet["removal"] = removal_json(effects[key], lab.best_count(effects[key], by_suit=True))
    screens.show_json(answer)


def show(odds: lab.GameOdds, bets: Sequence[str], *, removal: bool) -> None:
    """Print tables: all bets, or the chosen ones row by row."""
    chosen = tuple(dict.fromkeys(bets))
    known = [odds[key] for key in chosen or odds]  # computed before anything is printed
    screen = screens.console()
    screen.print(f"{odds.game.name.en}, {odds.shoe.cards_count} cards in the shoe", style="bold")
    screen.print(f"{odds.total:,} ways to draw six cards", style="dim")
    screen.print()
    screen.print(_overview(known))
    for key in chosen:
        _show_bet(screen, odds[key])
    for first, second in combinations(chosen, 2):
        together = odds.correlation(first, second)
        told = "one of them never varies" if together is None else f"correlation {together:+.6f}"
        screen.print(f"\n{first} and {second}: {told}")
    if removal:
        _show_removal(screen, odds, chosen or tuple(odds))


def _overview(bets: Iterable[lab.BetOdds]) -> Table:
    table = screens.plain_table("Bet", "Key")
    figures = ("House edge", "Won or lost", "Wins", "Pushes", "Deviation", "Skewness")
    screens.add_figure_columns(table, *figures)
    for bet in bets:
        table.add_row(
            screens.bet_name_text(bet.bet),
            Text(bet.key, style="cyan"),
            _edge_text(bet.edge),
            _edge_text(bet.edge_resolved),
            _percent(bet.win),
            _percent(bet.push),
            f"{bet.standard_deviation:.4f}",
            "" if bet.skewness is None else f"{bet.skewness:.3f}",
        )
    return table


def _show_bet(screen: Console, bet: lab.BetOdds) -> None:
    screen.print()
    table = screens.plain_table(bet.bet.name.en, "Pays")
    screens.add_figure_columns(table, "Ways", "Probability", "Brings")
    for row in bet.rows:
        brings = row.probability * row.profit
        table.add_row(
            screens.condition_words(row.row.when),
            screens.pays_words(row.row.pays),
            f"{row.ways:,}",
            f"{float(row.probability):.10f}",
            f"{float(brings):+.10f}",
        )
    loss = float(bet.loss)
    table.add_row("anything else", "loses", f"{bet.lost_ways:,}", f"{loss:.10f}", f"{-loss:+.10f}")
    screen.print(table)
    screen.print(f"House edge {bet.edge}, variance {bet.variance}", style="dim")


def _show_removal(screen: Console, odds: lab.GameOdds, bets: Sequence[str]) -> None:
    """Print effects by rank, in millionths of the stake, and below them the best count's tags."""
    effects = lab.effects_of_removal(odds)
    screen.print(
        "\nEffect of removing a card, in millionths of the stake to the patron, and the best count"
    )
    table = screens.plain_table("Bet")
    screens.add_figure_columns(table, *(rank.value for rank in Rank), "Fits")
    for key in bets:
        count = lab.best_count(effects[key])
        table.add_row(odds[key].bet.name.en, *(_effect(effects[key], rank) for rank in Rank))
        table.add_row("", *_tags(count), _correlation(count), style="cyan")
    screen.print(table)


def _effect(removal: lab.Removal, rank: Rank) -> str:
    effect = removal.of_rank(rank)
    return "" if effect is None else f"{1_000_000 * float(effect):+.0f}"


def _tags(count: lab.LinearCount) -> tuple[str, ...]:
    return tuple(f"{count.of_rank(rank)[0]:+d}" for rank in Rank)


def _correlation(count: lab.LinearCount) -> str:
    found = count.betting_correlation
    return "none" if found is None else f"{found:.4f}"


def _edge_text(edge: Fraction | None) -> Text:
    """Highlight an edge that favours the patron."""
    if edge is None:
        return Text("")
    return Text(_percent(edge), style="bold green" if edge < 0 else "")


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.4f} %"


_Json = dict[str, Any]


def odds_json(
    odds: lab.GameOdds, decks: int, without: Sequence[Card], bets: Sequence[str]
) -> _Json:
    """Return the odds of the chosen bets, or of all; with two or more, their correlations."""
    chosen = tuple(dict.fromkeys(bets))
    answer = {
        "game": odds.game.key,
        "decks": decks,
        "without": format_cards(without),
        "cards": odds.shoe.cards_count,
        "total": odds.total,
        "bets": {key: bet_json(odds[key]) for key in chosen or odds},
    }
    if len(chosen) > 1:
        answer["together"] = [_together_json(odds, *two) for two in combinations(chosen, 2)]
    return answer


def bet_json(bet: lab.BetOdds) -> _Json:
    """Return the odds of one bet, per unit of stake."""
    return {
        "edge": lab.exact_json(bet.edge),
        "edge_resolved": lab.exact_json(bet.edge_resolved),
        "win": lab.exact_json(bet.win),
        "loss": lab.exact_json(bet.loss),
        "push": lab.exact_json(bet.push),
        "variance": lab.exact_json(bet.variance),
        "standard_deviation": bet.standard_deviation,
        "third_moment": lab.exact_json(bet.third_moment),
        "skewness": bet.skewness,
        "rows": [
            {
                "odds": pays_json(row.row.pays),
                "clause": row.row.clause,
                "ways": row.ways,
                "probability": lab.exact_json(row.probability),
            }
            for row in bet.rows
        ],
    }


def removal_json(removal: lab.Removal, count: lab.LinearCount) -> _Json:
    """Return the effect of each card's removal on a bet, and the count derived from it."""
    return {
        "effects": {str(card): lab.exact_json(effect) for card, effect in removal.effects.items()},
        "count": {
            "tags": {str(card): tag for card, tag in count.tags.items()},
            "betting_correlation": count.betting_correlation,
        },
    }


def _together_json(odds: lab.GameOdds, first: str, second: str) -> _Json:
    return {
        "bets": [first, second],
        "covariance": lab.exact_json(odds.covariance(first, second)),
        "correlation": odds.correlation(first, second),
    }
