"""The rule book that ships with Punto, read from its data files."""

import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

from punto import rules

T = TypeVar("T")

_DATA = files("punto.rules")

_INDEX = tomllib.loads((_DATA / "index.toml").read_text("utf-8"))

GAME_KEYS: tuple[str, ...] = tuple(_INDEX["games"])
"""The shipped games, in the order of their documents."""


class RuleBookBroken(Exception):
    """A data file of Punto itself is invalid, so nothing may run."""


def shipped_catalogue() -> rules.Catalogue:
    """Return all shipped games."""
    return rules.catalogue_of(game for key in GAME_KEYS for game in _versions(key))


def shipped_game(key: str) -> rules.Game | None:
    """Return a shipped game by its newest rules."""
    return rules.catalogue_of(_versions(key)).newest(key) if key in GAME_KEYS else None


class GameNotFound(ValueError):
    """No game has this key, or its file has errors; one sentence for each."""

    def __init__(self, *sentences: str) -> None:
        super().__init__("; ".join(sentences))
        self.sentences = sentences


def find_game(name: str) -> rules.Game:
    """Return the game with this key, or in the file at this path."""
    shipped = shipped_game(name)
    if shipped is not None:
        return shipped
    if "/" not in name and not name.endswith(".toml"):
        expected = f"expected a game file's path or one of {' '.join(GAME_KEYS)}"
        raise GameNotFound(f"game {name!r}: unknown, {expected}{_did_you_mean(name)}")
    try:
        game = rules.load_game(Path(name).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise GameNotFound(f"game file {name!r}: cannot be read, {error}") from error
    if not isinstance(game, rules.Game):
        raise GameNotFound(*(f"{name}, {fault}" for fault in game))
    return game


def _did_you_mean(word: str) -> str:
    """Return a question that names the game nearest to an unknown word."""
    word = word.casefold()
    near = [key for key in GAME_KEYS if word in key.split("-")]
    near = near or get_close_matches(word, GAME_KEYS, 1)
    return f"; did you mean {near[0]}?" if near else ""


@cache
def shipped_documents() -> tuple[rules.Document, ...]:
    """Return the rule documents, with every paragraph."""
    texts = (_DATA / "documents" / f"{name}.toml" for name in _INDEX["documents"])
    return tuple(
        _sound(rules.load_document(text.read_text("utf-8")), rules.Document) for text in texts
    )


@cache
def shipped_readings() -> tuple[rules.Reading, ...]:
    """Return the register of readings."""
    loaded = rules.load_readings((_DATA / "readings.toml").read_text("utf-8"))
    return tuple(_sound(reading, rules.Reading) for reading in loaded)


def shipped_evidence() -> rules.Evidence | None:
    """Return the tests that show the paragraphs and readings; None if there are no tests."""
    listed = _DATA / "evidence.json"
    return rules.load_evidence(listed.read_text("utf-8")) if listed.is_file() else None


@cache
def shipped_house_edges() -> rules.HouseEdges:
    """Return the house edges of the shipped games."""
    return rules.load_house_edges((_DATA / "house_edges.json").read_text("utf-8"), shipped_games())


@cache
def shipped_house_odds() -> rules.HouseOdds:
    """Return the odds of rounds of the shipped games."""
    text = (_DATA / "house_products.json").read_text("utf-8")
    return rules.load_house_odds(text, shipped_house_edges(), shipped_games())


@cache
def shipped_games() -> dict[str, rules.Game]:
    """Return the shipped games by their newest rules."""
    return {key: game for key in GAME_KEYS if (game := shipped_game(key)) is not None}


def _versions(key: str) -> tuple[rules.Game, ...]:
    """Return every version of a game: ``key.toml``, and ``key@VERSION.toml`` if there are more."""
    names = (file for file in (_DATA / "games").iterdir() if _game_key(file) == key)
    return tuple(_sound(rules.load_game(file.read_text("utf-8")), rules.Game) for file in names)


def _game_key(file: Traversable) -> str:
    return file.name.removesuffix(".toml").partition("@")[0]


def _sound(loaded: object, kind: type[T]) -> T:
    if not isinstance(loaded, kind):
        raise RuleBookBroken(str(loaded))
    return loaded
