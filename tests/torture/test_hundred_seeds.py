"""A hundred floors, each with its own weather; a failing seed is told by ``punto torture``."""

import pytest

from punto.torture.runs import torture

ROUNDS = 2
SEEDS_AT_ONCE = 5

pytestmark = pytest.mark.no_cover


@pytest.mark.parametrize("first", range(1, 101, SEEDS_AT_ONCE))
def test_every_promise_holds(first: int) -> None:
    for seed in range(first, first + SEEDS_AT_ONCE):
        failure = torture(seed, ROUNDS).failure
        assert failure is None, f"punto torture --seed {seed} --rounds {ROUNDS}: {failure}"
