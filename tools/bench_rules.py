"""The rules: reading them, settling, and the first decision."""

import time
from collections.abc import Callable
from random import Random

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
    """The same deals for everybody."""
    chance = Random(7)  # noqa: S311 (for measuring, not for play)
    found = []
    for _ in range(DEALS_COUNT):
        six = tuple(chance.choices(DECK, k=6))
        found.append(six[: len(six) - len(deal(TABLE_OF_PLAY, six).excess)])
    return found


def seconds(work: Callable[[], object]) -> float:
    """The best of five, because the machine has other things to do."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def measure(game: Game) -> None:
    """One line for a game."""
    every = deals()
    stakes = {bet.key: dollars(100) for bet in game.bets}
    settled = seconds(lambda: [settle(game, cards, stakes) for cards in every]) / DEALS_COUNT
    prefixes = [cards[:count] for cards in every[:200] for count in range(len(cards) + 1)]
    cold = _slowest(game, prefixes)
    warm = min(_slowest(game, prefixes) for _ in range(5))
    print(
        f"{game.key:26} {len(game.bets):3} bets   settle {settled * 1e6:6.1f} µs   "
        f"decided, slowest prefix: cold {cold * 1e3:6.2f} ms, warm {warm * 1e3:5.2f} ms"
    )


def _slowest(game: Game, prefixes: list[tuple[Card, ...]]) -> float:
    slowest = 0.0
    for cards in prefixes:
        start = time.perf_counter()
        first_decision(game.table, cards, game.bets)
        slowest = max(slowest, time.perf_counter() - start)
    return slowest


def measure_rules() -> None:
    """Measure every game, and the loading of all of them."""
    print(f"reading all nine games  {seconds(shipped_catalogue) * 1e3:.0f} ms")
    catalogue = shipped_catalogue()
    for key in GAME_KEYS:
        game = catalogue.newest(key)
        if game is not None:
            measure(game)
