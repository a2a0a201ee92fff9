import pytest
from argon2 import Parameters, Type
from hypothesis import settings

from punto.bootstrap.rule_book import GAME_KEYS, shipped_catalogue, shipped_documents
from punto.rules.games import Game
from punto.rules.irregularity_policies import Policy
from punto.web.security import passwords_and_pins

# The same examples on every run: a red suite must mean a changed project.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")


CHEAP = Parameters(Type.ID, 19, salt_len=16, hash_len=32, time_cost=1, memory_cost=8, parallelism=1)


def pytest_configure() -> None:
    """Use a cheap hash: the real one takes 0.2 s by design, and most test servers need several."""
    passwords_and_pins.RFC_9106_LOW_MEMORY = CHEAP  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def games() -> dict[str, Game]:
    """Return the shipped games by key.

    A test of a clause takes them only from here, because the test of the tests passes changed
    games to see whether it notices.
    """
    return {game.key: game for game in shipped_catalogue().games}


@pytest.fixture(scope="session")
def policies() -> dict[str, tuple[Policy, ...]]:
    """Return each shipped document's policies; handed to tests as the games are."""
    return {document.key: document.policies for document in shipped_documents()}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "any_game_key" in metafunc.fixturenames:
        metafunc.parametrize("any_game_key", GAME_KEYS)
