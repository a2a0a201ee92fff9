from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import NewType

from punto.rules.pay_tables import PayTable
from punto.rules.table_of_play import TABLE_OF_PLAY, TableOfPlay
from punto.values import Side, Value

GameKey = NewType("GameKey", str)
BetKey = NewType("BetKey", str)


class Name(Value):
    """The name of a game or a bet on screens, in English and in Chinese."""

    en: str
    zh: str


class RulesIdentity(Value):
    """The edition of the rule document a game follows (A-64); None where not stated (A-71)."""

    document: str
    version: int | None
    effective: datetime | None


class DeckRange(Value):
    """The numbers of decks that the rules allow (R 2.2.1, L 2.2.1, M 2.1)."""

    least: int
    most: int

    def __contains__(self, decks: int) -> bool:
        return self.least <= decks <= self.most

    def __str__(self) -> str:
        return f"{self.least} to {self.most}"


class Bet(Value):
    """One betting option of a game."""

    key: BetKey
    name: Name
    clause: str
    pays: PayTable
    hand: Side | None = None
    """The hand that an Original Bet backs (R 1.11); None for every other bet."""
    optional: bool = False
    """Whether the rules leave it to the table to offer the bet (A-12, A-13)."""


@dataclass(frozen=True)
class Game:
    """A game as its rule document defines it."""

    key: GameKey
    operator: str
    name: Name
    rules: RulesIdentity
    decks: DeckRange
    bets: tuple[Bet, ...]
    table: TableOfPlay = TABLE_OF_PLAY

    def bet(self, key: str) -> Bet | None:
        """Return the bet with this key, if the game has it."""
        return self._bets_by_key.get(key)

    @cached_property
    def _bets_by_key(self) -> dict[str, Bet]:
        return {bet.key: bet for bet in self.bets}

    @cached_property
    def hands_backed(self) -> Mapping[BetKey, Side]:
        """The hand that each Original Bet backs (R 1.11)."""
        return {bet.key: bet.hand for bet in self.bets if bet.hand is not None}

    @cached_property
    def original_bets(self) -> tuple[frozenset[BetKey], frozenset[BetKey]]:
        """The Original Bets on Player and those on Banker (R 1.11)."""
        hands = self.hands_backed.items()
        on_player, on_banker = (frozenset(k for k, hand in hands if hand is s) for s in Side)
        return on_player, on_banker

    def bets_without(self, not_offered: Iterable[str]) -> tuple[Bet, ...]:
        """Return the bets that a table offers if it leaves some out."""
        left_out = frozenset(not_offered)
        return tuple(bet for bet in self.bets if bet.key not in left_out)


_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


class GameWrittenTwice(ValueError):
    """Two game files claim the same game of the same rules."""


class Catalogue(Value):
    """The installed games, each in one or more versions of its rules."""

    games: tuple[Game, ...]

    def versions(self, key: str) -> tuple[Game, ...]:
        """Every version of a game, the newest last."""
        found = (game for game in self.games if game.key == key)
        return tuple(sorted(found, key=_effective_from))

    def newest(self, key: str) -> Game | None:
        """Return the newest version of a game."""
        return next(reversed(self.versions(key)), None)

    def in_force(self, key: str, instant: datetime) -> Game | None:
        """Return the version of a game in force at an instant, if there was one."""
        begun = (game for game in self.versions(key) if _effective_from(game) <= instant)
        return next(reversed(tuple(begun)), None)

    def coming(self, key: str, instant: datetime) -> Game | None:
        """Return the next version of a game that takes effect after an instant."""
        later = (game for game in self.versions(key) if _effective_from(game) > instant)
        return next(later, None)


def catalogue_of(games: Iterable[Game]) -> Catalogue:
    """Return a catalogue; raises an error if a version of a game is in it twice."""
    every = tuple(games)
    seen = set()
    for game in every:
        identity = (game.key, game.rules.version, game.rules.effective)
        if identity in seen:
            raise GameWrittenTwice(
                f"{game.key}, version {game.rules.version}: found twice, expected once"
            )
        seen.add(identity)
    return Catalogue(every)


def _effective_from(game: Game) -> datetime:
    # rules without a date count as having always been in force.
    return game.rules.effective or _BEFORE_ALL
