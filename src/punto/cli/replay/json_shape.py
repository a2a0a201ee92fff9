"""The JSON shape of a replay; programs depend on it."""

from typing import Any

from punto.cli.periods import moment_text
from punto.cli.settle.json_shape import bet_json
from punto.rounds import Results, Stamp
from punto.rules import Coup
from punto.values import format_cards, format_money
from punto.views.recall import Balance, Recall, Step

Json = dict[str, Any]


def recall_json(recall: Recall) -> Json:
    """Return a whole round; amounts are dollars in text, times in UTC."""
    configuration = recall.configuration
    return {
        "table": configuration.table,
        "round": recall.round_number,
        "shoe": recall.shoe_number,
        "terminal": recall.terminal,
        "game": configuration.terms.game.key,
        "stamp": _stamp_json(recall.stamp),
        "steps": [_step_json(step) for step in recall.steps],
    }


def _stamp_json(stamp: Stamp) -> Json:
    return {
        "document": stamp.document,
        "version": stamp.version,
        "effective": None if stamp.effective is None else stamp.effective.isoformat(),
        "readings": list(stamp.readings),
        "single_person": stamp.single_person,
    }


def _step_json(step: Step) -> Json:
    return {
        "event": type(step.event.fact).__name__,
        "at": moment_text(step.event.at),
        "by": step.who,
        "clause": step.clause,
        "sentence": step.sentence,
        "hands": None if step.hands is None else _hands_json(step.hands),
        "results": _results_json(step.results),
        "balances": {balance.terminal: _balance_json(balance) for balance in step.balances},
    }


def _hands_json(coup: Coup) -> Json:
    return {
        "player": {"cards": format_cards(coup.player), "total": coup.player_total},
        "banker": {"cards": format_cards(coup.banker), "total": coup.banker_total},
    }


def _results_json(results: Results) -> Json:
    return {
        terminal: {result.bet: bet_json(result) for result in ended} for terminal, ended in results
    }


def _balance_json(balance: Balance) -> Json:
    return {
        "credits_before": format_money(balance.credits_before),
        "credits_after": format_money(balance.credits_after),
        "owed_before": format_money(balance.owed_before),
        "owed_after": format_money(balance.owed_after),
    }
