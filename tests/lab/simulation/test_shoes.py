"""Whole shoes: the kernel, compiled or not, compared with a readable implementation."""

import ast
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from punto.lab import Distribution
from punto.lab.compiler import kernel_sources
from punto.lab.draw_table import Counts
from punto.lab.simulation import shoe_kernel
from punto.lab.simulation.dealing_tables import TALLY_SIZE, outcomes_of
from punto.lab.simulation.shoe_kernel import play_shoes
from punto.lab.simulation.shoe_runs import PlanRefused, ShoesPlayed, SimulationPlan, deal_rounds
from punto.rules.outcomes import OUTCOMES_COUNT
from punto.values.cards import DECK
from punto.values.compositions import Composition, full_shoe
from support.lab.simulation import slow_shoes

SMALL = Composition(tuple(int(card.points in {0, 4, 6, 7}) for card in DECK))
"""28 cards; one of seven is a four, a six or a seven."""

PLANS = (
    SimulationPlan(SMALL, behind=6, seed=3),
    SimulationPlan(SMALL, behind=17, burns_cards=True, seed=4),
    SimulationPlan(SMALL, behind=12, one_more=True, seed=5),
    SimulationPlan(SMALL, behind=12, burns_cards=True, one_more=True, seed=6),
    SimulationPlan(full_shoe(1), behind=14, seed=7),
)


def slowly(plan: SimulationPlan, first: int, count: int) -> Counts:
    cards = slow_shoes.cards_in(plan.shoe)
    reach = plan.cut + 6 * (1 + plan.one_more)
    found: Counter[int] = Counter()
    for number in range(first, first + count):
        order = slow_shoes.shuffled(cards, reach, slow_shoes.words(plan.seed, number))
        found += slow_shoes.dealt(order, plan.cut, burns=plan.burns_cards, one_more=plan.one_more)
    return np.array([found[index] for index in range(OUTCOMES_COUNT)])


def flat(tally: Counts) -> list[int]:
    counts: list[int] = outcomes_of(tally).ravel().tolist()
    return counts


@pytest.mark.parametrize("plan", PLANS)
def test_shoes_are_dealt_as_a_reader_would_deal_them(plan: SimulationPlan) -> None:
    assert flat(plan.deal(10**9, 150)) == slowly(plan, 10**9, 150).tolist()


def test_whole_decks_are_dealt_as_a_reader_would_deal_them() -> None:
    plan = SimulationPlan(full_shoe(8), seed=2**64 - 1)
    assert flat(plan.deal(0, 21)) == slowly(plan, 0, 21).tolist()


@pytest.mark.parametrize("plan", PLANS)
def test_the_kernel_runs_uncompiled(plan: SimulationPlan) -> None:
    # Five shoes: four side by side, and one by itself.
    tally = np.zeros(TALLY_SIZE, np.uint32)
    limits = (plan.cut, int(plan.burns_cards), int(plan.one_more))
    with np.errstate(over="ignore"):
        play_shoes.py_func(np.uint64(plan.seed), (7, 5, 100), limits, plan.given, tally)
    assert tally.tolist() == plan.deal(7, 5).tolist()


@pytest.mark.parametrize("plan", PLANS)
def test_shoes_are_the_same_however_many_are_dealt_at_a_time(plan: SimulationPlan) -> None:
    together = plan.deal(0, 37)
    pieces = [(0, 1), (1, 3), (4, 4), (8, 9), (17, 20)]
    assert sum(plan.deal(*piece) for piece in pieces).tolist() == together.tolist()  # type: ignore[union-attr]
    assert (together != SimulationPlan(plan.shoe, behind=plan.behind, seed=99).deal(0, 37)).any()


@pytest.mark.parametrize("plan", PLANS)
def test_the_first_rounds_of_a_shoe_grow_into_the_whole_of_it(plan: SimulationPlan) -> None:
    whole = plan.deal(5, 1)
    rounds = int(whole.sum())
    assert 1 <= rounds <= plan.rounds_most
    before = np.zeros_like(whole)
    for count in range(1, rounds + 1):
        now = plan.deal(5, 1, count)
        assert int(now.sum()) == count
        assert (now >= before).all()
        before = now
    assert before.tolist() == whole.tolist() == plan.deal(5, 1, rounds + 1).tolist()


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        ({"behind": 5}, "5 cards behind the cut card: expected 6 to 51 in a shoe of 52"),
        ({"behind": 52}, "52 cards behind the cut card: expected 6 to 51 in a shoe of 52"),
        (
            {"behind": 11, "one_more": True},
            "11 cards behind the cut card: expected 12 to 51 in a shoe of 52",
        ),
        (
            {"behind": 42, "burns_cards": True},
            "42 cards behind the cut card: expected 6 to 41 in a shoe of 52",
        ),
    ],
)
def test_a_cut_card_that_leaves_no_room_is_refused(plan: dict[str, int], sentence: str) -> None:
    with pytest.raises(PlanRefused, match=f"^{sentence}$"):
        SimulationPlan(full_shoe(1), **plan)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_is_a_word(seed: int) -> None:
    with pytest.raises(PlanRefused, match=f"^seed {seed}: expected 0 to 18446744073709551615$"):
        SimulationPlan(full_shoe(1), seed=seed)


@pytest.mark.parametrize(
    "other",
    [
        SimulationPlan(full_shoe(7)),
        SimulationPlan(full_shoe(8), behind=15),
        SimulationPlan(full_shoe(8), seed=2),
        SimulationPlan(full_shoe(8), burns_cards=True),
        SimulationPlan(full_shoe(8), one_more=True),
    ],
)
def test_plans_that_deal_other_shoes_have_other_fingerprints(other: SimulationPlan) -> None:
    assert SimulationPlan(full_shoe(8)).fingerprint != other.fingerprint
    assert SimulationPlan(full_shoe(8)).fingerprint == SimulationPlan(full_shoe(8)).fingerprint


@pytest.mark.parametrize(
    "plan", [SimulationPlan(full_shoe(8), seed=7), SimulationPlan(full_shoe(4), burns_cards=True)]
)
def test_ten_million_rounds_agree_with_the_exact_distribution(plan: SimulationPlan) -> None:
    _, played = deal_rounds(plan, 10**7, 2, ShoesPlayed(), lambda _: True)
    assert played.rounds == int(played.outcomes.sum()) == 10**7
    exact = Distribution(plan.shoe)
    expected = exact.outcomes / exact.total * 1e7
    assert not played.outcomes[exact.outcomes == 0].any()
    often = expected >= 5
    found = np.append(played.outcomes[often], played.outcomes[~often].sum())
    wanted = np.append(expected[often], expected[~often].sum())
    freedom = len(wanted) - 1
    assert freedom > 2_000
    chi_square = float(((found - wanted) ** 2 / wanted).sum())
    # Practically normal with so many degrees of freedom; the seed is fixed.
    assert abs(chi_square - freedom) < 3 * (2 * freedom) ** 0.5


def test_old_machine_code_never_outlives_its_sources() -> None:
    here = Path(shoe_kernel.__file__).parent
    kernels = sorted(here.glob("*_kernel.py"))
    assert set(kernels) < set(kernel_sources())
    known = {"punto.lab.compiler", *(f"punto.lab.simulation.{path.stem}" for path in kernels)}
    for path in kernels:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("punto."):
                assert node.module in known
