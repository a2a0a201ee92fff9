from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.cards import DECK as ORACLE_DECK
from oracle.decided import decided
from punto.bootstrap.rule_book import GAME_KEYS, shipped_catalogue
from punto.rules.coups import deal
from punto.rules.first_decision import (
    Decision,
    completions,
    decided_at,
    decision_by_hands,
    first_decision,
)
from punto.rules.games import Game
from punto.rules.limits import Limits
from punto.rules.refusals import CardSeenTooOften, TooManyCards
from punto.rules.settlement import Result, settle_bet
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.rules.terms import Terms, terms_of
from punto.values.cards import DECK, Card, Rank, Suit, parse_cards
from punto.values.money import dollars
from support.rules.outcome_numbers import outcome_at

clause = pytest.mark.clause
reading = pytest.mark.reading

CATALOGUE = shipped_catalogue()


def decisions(game: Game, cards: str, *not_offered: str) -> dict[str, str | None]:
    offered = game.bets_without(not_offered)
    found = first_decision(game.table, parse_cards(cards), offered)
    return {key: None if decision is None else decision.value for key, decision in found.items()}


def established(game: Game, ranks: tuple[Rank, ...], *not_offered: str) -> bool:
    cards = tuple(Card(rank, Suit.SPADES) for rank in ranks)
    return any(first_decision(game.table, cards, game.bets_without(not_offered)).values())


def share_established(game: Game, cards_count: int, *not_offered: str) -> float:
    """Return how often an outcome is established after this many cards, ranks equally likely."""
    all_ranks = list(product(Rank, repeat=cards_count))
    return sum(established(game, ranks, *not_offered) for ranks in all_ranks) / len(all_ranks)


@pytest.mark.sweep
@reading("A-31")
@clause("rws-etg", "5.1.2")
@clause("rws-live", "5.4.2")
@clause("mbs", "5.9.1")
def test_with_two_cards_out_no_bet_is_ever_decided(games: dict[str, Game]) -> None:
    for game in games.values():
        for count in (0, 1, 2):
            assert share_established(game, count) == 0


@pytest.mark.sweep
@reading("A-31")
@clause("rws-etg", "5.1.1")
@clause("rws-live", "5.4.1")
@clause("mbs", "5.9.2")
@pytest.mark.parametrize(
    "key",
    ["rws-etg", "rws-live", "mbs-super-six", "mbs-fortune-six", "mbs-super-6",
     "mbs-no-commission", "mbs-fabulous-4s"],
)  # fmt: skip
def test_players_second_card_always_decides_where_a_player_pair_is_offered(
    games: dict[str, Game], key: str
) -> None:
    assert share_established(games[key], 3) == 1


TIGER_BETS = ("tiger", "small-tiger", "big-tiger", "tiger-tie", "tiger-pair")
PRECIOUS_PAIRS = ("player-precious-pair", "banker-precious-pair")


@pytest.mark.sweep
@reading("A-31")
@pytest.mark.parametrize(
    ("key", "not_offered", "after_three", "after_four"),
    [
        ("mbs-tiger", (), 0.432, 1.0),
        ("mbs-tiger", ("tiger-pair",), 0.379, 0.973),
        ("mbs-fabulous-4s", PRECIOUS_PAIRS, 0.379, 0.700),
        ("mbs-tiger", TIGER_BETS, 0.0, 0.379),
    ],
)
def test_the_share_of_deals_with_an_outcome_is_computed_from_the_offered_bets(
    games: dict[str, Game],
    key: str,
    not_offered: tuple[str, ...],
    after_three: float,
    after_four: float,
) -> None:
    assert share_established(games[key], 3, *not_offered) == pytest.approx(after_three, abs=5e-4)
    assert share_established(games[key], 4, *not_offered) == pytest.approx(after_four, abs=5e-4)


@reading("A-32")
def test_a_bet_that_can_still_push_is_open(games: dict[str, Game]) -> None:
    # Player's natural 9 may be tied by another, so only the pair bets are certain.
    assert decisions(games["rws-etg"], "9H 3C KD") == {
        "player": None,
        "banker": None,
        "tie": None,
        "player-pair": "lost",
        "banker-pair": None,
    }


@reading("A-32")
def test_a_sure_push_is_neither_won_nor_lost(games: dict[str, Game]) -> None:
    found = decisions(games["rws-etg"], "9H 3C KD 6S")
    assert (found["player"], found["banker"], found["tie"]) == (None, None, "won")


@reading("A-32")
def test_a_bet_is_won_before_its_amount_is_known(games: dict[str, Game]) -> None:
    assert decisions(games["mbs-tiger"], "4D KS 4C")["tiger-pair"] == "won"


def test_a_complete_coup_decides_every_bet_that_does_not_push(games: dict[str, Game]) -> None:
    found = decisions(games["mbs-tiger"], "4D KS 4C 2H")
    assert found.pop("player") == "won"
    assert found.pop("tiger-pair") == "won"
    assert set(found.values()) == {"lost"}


def test_the_answer_speaks_of_offered_bets_only(games: dict[str, Game]) -> None:
    found = decisions(games["mbs-tiger"], "4D KS 4C", *TIGER_BETS)
    assert found == {"player": None, "banker": None, "tie": None}


AGREES = {Result.WON: Decision.WON, Result.LOST: Decision.LOST}

any_prefix = st.lists(st.sampled_from(ORACLE_DECK), min_size=2, max_size=6)


@pytest.mark.no_cover
@given(st.sampled_from(GAME_KEYS), any_prefix)
def test_the_oracle_agrees_on_any_prefix(key: str, prefix: list[str]) -> None:
    game = CATALOGUE.newest(key)
    assert game is not None
    excess = deal(game.table, parse_cards(" ".join(prefix))).excess
    cards = prefix[: len(prefix) - len(excess)]
    assert decisions(game, " ".join(cards)) == decided(key, cards)


@pytest.mark.no_cover
@pytest.mark.parametrize("key", GAME_KEYS)
def test_the_oracle_agrees_before_the_first_card(games: dict[str, Game], key: str) -> None:
    assert decisions(games[key], "") == decided(key, [])
    assert decisions(games[key], "4D") == decided(key, ["4D"])


@given(st.sampled_from(GAME_KEYS), st.tuples(*[st.sampled_from(DECK)] * 6))
def test_no_completion_contradicts_a_first_decision(key: str, six: tuple[Card, ...]) -> None:
    game = CATALOGUE.newest(key)
    assert game is not None
    used = len(six) - len(deal(game.table, six).excess)
    outcome = deal(game.table, six[:used]).coup.outcome
    for count in range(used + 1):
        for bet in game.bets:
            decision = first_decision(game.table, six[:count], [bet])[bet.key]
            result = settle_bet(bet, outcome, dollars(1)).result
            assert decision in {None, AGREES.get(result)}


def test_completions_after_four_cards_are_those_of_the_third_cards() -> None:
    # Player 0 and Banker 7: Player draws any of ten values, Banker stands.
    cards = parse_cards("KS 3D QS 4D")
    reachable = completions(TABLE_OF_PLAY, cards)
    outcomes = [
        outcome_at(index) for index in range(reachable.bit_length()) if reachable >> index & 1
    ]
    assert {outcome.points.player_total for outcome in outcomes} == set(range(10))
    assert {outcome.points.banker_total for outcome in outcomes} == {7}
    assert {(o.points.player_cards, o.points.banker_cards) for o in outcomes} == {(3, 2)}
    assert len({outcome.pairs for outcome in outcomes}) == 1


def test_completions_after_a_third_card_fix_it() -> None:
    cards = parse_cards("KS 3D QS 4D 9C")
    assert completions(TABLE_OF_PLAY, cards).bit_count() == 1
    # Banker draws to a 9 on 3: ten values again.
    assert completions(TABLE_OF_PLAY, parse_cards("KS 3D QS KD 9C")).bit_count() == 10


def test_a_table_decides_its_offered_bets_and_refuses_impossible_cards(
    games: dict[str, Game],
) -> None:
    terms = terms_of(games["mbs-tiger"], 8, ("tiger-pair",), Limits())
    assert isinstance(terms, Terms)
    cards = parse_cards("4D KS 4C")
    decisions = decided_at(terms, cards)
    assert decisions == first_decision(terms.game.table, cards, terms.offered)
    nine_kings = (cards[1],) * 9
    assert decided_at(terms, nine_kings) == (
        CardSeenTooOften(cards[1], 9, 8),
        TooManyCards(nine_kings, nine_kings[6:]),
    )


@pytest.mark.parametrize("cards", ["", "KD", "KD 9S 2C", "KD 9S 2C 3H", "KD 4S 2C 3H 5D"])
def test_hands_decide_what_their_draw_order_decides(cards: str) -> None:
    game = CATALOGUE.games[0]
    coup = deal(game.table, parse_cards(cards)).coup
    by_hands = decision_by_hands(game.table, coup.player, coup.banker, game.bets)
    assert by_hands == first_decision(game.table, parse_cards(cards), game.bets)


def test_two_cards_in_one_hand_decide_its_pair_before_the_other_hand_has_any() -> None:
    (game,) = (game for game in CATALOGUE.games if game.key == "rws-live")
    found = decision_by_hands(game.table, parse_cards("KD KS"), (), game.bets)
    decided = {str(key): each.value for key, each in found.items() if each is not None}
    assert decided["player-pair"] == "won"
    assert "banker-pair" not in decided
