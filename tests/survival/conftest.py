import os
from collections.abc import Iterator
from random import Random

import pytest

from support.storage.servers import PostgresServer
from support.survival.deaths import KILLS_EACH

pytest.register_assert_rewrite("support.survival.saga", "support.survival.holding")

KILLS = int(os.environ.get("PUNTO_KILLS", str(KILLS_EACH)))
"""How often a process is killed at each store; make soak says how often there."""
SEED = int(os.environ.get("PUNTO_SEED", "1"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One record for every so many kills, each with a seed of its own that names the test."""
    if "seed" in metafunc.fixturenames:
        seeds = range(SEED, SEED + max(1, KILLS // KILLS_EACH))
        metafunc.parametrize("seed", seeds, ids=lambda seed: f"seed {seed}")


@pytest.fixture
def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 (the same story again, for whoever has the seed)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    server = PostgresServer.create()
    yield server
    server.remove()
