"""The JSON shape of a study; programs depend on it."""

from typing import Any

from punto.lab import studies
from punto.values import Cents, Rank, format_money

Json = dict[str, Any]


def study_json(found: studies.Found, exposure: Cents | None, seconds: float) -> Json:
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


def _bet(verdict: studies.Verdict) -> Json:
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


def _count(bet: studies.BetFound) -> Json:
    by_rank = {card.rank: tag for card, tag in bet.tags.items()}
    return {
        "tags": {rank.value: by_rank[rank] for rank in Rank},
        "betting_correlation": bet.betting_correlation,
        "trigger": bet.trigger,
    }


def _cut(cut: studies.AtCut) -> Json:
    return {
        "cut_card": cut.behind,
        "rounds_per_shoe": cut.rounds,
        "perfect": _play(cut.perfect),
        "counted": _play(cut.counted),
    }


def _play(play: studies.Play) -> Json:
    return {
        "bets": _estimate(play.bets),
        "per_shoe": _estimate(play.per_shoe),
        "per_100_rounds": _estimate(play.per_100),
        "advantage": None if play.advantage is None else _estimate(play.advantage),
    }


def _estimate(estimate: studies.Estimate) -> Json:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def _depth(depth: studies.AtDepth) -> Json:
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
