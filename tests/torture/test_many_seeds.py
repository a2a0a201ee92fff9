"""Twenty-five floors, each with its own conditions; ``make soak`` runs ten thousand others."""

import pytest

from punto.torture.runs import torture

ROUNDS = 2
SEEDS_AT_ONCE = 5


@pytest.mark.parametrize("first", range(1, 26, SEEDS_AT_ONCE))
def test_every_promise_holds(first: int) -> None:
    for seed in range(first, first + SEEDS_AT_ONCE):
        failure = torture(seed, ROUNDS).failure
        assert failure is None, f"punto torture --seed {seed} --rounds {ROUNDS}: {failure}"


@pytest.mark.parametrize(("seed", "rounds"), [(51156, 4)])
def test_a_seed_that_once_failed_holds(seed: int, rounds: int) -> None:
    """In 51156 a node reports an interruption while another irregularity is open, so it waits."""
    failure = torture(seed, rounds).failure
    assert failure is None, f"punto torture --seed {seed} --rounds {rounds}: {failure}"
