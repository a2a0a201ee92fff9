import pytest

from punto.rules.games import BetKey, DeckRange, GameKey
from punto.rules.refusals import (
    BetNotOffered,
    BetUnknown,
    CardSeenTooOften,
    DecksOutOfRange,
    LimitsContradict,
    NothingOffered,
    Refusal,
    StakeAboveMaximum,
    StakeBelowMinimum,
    StakeNotPositive,
    StakeOffStep,
    StepInexact,
    TooFewCards,
    TooManyCards,
)
from punto.values.cards import parse_card, parse_cards
from punto.values.money import Cents, dollars
from punto.values.odds import Odds
from punto.values.sides import Side

TIGER = BetKey("tiger")

SENTENCES: list[tuple[Refusal, str]] = [
    (
        TooFewCards(parse_cards("2H 3C KD"), Side.BANKER),
        "cards '2H 3C KD': too few for the Table of Play, expected another card for the banker"
        " hand (R 3.10, L 3.12, M 3.8)",
    ),
    (
        TooManyCards(parse_cards("9H 3C KD 5S 2D"), parse_cards("2D")),
        "cards '9H 3C KD 5S 2D': too many for the Table of Play, expected 4 without '2D'"
        " (R 3.10, L 3.12, M 3.8)",
    ),
    (
        CardSeenTooOften(parse_card("AS"), 9, 8),
        "card 'AS': seen 9 times, expected at most 8 in 8 decks (A-69)",
    ),
    (
        BetUnknown(GameKey("rws-etg"), "tiger", (BetKey("player"), BetKey("tie"))),
        "bet 'tiger': rws-etg has none, expected one of player tie (A-12)",
    ),
    (
        BetNotOffered(TIGER),
        "bet 'tiger': not offered at this table, expected a bet on offer (A-12)",
    ),
    (StakeNotPositive(TIGER, Cents(0)), "stake 0.00 on tiger: expected more than 0 (A-17)"),
    (
        StakeOffStep(TIGER, Cents(250), dollars(1)),
        "stake 2.50 on tiger: expected a multiple of the step 1.00 (A-18)",
    ),
    (
        StakeBelowMinimum(TIGER, dollars(1), dollars(5)),
        "stake 1.00 on tiger: expected at least the minimum 5.00 (R 3.4, L 3.4, M 2.2)",
    ),
    (
        StakeAboveMaximum(TIGER, dollars(9), dollars(5)),
        "stake 9.00 on tiger: expected at most the maximum 5.00 (R 3.4, L 3.4, M 2.2)",
    ),
    (
        DecksOutOfRange(GameKey("rws-etg"), 9, DeckRange(4, 8)),
        "decks 9: expected 4 to 8 for rws-etg (R 2.2.1, L 2.2.1, M 2.1)",
    ),
    (
        StepInexact(Cents(10), BetKey("banker"), Odds(19, 20)),
        "step 0.10: banker at 0.95 to 1 would pay a fraction of a cent,"
        " expected a multiple of 0.20 (A-18)",
    ),
    (
        LimitsContradict(dollars(2), dollars(1), dollars(1)),
        "limits minimum 2.00, maximum 1.00, step 1.00: expected 0 < step, 0 < minimum,"
        " and a multiple of the step between minimum and maximum (R 3.4, L 3.4, M 2.2, A-18)",
    ),
    (
        LimitsContradict(Cents(0), None, dollars(1)),
        "limits minimum 0.00, maximum none, step 1.00: expected 0 < step, 0 < minimum,"
        " and a multiple of the step between minimum and maximum (R 3.4, L 3.4, M 2.2, A-18)",
    ),
    (
        NothingOffered(GameKey("rws-etg")),
        "game rws-etg: every bet is left out, expected at least one offered (A-12)",
    ),
]


@pytest.mark.parametrize(("refusal", "sentence"), SENTENCES)
def test_a_refusal_shows_the_value_and_what_was_expected(refusal: Refusal, sentence: str) -> None:
    assert refusal.sentence == sentence
