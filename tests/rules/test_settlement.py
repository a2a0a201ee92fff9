"""Settlement by example: deals a person can check against the printed pay tables."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.bootstrap.rule_book import GAME_KEYS, shipped_catalogue
from punto.rules.games import BetKey, Game
from punto.rules.limits import Limits
from punto.rules.pay_tables import PUSH
from punto.rules.refusals import (
    BetUnknown,
    CardSeenTooOften,
    StakeNotPositive,
    TooFewCards,
    TooManyCards,
)
from punto.rules.settlement import BetResult, Result, Settlement, refund, settle, settle_at
from punto.rules.terms import Terms, terms_of
from punto.values.cards import DECK, Card, parse_cards
from punto.values.money import Cents, dollars
from punto.values.odds import Odds
from punto.values.sides import Side, Winner

clause = pytest.mark.clause
reading = pytest.mark.reading

CATALOGUE = shipped_catalogue()


def settled(game: Game, cards: str, **stakes: int) -> Settlement:
    staked = {BetKey(bet.replace("_", "-")): dollars(stake) for bet, stake in stakes.items()}
    settlement = settle(game, parse_cards(cards), staked)
    assert isinstance(settlement, Settlement)
    return settlement


def profits(game: Game, cards: str, *bets: str) -> list[int | float]:
    """The profit in dollars of 100 dollars on each bet."""
    stakes = {BetKey(bet): dollars(100) for bet in bets}
    settlement = settle(game, parse_cards(cards), stakes)
    assert isinstance(settlement, Settlement)
    return [result.profit / 100 for result in settlement.results]


@reading("A-20", "A-21")
@clause("mbs", "1.1.4", "1.1.4.1", "4.7")
def test_only_tiger_baccarat_takes_commission_and_keeps_it_as_a_memo(
    games: dict[str, Game],
) -> None:
    for key, game in games.items():
        settlement = settled(game, "KS 3D QH 4C 2D", banker=100)  # Banker wins 7 to 2
        (banker,) = settlement.results
        if key == "mbs-tiger":
            assert (banker.profit, banker.commission) == (dollars(95), dollars(5))
            assert banker.odds == Odds(19, 20)
        else:
            assert (banker.profit, banker.commission) == (dollars(100), 0)


def test_a_result_names_its_bet_its_row_and_its_clause(games: dict[str, Game]) -> None:
    game = games["rws-etg"]
    settlement = settled(game, "KS KD 7H 7C", player=3, tie=2, banker_pair=1)
    player, tie = (game.bet(key) for key in ("player", "tie"))
    assert player is not None
    assert tie is not None
    assert str(settlement.coup) == "P KS 7H | B KD 7C"
    assert settlement.results == (
        BetResult(
            BetKey("player"), dollars(3), Result.PUSHED, Cents(0), "3.12", player.pays.rows[1]
        ),
        BetResult(BetKey("tie"), dollars(2), Result.WON, dollars(16), "4.1", tie.pays.rows[0]),
        BetResult(BetKey("banker-pair"), dollars(1), Result.LOST, dollars(-1), "4.1"),
    )


@clause("rws-etg", "1.10", "4.1")
def test_banker_on_six_pays_half_and_anything_else_even(games: dict[str, Game]) -> None:
    game = games["rws-etg"]
    assert profits(game, "KS 2D 5H 4C 9C", "banker", "player", "tie") == [50, -100, -100]
    assert profits(game, "KS 3D 5H 4C 9C", "banker", "player", "tie") == [100, -100, -100]


@clause("rws-etg", "1.11", "3.12")
@clause("rws-live", "1.12", "3.14")
@clause("mbs", "3.9.1", "1.1.20")
def test_a_tie_returns_player_and_banker_and_pays_tie_eight(
    games: dict[str, Game], any_game_key: str
) -> None:
    settlement = settled(games[any_game_key], "KS KD 7H 7C", player=100, banker=100, tie=100)
    assert settlement.outcome.winner is Winner.TIE
    player, banker, tie = settlement.results
    assert (player.result, player.profit, player.returned) == (Result.PUSHED, 0, dollars(100))
    assert (banker.result, banker.profit, banker.returned) == (Result.PUSHED, 0, dollars(100))
    assert player.odds is PUSH
    assert (tie.result, tie.profit) == (Result.WON, dollars(800))
    assert settlement.total_stake == dollars(300)
    assert settlement.total_returned == dollars(1100)


@reading("A-66")
@clause("mbs", "1.1.9", "1.1.1", "1.1.10", "4.5", "4.6")
@pytest.mark.parametrize(
    ("cards", "player_profit", "banker_profit"),
    [
        ("KS KD 8H 8C", 0, 0),  # natural tie on 8
        ("KS KD 9H 9C", 0, 0),  # natural tie on 9
        ("KS KD 9H 8C", 100, -100),  # natural 9 beats natural 8
        ("KS KD 8H 9C", -100, 100),
        ("KS KD 9H KC", 100, -100),  # natural by 9 points pays 1 to 1 only
        ("KS KD 7H 7C", -100, -100),  # a tie without naturals loses
        ("KS KD 6H 3C 2D", -100, -100),  # Player wins 6 to 5, by 1
        ("KS KD 7H 3C KD", 100, -100),  # by 4
        ("KS KD 7H 2C KD", 200, -100),  # by 5
        ("KS KD 7H AC KD", 400, -100),  # by 6
        ("KS KD 7H QC KD", 600, -100),  # by 7
        ("KS KD 5H AC 3D 9H", 1000, -100),  # three-card 8 to 0, by 8
        ("KS KD 5H AC 4D 9H", 3000, -100),  # three-card 9 to 0, by 9
        ("KS KD KH 4C KD", -100, 100),
        ("KS KD KH 5C AD", -100, 100),
        ("KS KD KH 5C KD", -100, 200),
        ("KS KD KH 6C KD", -100, 400),
        ("KS KD KH 7C KD", -100, 600),
        ("KS KD KH AC KD 7C", -100, 1000),
        ("KS KD KH AC KD 8C", -100, 3000),
    ],
)
def test_dragon_bonus_pays_by_margin_and_naturals_even(
    games: dict[str, Game], cards: str, player_profit: int, banker_profit: int
) -> None:
    for key in ("mbs-fortune-six", "mbs-super-6"):
        bets = ("player-dragon-bonus", "banker-dragon-bonus")
        assert profits(games[key], cards, *bets) == [player_profit, banker_profit]


@clause("mbs", "4.10", "1.1.3", "1.1.17", "1.1.21", "1.1.23")
@reading("A-13")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("KS KD 5H 6C 9D", [1200, 2200, -100, -100]),  # Banker wins on a two-card 6
        ("KS KD 5H AC QD 5D", [2000, -100, 5000, -100]),  # on a three-card 6
        ("KS KD KH AC 5D 5S", [2000, -100, 5000, -100]),
        ("KS KD 6H 6C", [-100, -100, -100, 3500]),  # a tie on 6
        ("KS KD 7H 7C", [-100, -100, -100, -100]),
    ],
)
def test_tiger_bets_pay_banker_sixes(
    games: dict[str, Game], cards: str, expected: list[int]
) -> None:
    for key in ("mbs-tiger", "mbs-tiger-no-commission"):
        bets = ("tiger", "small-tiger", "big-tiger", "tiger-tie")
        assert profits(games[key], cards, *bets) == expected


@reading("A-07", "A-08")
@clause("mbs", "4.9", "1.1.22", "1.1.22.1", "1.1.22.2", "1.1.22.3")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("TS TH TS TD KD KC", 10000),  # all four of one rank
        ("TS KH TS KD 5D 5H", 2000),  # two pairs, both of value 0
        ("9S 9H 9S 9D", 10000),
        ("9S KH 9S 9D", 400),
        ("KS 9H QS 9D", 400),
        ("TS 9H KS 8D 2C", -100),  # a ten and a king are not a pair
    ],
)
def test_tiger_pair_pays_one_category_the_highest(
    games: dict[str, Game], cards: str, expected: int
) -> None:
    for key in ("mbs-tiger", "mbs-tiger-no-commission"):
        assert profits(games[key], cards, "tiger-pair") == [expected]


@reading("A-67")
@clause("mbs", "4.11", "1.1.2", "1.1.11")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("KS KD 3H 3C AD KS", [50, -100, -100, 5000, -100]),  # Player wins 4 to 3
        ("KS KD AH KC KD KS", [200, -100, -100, -100, -100]),  # Player wins 1 to 0
        ("KS KD 7H 6C", [100, -100, -100, -100, -100]),
        ("KS KD 3H 4C KD", [-100, 0, -100, -100, 2500]),  # Banker wins 4 to 3: a push
        ("KS KD QH AC KD KS", [-100, 200, -100, -100, -100]),  # Banker wins 1 to 0
        ("KS KD 5H 7C KD", [-100, 100, -100, -100, -100]),
        ("KS KD 4H 4C KD", [0, 0, 800, -100, -100]),  # a tie on 4
    ],
)
def test_fabulous_fours_pays_by_the_total_that_wins(
    games: dict[str, Game], cards: str, expected: list[int]
) -> None:
    bets = ("player", "banker", "tie", "player-fabulous-4", "banker-fabulous-4")
    assert profits(games["mbs-fabulous-4s"], cards, *bets) == expected


@reading("A-10", "A-12")
@clause("mbs", "4.12", "1.1.14", "3.7.3")
@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        ("4D 4D", 3000),
        ("4C 4C", 1500),
        ("4H 4S", 1500),
        ("4D 4S", 1500),
        ("QD QD", 1200),
        ("QH QH", 900),
        ("KC KH", 900),
        ("KC QC", -100),
        ("TD KD", -100),
    ],
)
def test_precious_pair_is_paid_once_at_its_best_category(
    games: dict[str, Game], pair: str, expected: int
) -> None:
    first, second = pair.split()
    bets = ("player-precious-pair", "banker-precious-pair")
    game = games["mbs-fabulous-4s"]
    assert profits(game, f"{first} 9S {second} KH", *bets) == [expected, -100]
    assert profits(game, f"9S {first} KH {second}", *bets) == [-100, expected]


@clause("rws-live", "1.2", "1.16", "1.23", "4.1.2", "4.1.3", "4.1.4")
@reading("A-61")
def test_wins_on_bets_pay_the_printed_odds_beside_any_tie(games: dict[str, Game]) -> None:
    game = games["rws-live"]
    ties = [f"tie-wins-on-{total}" for total in range(10)]
    assert profits(game, "KS KD 7H 7C", "tie", *ties) == [
        800, -100, -100, -100, -100, -100, -100, -100, 3500, -100, -100,
    ]  # fmt: skip
    assert profits(game, "KS KD 9H 2C", "player-wins-on-9", "player-wins-on-8") == [500, -100]
    assert profits(game, "KS KD 2H 4C 2C 9S", "player-wins-on-4", "banker-wins-on-3") == [
        5000,
        -100,
    ]
    assert profits(game, "KS KD 3H 4C KD", "banker-wins-on-4", "player-wins-on-3") == [2500, -100]
    assert game.bet("player-wins-on-0") is None
    assert game.bet("banker-wins-on-0") is None


@reading("A-38")
@clause("rws-etg", "5.11")
@clause("rws-live", "5.15")
def test_a_void_round_returns_every_stake_also_of_bets_already_decided() -> None:
    stakes = {BetKey("player"): dollars(100), BetKey("player-pair"): dollars(7)}
    results = refund(stakes, "5.11")
    assert [
        (r.bet, r.stake, r.result, r.profit, r.returned, r.clause, r.odds) for r in results
    ] == [
        ("player", dollars(100), Result.RETURNED, 0, dollars(100), "5.11", None),
        ("player-pair", dollars(7), Result.RETURNED, 0, dollars(7), "5.11", None),
    ]


def test_cards_that_do_not_fit_and_unknown_bets_are_refused(games: dict[str, Game]) -> None:
    game = games["rws-etg"]
    few, many = parse_cards("2H 3C KD"), parse_cards("9H 3C KD 5S 2D")
    assert settle(game, few, {}) == TooFewCards(few, Side.BANKER)
    assert settle(game, many, {}) == TooManyCards(many, parse_cards("2D"))
    refused = settle(game, parse_cards("9H 3C KD 5S"), {BetKey("tiger"): dollars(1)})
    assert isinstance(refused, BetUnknown)
    assert refused.bet == "tiger"


def any_deal() -> st.SearchStrategy[tuple[Card, ...]]:
    return st.tuples(*[st.sampled_from(DECK)] * 6)


def cut(game: Game, six: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return those of six cards that the Table of Play uses."""
    return next(
        six[:count] for count in (4, 5, 6) if isinstance(settle(game, six[:count], {}), Settlement)
    )


@given(st.sampled_from(GAME_KEYS), any_deal(), st.integers(1, 10**6), st.integers(1, 50))
def test_settlement_is_linear_in_the_stake(
    key: str, six: tuple[Card, ...], stake: int, factor: int
) -> None:
    game = CATALOGUE.newest(key)
    assert game is not None
    cards = cut(game, six)
    once = settle(game, cards, {bet.key: dollars(stake) for bet in game.bets})
    often = settle(game, cards, {bet.key: dollars(stake * factor) for bet in game.bets})
    assert isinstance(once, Settlement)
    assert isinstance(often, Settlement)
    for single, multiple in zip(once.results, often.results, strict=True):
        assert multiple.profit == single.profit * factor
        assert multiple.commission == single.commission * factor
        assert (multiple.result, multiple.row) == (single.result, single.row)


@given(st.sampled_from(GAME_KEYS), any_deal(), st.integers(1, 10**6))
def test_nobody_loses_more_than_the_stake_and_nothing_is_created(
    key: str, six: tuple[Card, ...], stake: int
) -> None:
    game = CATALOGUE.newest(key)
    assert game is not None
    settlement = settle(game, cut(game, six), {bet.key: dollars(stake) for bet in game.bets})
    assert isinstance(settlement, Settlement)
    for result in settlement.results:
        assert result.profit >= -result.stake
        assert result.returned == result.stake + result.profit >= 0
        sign = {Result.WON: 1, Result.PUSHED: 0, Result.LOST: -1}[result.result]
        assert Cents(0) == result.profit or (result.profit > 0) == (sign > 0)
        if isinstance(result.odds, Odds):
            assert Fraction(result.profit, result.stake) == Fraction(
                result.odds.win, result.odds.per
            )
    assert settlement.total_stake == dollars(stake) * len(game.bets)
    assert settlement.total_returned == sum(result.returned for result in settlement.results)


def test_a_table_refuses_cards_and_stakes_together_and_settles_the_rest(
    games: dict[str, Game],
) -> None:
    terms = terms_of(games["mbs-tiger"], 8, (), Limits())
    assert isinstance(terms, Terms)
    natural, tie = parse_cards("4D KS 4C 2H"), BetKey("tie")
    assert settle_at(terms, natural, {tie: dollars(5)}) == settle(
        terms.game, natural, {tie: dollars(5)}
    )
    assert settle_at(terms, natural[:3], {tie: dollars(5)}) == (
        TooFewCards(natural[:3], Side.BANKER),
    )
    nine_kings = (natural[1],) * 9
    assert settle_at(terms, nine_kings, {tie: dollars(-5)}) == (
        CardSeenTooOften(natural[1], 9, 8),
        StakeNotPositive(tie, dollars(-5)),
    )
