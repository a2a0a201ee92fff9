"""Bets that no shipped game has, but for which others have published figures."""

from punto.rules.conditions import Condition, Requirement, Trait
from punto.rules.games import Bet, BetKey, Game, Name
from punto.rules.pay_tables import PayRow, PayTable
from punto.values import replace
from punto.values.odds import parse_odds


def own_bet(key: str, odds: str, **when: Trait) -> Bet:
    """Return a bet with one row that pays."""
    asked = Condition(tuple(Requirement(name, (answer,)) for name, answer in when.items()))
    return Bet(BetKey(key), Name(key, key), "", PayTable((PayRow(asked, parse_odds(odds), ""),)))


def game_of(game: Game, *bets: Bet | None) -> Game:
    """A game with just these bets."""
    return replace(game, bets=tuple(bet for bet in bets if bet is not None))
