"""The rules: reading them, settling, and the first decision; pure computation without waiting."""

import time
from collections.abc import Callable
from random import Random

from bench_record import show
from punto.bootstrap.rule_book import GAME_KEYS, shipped_catalogue
from punto.rules.coups import deal
from punto.rules.first_decision import first_decision
from punto.rules.games import Game
from punto.rules.settlement import settle
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.values.cards import DECK, Card
from punto.values.money import dollars

DEALS_COUNT = 2_000


def deals() -> list[tuple[Card, ...]]:
    """Return the same deals for every game."""
    chance = Random(7)  # noqa: S311 (for measuring, not for play)
    found = []
    for _ in range(DEALS_COUNT):
        six = tuple(chance.choices(DECK, k=6))
        found.append(six[: len(six) - len(deal(TABLE_OF_PLAY, six).excess)])
    return found


def seconds(work: Callable[[], object]) -> float:
    """Return the best time of five, because other programs share the machine."""
    times = []
    for _ in range(5):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def measure(game: Game) -> tuple[str, ...]:
    """Measure one game; return its row of the table."""
    every = deals()
    stakes = {bet.key: dollars(100) for bet in game.bets}
    settled = seconds(lambda: [settle(game, cards, stakes) for cards in every]) / DEALS_COUNT
    prefixes = [cards[:count] for cards in every[:200] for count in range(len(cards) + 1)]
    first = _slowest(game, prefixes)
    later = min(_slowest(game, prefixes) for _ in range(5))
    times = (f"{settled * 1e6:.0f} µs", f"{first * 1e3:.2f} ms", f"{later * 1e3:.2f} ms")
    return (game.key, str(len(game.bets)), *times)


def _slowest(game: Game, prefixes: list[tuple[Card, ...]]) -> float:
    slowest = 0.0
    for cards in prefixes:
        start = time.process_time()
        first_decision(game.table, cards, game.bets)
        slowest = max(slowest, time.process_time() - start)
    return slowest


def measure_rules() -> None:
    """Measure every game, and the loading of all of them."""
    read = seconds(shipped_catalogue) * 1e3
    catalogue = shipped_catalogue()
    games = (catalogue.newest(key) for key in GAME_KEYS)
    rows = [measure(game) for game in games if game is not None]
    heads = ("game", "bets", "settling a deal", "first decision, at first", "and later")
    show(f"The rules of all nine games, read and checked in {read:.0f} ms", heads, rows)
