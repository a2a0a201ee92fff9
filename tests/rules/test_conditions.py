from itertools import product

import pytest

from punto.rules.conditions import QUESTIONS, Condition, Requirement
from punto.rules.outcomes import ALL_OUTCOMES, OUTCOMES_COUNT, Outcome
from punto.rules.pairs import Pair
from punto.values.sides import Winner
from support.rules.outcome_numbers import outcome_at


def answers(outcome: Outcome) -> dict[str, str | int | bool]:
    """Return what a person would answer, looking at the outcome."""
    points, pairs = outcome.points, outcome.pairs
    two_card_player, two_card_banker = points.player_cards == 2, points.banker_cards == 2
    return {
        "winner": {Winner.PLAYER: "player", Winner.BANKER: "banker", Winner.TIE: "tie"}[
            outcome.winner
        ],
        "player_total": points.player_total,
        "banker_total": points.banker_total,
        "margin": abs(points.player_total - points.banker_total),
        "player_cards": points.player_cards,
        "banker_cards": points.banker_cards,
        "player_natural": two_card_player and points.player_total in (8, 9),
        "banker_natural": two_card_banker and points.banker_total in (8, 9),
        "player_pair": pairs.player is not None,
        "banker_pair": pairs.banker is not None,
        "player_pair_rank": _rank(pairs.player),
        "banker_pair_rank": _rank(pairs.banker),
        "player_pair_suits": _suits(pairs.player),
        "banker_pair_suits": _suits(pairs.banker),
        "pairs": [pairs.player, pairs.banker].count(None) * -1 + 2,
        "twin": pairs.twin,
    }


def _rank(pair: Pair | None) -> str:
    return pair.rank.name.lower() if pair else "none"


def _suits(pair: Pair | None) -> str:
    return pair.suits.name.lower() if pair else "none"


@pytest.mark.parametrize("question", QUESTIONS)
def test_each_answer_holds_for_exactly_the_outcomes_that_give_it(question: str) -> None:
    given = [answers(outcome_at(index))[question] for index in range(OUTCOMES_COUNT)]
    assert set(given) == set(QUESTIONS[question].answers)
    for answer in QUESTIONS[question].answers:
        expected = sum(1 << index for index, seen in enumerate(given) if seen == answer)
        assert Requirement(question, (answer,)).outcomes() == expected


def test_several_accepted_answers_are_one_or_the_other() -> None:
    six, seven = (Requirement("banker_total", (total,)).outcomes() for total in (6, 7))
    assert Requirement("banker_total", (6, 7)).outcomes() == six | seven


def test_several_requirements_must_all_hold() -> None:
    required = (
        Requirement("winner", ("banker",)),
        Requirement("banker_total", (6,)),
        Requirement("twin", (True,)),
    )
    held = Condition(required).outcomes()
    for index in range(OUTCOMES_COUNT):
        seen = answers(outcome_at(index))
        all_hold = seen["winner"] == "banker" and seen["banker_total"] == 6 and seen["twin"] is True
        assert bool(held >> index & 1) == all_hold


def test_a_condition_without_requirements_holds_always() -> None:
    assert Condition(()).outcomes() == ALL_OUTCOMES


def test_every_question_can_be_asked_of_either_hand_alike() -> None:
    sides = ("player", "banker")
    for name, side in product(QUESTIONS, sides):
        if name.startswith(side):
            mirrored = name.replace(side, sides[1 - sides.index(side)])
            assert QUESTIONS[mirrored].answers == QUESTIONS[name].answers
