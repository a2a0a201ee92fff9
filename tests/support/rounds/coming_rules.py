"""Rules of a later date: Tiger Baccarat that pays Banker less, and limits of its own."""

from datetime import UTC, datetime
from importlib.resources import files

from punto.rounds.configuration import Configuration
from punto.rules.game_files import load_game
from punto.rules.games import Game
from punto.rules.limits import Limits
from punto.rules.terms import Terms, terms_of
from punto.values import replace
from punto.values.ids import Instant
from punto.values.money import dollars
from support.rounds.evening import configuration

TAKES_EFFECT = Instant(1_800_000_000_000)
"""In January 2027."""


def later_game(at: Instant = TAKES_EFFECT) -> Game:
    text = (files("punto.rules") / "games" / "mbs-tiger.toml").read_text("utf-8")
    effective = datetime.fromtimestamp(at / 1_000, UTC).isoformat()
    for old, new in {
        "version = 4": "version = 5",
        "2025-03-20T09:00:00+08:00": effective,
        '"0.95:1", commission = "0.05:1"': '"0.9:1", commission = "0.1:1"',
    }.items():
        assert old in text
        text = text.replace(old, new)
    game = load_game(text)
    assert isinstance(game, Game), game
    return game


def later_rules(before: Configuration | None = None, at: Instant = TAKES_EFFECT) -> Configuration:
    """The same table by the next version of its document."""
    before = before or configuration()
    terms = terms_of(later_game(at), before.terms.decks, (), Limits(dollars(10)))
    assert isinstance(terms, Terms)
    return replace(before, terms=terms)
