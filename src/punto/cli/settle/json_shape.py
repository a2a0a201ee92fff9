"""The JSON shape of a settlement; programs depend on it."""

from typing import Any

from punto.rules import BetResult, Game, Push, Settlement
from punto.values import Card, Odds, format_cards, format_money

Json = dict[str, Any]


def settlement_json(game: Game, cards: tuple[Card, ...], settlement: Settlement) -> Json:
    """Return a whole settlement; amounts are dollars in text."""
    coup = settlement.coup
    return {
        "game": game.key,
        "cards": format_cards(cards),
        "player": {"cards": format_cards(coup.player), "total": coup.player_total},
        "banker": {"cards": format_cards(coup.banker), "total": coup.banker_total},
        "winner": settlement.outcome.winner.value,
        "bets": {result.bet: bet_json(result) for result in settlement.results},
        "total_stake": format_money(settlement.total_stake),
        "total_returned": format_money(settlement.total_returned),
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
