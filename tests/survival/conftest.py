import os
from collections.abc import Iterator
from random import Random

import pytest

from support.storage.servers import PostgresServer
from support.survival.deaths import KILLS_EACH

pytest.register_assert_rewrite("support.survival.saga", "support.survival.holding")

KILLS = int(os.environ.get("PUNTO_KILLS", str(KILLS_EACH)))
"""How often a process is killed at each store; make soak sets a larger number."""
SEED = int(os.environ.get("PUNTO_SEED", "1"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a record for each KILLS_EACH kills, with its own seed, which names the test."""
    if "seed" in metafunc.fixturenames:
        seeds = range(SEED, SEED + max(1, KILLS // KILLS_EACH))
        metafunc.parametrize("seed", seeds, ids=lambda seed: f"seed {seed}")


@pytest.fixture
def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 (the same story for the same seed)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    server = PostgresServer.create()
    yield server
    server.remove()
