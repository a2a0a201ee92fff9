"""The output of ``punto study``: two ways to play, cut cards, and the verdict.

For people, and as JSON, on whose shape programs depend.
"""

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from punto.cli.screens import add_figure_columns, console, plain_table
from punto.lab import studies
from punto.values import DECK, Cents, Rank, format_money

COLOURS = {
    studies.Grade.SAFE: "green",
    studies.Grade.SLIGHT: "",
    studies.Grade.VULNERABLE: "bold red",
}


def show_study(
    found: studies.StudyFindings, exposure: Cents | None, seconds: float, *, closely: bool
) -> None:
    """Show all bets in a table, then the chosen ones by their cut cards, then the verdicts."""
    screen = console()
    rules = found.rules
    screen.print(
        f"{found.name}, {found.shoes:,} shoes of {rules.decks} decks,"
        f" {rules.behind} cards behind the cut card",
        style="bold",
    )
    screen.print(f"{found.rounds:,} rounds in {seconds:.1f} s, seed {found.seed}", style="dim")
    if found.stopped:
        screen.print("Stopped before all shoes were played", style="yellow")
    screen.print()
    screen.print(_overview(found.bets))
    if closely:
        for bet in found.bets:
            _show_cuts(screen, bet, exposure)
    _show_verdicts(screen, found, exposure)


def _overview(bets: tuple[studies.BetFound, ...]) -> Table:
    """Return units of stake, each with half the width of its confidence interval."""
    table = plain_table("Bet")
    add_figure_columns(table, "House edge", "Favourable", "Perfect per shoe", "100 rounds")
    add_figure_columns(table, "Count from", "Bets", "Counted per shoe", "100 rounds")
    for bet in bets:
        perfect, counted = bet.played.perfect, bet.played.counted
        table.add_row(
            bet.name,
            f"{100 * bet.edge:.4f} %",
            f"{100 * perfect.bets.value:.2f} %",
            _units(perfect.per_shoe),
            f"{perfect.per_100.value:+.4f}",
            "never" if bet.trigger is None else f"{bet.trigger:+g}",
            f"{100 * counted.bets.value:.2f} %",
            _units(counted.per_shoe),
            f"{counted.per_100.value:+.4f}",
        )
    return table


def _units(estimate: studies.Estimate) -> str:
    if estimate.high is None:
        return f"{estimate.value:+.4f}"
    return f"{estimate.value:+.4f} ±{estimate.high - estimate.value:.4f}"


def _show_cuts(screen: Console, bet: studies.BetFound, exposure: Cents | None) -> None:
    """Show the bet by the cut card, at every half deck, and the tags of its count."""
    screen.print()
    by_rank = {card.rank: tag for card, tag in bet.tags.items()}
    tags = " ".join(f"{rank.value}{by_rank[rank]:+d}" for rank in Rank if by_rank[rank])
    screen.print(Text(f"{bet.name} by its cut card; count {tags or 'none'}", style="bold"))
    table = plain_table()
    headings = ["Behind it", "Rounds", "Favourable", "Perfect per shoe", "Counted per shoe"]
    if exposure is not None:
        headings.append(f"Limit for ${format_money(exposure)}")
    add_figure_columns(table, *headings)
    for cut in bet.cuts:
        if cut.behind % (len(DECK) // 2) and cut is not bet.played:
            continue
        cells = [
            f"{cut.behind}",
            f"{cut.rounds:.1f}",
            f"{100 * cut.perfect.bets.value:.2f} %",
            _units(cut.perfect.per_shoe),
            _units(cut.counted.per_shoe),
        ]
        if exposure is not None:
            cells.append(_limit(studies.limit(exposure, [cut.perfect.per_shoe])))
        table.add_row(*cells)
    screen.print(table)


def _show_verdicts(screen: Console, found: studies.StudyFindings, exposure: Cents | None) -> None:
    screen.print()
    for verdict in studies.verdicts(found, exposure):
        screen.print(Text(_words(verdict, exposure), style=COLOURS[verdict.grade]))
    if exposure is not None:
        screen.print(studies.exposure_sentence(found, exposure))


def _words(verdict: studies.StudyVerdict, exposure: Cents | None) -> str:
    if exposure is None or verdict.limit is None:
        return verdict.sentence
    kept = f"A limit of ${format_money(verdict.limit)} keeps it under ${format_money(exposure)}."
    return f"{verdict.sentence} {kept}"


def _limit(found: Cents | None) -> str:
    return "none needed" if found is None else f"${format_money(found)}"


_Json = dict[str, Any]


def study_json(found: studies.StudyFindings, exposure: Cents | None, seconds: float) -> _Json:
    """Return all findings."""
    judged = studies.verdicts(found, exposure)
    together = None
    if exposure is not None:
        together = studies.limit(exposure, [bet.played.perfect.per_shoe for bet in found.bets])
    return {
        "game": found.game,
        "decks": found.rules.decks,
        "cut_card": found.rules.behind,
        "burn": "first-card" if found.rules.burns else "none",
        "one_more": found.rules.one_more,
        "seed": found.seed,
        "shoes": found.shoes,
        "rounds": found.rounds,
        "stopped": found.stopped,
        "seconds": round(seconds, 3),
        "exposure": _money(exposure),
        "limit": _money(together),
        "bets": {verdict.bet.key: _bet(verdict) for verdict in judged},
    }


def _bet(verdict: studies.StudyVerdict) -> _Json:
    bet = verdict.bet
    return {
        "edge": bet.edge,
        "count": _count(bet),
        **_cut(bet.played),
        "verdict": {
            "grade": verdict.grade.value,
            "sentence": verdict.sentence,
            "safe_cut_card": verdict.shallow,
            "limit": _money(verdict.limit),
        },
        "cuts": [_cut(cut) for cut in bet.cuts],
        "depths": [_depth(depth) for depth in bet.depths],
    }


def _count(bet: studies.BetFound) -> _Json:
    by_rank = {card.rank: tag for card, tag in bet.tags.items()}
    return {
        "tags": {rank.value: by_rank[rank] for rank in Rank},
        "betting_correlation": bet.betting_correlation,
        "trigger": bet.trigger,
    }


def _cut(cut: studies.AtCut) -> _Json:
    return {
        "cut_card": cut.behind,
        "rounds_per_shoe": cut.rounds,
        "perfect": _play(cut.perfect),
        "counted": _play(cut.counted),
    }


def _play(play: studies.CountingPlay) -> _Json:
    return {
        "bets": _estimate(play.bets),
        "per_shoe": _estimate(play.per_shoe),
        "per_100_rounds": _estimate(play.per_100),
        "advantage": None if play.advantage is None else _estimate(play.advantage),
    }


def _estimate(estimate: studies.Estimate) -> _Json:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def _depth(depth: studies.AtDepth) -> _Json:
    return {
        "after": depth.start,
        "to": depth.end,
        "rounds": depth.rounds,
        "mean": depth.mean,
        "low": depth.low,
        "high": depth.high,
        "max": depth.best,
        "favourable": depth.favourable,
    }


def _money(amount: Cents | None) -> str | None:
    return None if amount is None else format_money(amount)
