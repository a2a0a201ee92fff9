import pytest
from hypothesis import settings

from punto.bootstrap.rule_book import GAME_KEYS, shipped_catalogue, shipped_documents
from punto.rules.games import Game
from punto.rules.irregularities import Policy

# The same examples on every run: a red suite must mean a changed project.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")


@pytest.fixture(scope="session")
def games() -> dict[str, Game]:
    """The shipped games by key. A test of a clause takes them from here and from nowhere else,
    because the test of the tests hands it changed ones to see whether it notices.
    """
    return {game.key: game for game in shipped_catalogue().games}


@pytest.fixture(scope="session")
def policies() -> dict[str, tuple[Policy, ...]]:
    """What each shipped document says of irregularities; handed to tests like the games."""
    return {document.key: document.policies for document in shipped_documents()}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "any_game_key" in metafunc.fixturenames:
        metafunc.parametrize("any_game_key", GAME_KEYS)
