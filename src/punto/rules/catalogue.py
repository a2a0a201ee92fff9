from collections.abc import Iterable
from datetime import UTC, datetime

from punto.rules.games import Game
from punto.values import Value

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
