"""Every bet of every game compared with the oracle, on a deal for each possible Outcome."""

from fractions import Fraction
from functools import cache

import pytest

from oracle.settlement import profit
from punto.rules.coups import deal
from punto.rules.games import Game
from punto.rules.outcomes import Outcome
from punto.rules.settlement import Result, settle_bet
from punto.rules.table_of_play import TableOfPlay
from punto.values.money import dollars
from support.bet_clauses import BETS, DOCUMENT_OF, BetClauses
from support.representatives import engine_cards, representative_deals

STAKE = dollars(100)

EVERY_BET = [
    pytest.param(
        game, bet, marks=pytest.mark.clause(DOCUMENT_OF[game], *clauses.all()), id=f"{game}-{bet}"
    )
    for game, bets in BETS.items()
    for bet, clauses in bets.items()
]


@cache
def outcome_of(table: TableOfPlay, cards: tuple[str, ...]) -> Outcome:
    """Deal once for all the bets of a table."""
    return deal(table, engine_cards(cards)).coup.outcome


@pytest.mark.no_cover
@pytest.mark.parametrize(("game_key", "bet_key"), EVERY_BET)
def test_settles_as_the_oracle_says_and_names_the_clause(
    games: dict[str, Game], game_key: str, bet_key: str
) -> None:
    game = games[game_key]
    bet = game.bet(bet_key)
    assert bet is not None
    clauses = BETS[game_key][bet_key]
    for facts, cards in representative_deals().items():
        outcome = outcome_of(game.table, cards)
        settled = settle_bet(bet, outcome, STAKE)
        expected = profit(game_key, bet_key, facts)
        assert Fraction(settled.profit, STAKE) == expected, (facts, settled)
        assert settled.returned == STAKE * (1 + expected)
        assert settled.result is _result_of(expected)
        assert settled.clause == _clause_of(facts.winner, expected, clauses), (facts, settled)


def _result_of(expected: Fraction) -> Result:
    if expected == 0:
        return Result.PUSHED
    return Result.WON if expected > 0 else Result.LOST


def _clause_of(winner: str, expected: Fraction, clauses: BetClauses) -> str:
    if expected == 0 and winner == "T":
        assert clauses.pushes is not None
        return clauses.pushes
    return clauses.settles
