from importlib.resources import files

import pytest

from punto.bootstrap.rule_book import (
    GAME_KEYS,
    RuleBookBroken,
    _sound,
    shipped_catalogue,
    shipped_documents,
    shipped_game,
)
from punto.rules.games import Game

DATA = files("punto.rules")


def stems(folder: str) -> set[str]:
    return {file.name.removesuffix(".toml") for file in (DATA / folder).iterdir()}


def test_the_index_names_every_game_file_and_every_document() -> None:
    assert {stem.partition("@")[0] for stem in stems("games")} == set(GAME_KEYS)
    assert len(stems("documents")) == len(shipped_documents())


def test_a_game_stands_in_the_file_of_its_name() -> None:
    assert [game.key for game in shipped_catalogue().games] == list(GAME_KEYS)
    for key in GAME_KEYS:
        game = shipped_game(key)
        assert game is not None
        assert game.key == key


def test_what_does_not_ship_is_not_found() -> None:
    assert shipped_game("dragon-seven") is None


def test_nothing_runs_on_a_broken_rule_book() -> None:
    with pytest.raises(RuleBookBroken, match="line 3: key is missing"):
        _sound("line 3: key is missing", Game)
