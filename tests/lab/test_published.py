"""The lab's figures compared with published ones, each to its printed precision."""

import json
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from punto.lab import BetOdds, Distribution
from punto.lab.rows import plan_rows
from punto.rules.conditions import Condition, Requirement
from punto.rules.games import Bet, BetKey, Game, Name
from punto.rules.pay_tables import PUSH, PayRow, PayTable
from punto.values.cards import DECK
from punto.values.compositions import full_shoe
from punto.values.odds import parse_odds

Figure = dict[str, Any]

PUBLISHED: list[Figure] = json.loads(Path(__file__).with_name("published.json").read_text("utf-8"))


def name_of(figure: Figure) -> str:
    what = figure.get("bet") or " or ".join(str(row["when"]) for row in figure["pays"])
    return f"{what}, {figure['decks']} decks, {figure['quantity']} {figure['value']}"


def row_of(row: Figure) -> PayRow:
    asked = {key: one if isinstance(one, list) else [one] for key, one in row["when"].items()}
    when = Condition(tuple(Requirement(key, tuple(answers)) for key, answers in asked.items()))
    return PayRow(when, PUSH if row["odds"] == "push" else parse_odds(row["odds"]), "")


def bet_of(figure: Figure, games: dict[str, Game]) -> Bet:
    if "bet" in figure:
        found = games[figure["game"]].bet(figure["bet"])
        assert found is not None
        return found
    pays = PayTable(tuple(row_of(row) for row in figure["pays"]))
    return Bet(BetKey("own"), Name("", ""), "", pays)


@cache
def shoe_of(decks: int, points: int, cards: int) -> Distribution:
    """Return whole decks, or what is left of them without some cards of one point value."""
    gone = [card for card in DECK if card.points == points][:cards]
    return Distribution(full_shoe(decks).without(gone))


def odds_of(bet: Bet, found: Distribution) -> BetOdds:
    ways = plan_rows([bet.pays]).count(found)
    return BetOdds(bet, found.total, tuple(ways.tolist()))


def computed(figure: Figure, bet: Bet) -> Fraction | float:
    odds = odds_of(bet, shoe_of(figure["decks"], 0, 0))
    if "removed" in figure:
        removed = figure["removed"]
        less = odds_of(bet, shoe_of(figure["decks"], removed["points"], removed["cards"]))
        if figure["quantity"] == "change of win":
            return less.win - odds.win
        return less.expectation - odds.expectation
    match figure["quantity"].removesuffix(" %"):
        case "ways":
            return Fraction(sum(odds.row_ways))
        case "break-even odds":
            return 1 / odds.win - 1
        case "hands per win":
            return 1 / odds.win
        case "edge resolved":
            assert odds.edge_resolved is not None
            return odds.edge_resolved
        case "standard deviation":
            return sqrt(odds.variance)
        case quantity:
            value = getattr(odds, quantity)
            assert isinstance(value, Fraction)
            return value


@pytest.mark.parametrize("figure", PUBLISHED, ids=name_of)
def test_a_published_figure_is_reproduced(figure: Figure, games: dict[str, Game]) -> None:
    value = computed(figure, bet_of(figure, games))
    if figure["quantity"].endswith(" %"):
        value *= 100
    exponent = Decimal(figure["value"]).as_tuple().exponent
    assert isinstance(exponent, int)
    assert abs(Fraction(value) - Fraction(figure["value"])) <= Fraction(f"1e{exponent}") / 2


def test_every_figure_names_its_source() -> None:
    assert len(PUBLISHED) > 100
    assert all(figure["source"] for figure in PUBLISHED)
