import pytest

from punto.rules.games import BetKey, DeckRange, Game
from punto.rules.limits import Limits
from punto.rules.refusals import (
    BetNotOffered,
    BetUnknown,
    CardSeenTooOften,
    DecksOutOfRange,
    LimitsContradict,
    MaximumMissing,
    NothingOffered,
    StakeBelowMinimum,
    StakeOffStep,
    StepInexact,
)
from punto.rules.stake_limits import bet_refusals
from punto.rules.terms import (
    Terms,
    cards_refusals,
    table_terms_refusals,
    terms_of,
    usual_decks,
)
from punto.values import replace
from punto.values.cards import parse_card, parse_cards
from punto.values.money import Cents, dollars
from punto.values.odds import Odds


def tiger_terms(games: dict[str, Game], *not_offered: str, decks: int = 8) -> Terms:
    terms = terms_of(games["mbs-tiger"], decks, not_offered, Limits())
    assert isinstance(terms, Terms)
    return terms


@pytest.mark.reading("A-12")
def test_optional_bets_are_on_unless_a_table_leaves_them_out(games: dict[str, Game]) -> None:
    assert "tiger" in tiger_terms(games).offered_keys
    assert "tiger" not in tiger_terms(games, "tiger").offered_keys


@pytest.mark.clause("rws-etg", "2.2.1")
@pytest.mark.clause("rws-live", "2.2.1")
@pytest.mark.clause("mbs", "2.1")
@pytest.mark.parametrize(
    ("key", "decks"),
    [("rws-etg", 3), ("rws-etg", 9), ("rws-live", 3), ("rws-live", 11), ("mbs-tiger", 3),
     ("mbs-tiger", 11)],
)  # fmt: skip
def test_a_number_of_decks_that_the_rules_do_not_allow_is_refused(
    games: dict[str, Game], key: str, decks: int
) -> None:
    game = games[key]
    expected = (DecksOutOfRange(game.key, decks, game.decks),)
    assert terms_of(game, decks, (), Limits()) == expected


def test_everything_wrong_with_a_table_is_told_at_once(games: dict[str, Game]) -> None:
    game = games["mbs-tiger"]
    limits = Limits(Cents(0), None, Cents(1))
    assert terms_of(game, 2, ["dragon"], limits) == (
        BetUnknown(game.key, "dragon", tuple(bet.key for bet in game.bets)),
        DecksOutOfRange(game.key, 2, game.decks),
        LimitsContradict(Cents(0), None, Cents(1)),
        StepInexact(Cents(1), BetKey("banker"), Odds(19, 20)),
    )


def test_the_step_matters_only_for_bets_on_offer(games: dict[str, Game]) -> None:
    limits = Limits(minimum=Cents(1), step=Cents(1))
    assert isinstance(terms_of(games["mbs-tiger"], 8, ["banker"], limits), Terms)


def test_a_table_without_bets_is_refused(games: dict[str, Game]) -> None:
    game = games["rws-etg"]
    every = [bet.key for bet in game.bets]
    assert terms_of(game, 8, every, Limits()) == (NothingOffered(game.key),)


def test_bets_are_checked_one_by_one_and_all_refusals_told(games: dict[str, Game]) -> None:
    terms = tiger_terms(games, "tiger")
    stakes = {
        BetKey("player"): dollars(5),
        BetKey("tiger"): dollars(5),
        BetKey("dragon"): dollars(5),
        BetKey("tie"): Cents(50),
    }
    known = tuple(bet.key for bet in terms.game.bets)
    assert bet_refusals(terms, stakes) == (
        BetNotOffered(BetKey("tiger")),
        BetUnknown(terms.game.key, "dragon", known),
        StakeOffStep(BetKey("tie"), Cents(50), dollars(1)),
    )


@pytest.mark.reading("A-69")
def test_a_card_seen_more_often_than_the_decks_hold_it_is_refused(games: dict[str, Game]) -> None:
    terms = tiger_terms(games, decks=4)
    assert cards_refusals(terms, ()) == ()
    assert cards_refusals(terms, parse_cards("AS AS AS AS")) == ()
    expected = (CardSeenTooOften(parse_card("AS"), 5, 4),)
    assert cards_refusals(terms, parse_cards("AS AS AS AS AS KD")) == expected


def test_the_usual_shoe_has_eight_decks_where_the_rules_allow_it(games: dict[str, Game]) -> None:
    game = games["mbs-tiger"]
    assert usual_decks(game) == 8
    assert usual_decks(replace(game, decks=DeckRange(1, 6))) == 6
    assert usual_decks(replace(game, decks=DeckRange(9, 10))) == 9


@pytest.mark.reading("A-17")
def test_single_bets_may_have_limits_of_their_own(games: dict[str, Game]) -> None:
    own = {BetKey("tie"): Limits(dollars(5), dollars(50), dollars(5))}
    terms = terms_of(games["mbs-tiger"], 8, (), Limits(dollars(10), dollars(500)), own)
    assert isinstance(terms, Terms)
    assert terms.limits_of(BetKey("tie")).maximum == dollars(50)
    assert terms.limits_of(BetKey("player")).maximum == dollars(500)
    stakes = {BetKey("tie"): dollars(7), BetKey("player"): dollars(7)}
    assert bet_refusals(terms, stakes) == (
        StakeOffStep(BetKey("tie"), dollars(7), dollars(5)),
        StakeBelowMinimum(BetKey("player"), dollars(7), dollars(10)),
    )


def test_limits_of_single_bets_are_judged_like_those_of_the_table(games: dict[str, Game]) -> None:
    game = games["mbs-tiger"]
    own = {
        BetKey("dragon"): Limits(),
        BetKey("banker"): Limits(Cents(10), None, Cents(10)),
        BetKey("tie"): Limits(dollars(5), dollars(4)),
    }
    assert terms_of(game, 8, (), Limits(), own) == (
        BetUnknown(game.key, "dragon", tuple(bet.key for bet in game.bets)),
        LimitsContradict(dollars(5), dollars(4), dollars(1)),
        StepInexact(Cents(10), BetKey("banker"), Odds(19, 20)),
    )


def test_other_limits_are_of_the_table_or_of_one_bet(games: dict[str, Game]) -> None:
    own = Limits(dollars(5), dollars(50))
    terms = tiger_terms(games).with_limits(Limits(dollars(10)), ((BetKey("tie"), own),))
    assert terms.limits_of(BetKey("player")) == Limits(dollars(10))
    assert terms.limits_of(BetKey("tie")) == own
    assert terms.game == games["mbs-tiger"]


@pytest.mark.clause("rws-etg", "3.4")
@pytest.mark.clause("mbs", "2.2")
@pytest.mark.reading("A-74")
def test_a_table_needs_a_maximum_for_every_bet_on_offer(games: dict[str, Game]) -> None:
    terms = tiger_terms(games)
    assert table_terms_refusals(terms) == ()
    boundless = Limits(maximum=None)
    own = tuple((key, Limits()) for key in terms.offered_keys if key != "tie")
    assert table_terms_refusals(terms.with_limits(boundless, own)) == (
        MaximumMissing((BetKey("tie"),)),
    )
    whole = (*own, (BetKey("tie"), Limits()))
    assert table_terms_refusals(terms.with_limits(boundless, whole)) == ()
