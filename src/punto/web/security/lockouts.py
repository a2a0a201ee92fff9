"""Limits wrong secrets by their origin. Pure: the caller provides the time and stores the counts.

Four origins are kept apart, so that a guesser at one does not affect the others:

* the person's own session: three wrong in a row lock the person out;
* a browser in which the person signed in before: after three, growing delays for that browser;
* any other browser: growing delays for its address, and a bound over all addresses together;
* the screen of a colleague: growing delays for that colleague, and a bound for each PIN.
"""

from typing import TypeVar

import msgspec

from punto.values import Instant, PersonId, Value

C = TypeVar("C")

MOST_IN_A_ROW = 3
_MINUTE_MS = 60 * 1_000
HOUR_MS = 60 * _MINUTE_MS
DAY_MS = 24 * HOUR_MS
OWN_A_DAY = 10
"""Wrong secrets in a person's own sessions per day; right ones in between do not help."""
STRANGE_AN_HOUR, STRANGE_A_DAY = 20, 60
"""Wrong passwords for one person from unknown browsers, over all addresses."""
OTHERS_A_DAY = 10
"""Wrong PINs of one person at the screens of colleagues, over all colleagues."""


class OwnSession(Value):
    """A session of the person whose secret is entered."""


class KnownBrowser(Value):
    """A browser in which that person has signed in before."""

    name: str


class Stranger(Value):
    """Any other browser."""

    address: str


class ScreenOf(Value):
    """The session of a colleague, at whose screen a second person confirms a step."""

    person: PersonId


GuessOrigin = OwnSession | KnownBrowser | Stranger | ScreenOf


class GuessRun(msgspec.Struct, frozen=True):
    """Wrong secrets in a row from one origin."""

    wrong: int = 0
    last_at: int = 0

    @property
    def until(self) -> int:
        """No secret is accepted before this time."""
        if self.wrong < MOST_IN_A_ROW:
            return 0
        return self.last_at + min(_MINUTE_MS << min(self.wrong - MOST_IN_A_ROW, 6), HOUR_MS)

    def after(self, now: Instant) -> "GuessRun":
        """Count one more; the count starts again after a day."""
        return GuessRun(self.wrong + 1 if now < self.last_at + DAY_MS else 1, now)


class Guesses(msgspec.Struct, frozen=True):
    """The wrong secrets for one person."""

    own: dict[str, int] = {}
    """In a row in own sessions, by the kind of secret."""
    own_at: tuple[int, ...] = ()
    browsers: dict[str, GuessRun] = {}
    addresses: dict[str, GuessRun] = {}
    strange_at: tuple[int, ...] = ()
    others_at: tuple[int, ...] = ()

    def heard_from(self, origin: GuessOrigin, now: Instant) -> int:
        """Return the time from which secrets of an origin are accepted; a past time means now."""
        match origin:
            case OwnSession():
                return 0
            case KnownBrowser():
                return self.browsers.get(origin.name, GuessRun()).until
            case ScreenOf():
                return _free_at(self.others_at, OTHERS_A_DAY, DAY_MS)
            case Stranger():
                return max(
                    self.addresses.get(origin.address, GuessRun()).until,
                    _free_at(_since(self.strange_at, now - HOUR_MS), STRANGE_AN_HOUR, HOUR_MS),
                    _free_at(self.strange_at, STRANGE_A_DAY, DAY_MS),
                )

    def after_wrong(self, origin: GuessOrigin, secret: str, now: Instant) -> "Guesses":
        """Count one more; attempts older than a day are forgotten."""
        replaced = msgspec.structs.replace
        match origin:
            case OwnSession():
                own = {**self.own, secret: self.own.get(secret, 0) + 1}
                return replaced(self, own=own, own_at=_with(self.own_at, now))
            case KnownBrowser():
                return replaced(self, browsers=_counted(self.browsers, origin.name, now))
            case ScreenOf():
                return replaced(self, others_at=_with(self.others_at, now))
            case Stranger():
                return replaced(
                    self,
                    addresses=_counted(self.addresses, origin.address, now),
                    strange_at=_with(self.strange_at, now),
                )

    def after_right(self, origin: GuessOrigin, secret: str) -> "Guesses":
        """Reset the count of this origin after a right secret, and of no others."""
        replaced = msgspec.structs.replace
        match origin:
            case OwnSession():
                return replaced(self, own=_without(self.own, secret))
            case KnownBrowser():
                return replaced(self, browsers=_without(self.browsers, origin.name))
            case Stranger():
                return replaced(self, addresses=_without(self.addresses, origin.address))
            case ScreenOf():
                return self

    def are_over(self, now: Instant) -> bool:
        """Return whether a day has passed without guesses, after which no origin has to wait."""
        runs = (*self.browsers.values(), *self.addresses.values())
        last = (*self.own_at[-1:], *self.strange_at[-1:], *self.others_at[-1:])
        return max((*last, *(run.last_at for run in runs)), default=0) <= now - DAY_MS

    @property
    def locks(self) -> bool:
        """Whether the person's own sessions have entered too many wrong secrets."""
        return sum(self.own.values()) >= MOST_IN_A_ROW or len(self.own_at) >= OWN_A_DAY

    @property
    def tries_left(self) -> int:
        """How many more wrong secrets in the person's own sessions lock the person out."""
        in_a_row = MOST_IN_A_ROW - sum(self.own.values())
        return max(0, min(in_a_row, OWN_A_DAY - len(self.own_at)))

    def is_siege(self, origin: Stranger, now: Instant) -> bool:
        """Return whether the last wrong secret is the first of the hour to make an address wait."""
        waiting = [run for run in self.addresses.values() if run.wrong >= MOST_IN_A_ROW]
        recent = [run for run in waiting if run.last_at > now - HOUR_MS]
        run = self.addresses.get(origin.address, GuessRun())
        return len(recent) == 1 and run.wrong == MOST_IN_A_ROW

    def unlocked(self) -> "Guesses":
        """Return the counts after an unlock; the day's totals stay."""
        return Guesses(own_at=self.own_at, strange_at=self.strange_at, others_at=self.others_at)


def _since(times: tuple[int, ...], since: int) -> tuple[int, ...]:
    return tuple(at for at in times if at > since)


def _with(times: tuple[int, ...], now: Instant) -> tuple[int, ...]:
    return (*_since(times, now - DAY_MS), now)


def _free_at(times: tuple[int, ...], most: int, window_ms: int) -> int:
    """Return the time at which fewer than ``most`` are left in the window."""
    return 0 if len(times) < most else times[-most] + window_ms


def _counted(runs: dict[str, GuessRun], name: str, now: Instant) -> dict[str, GuessRun]:
    kept = {each: run for each, run in runs.items() if run.last_at > now - DAY_MS}
    return {**kept, name: kept.get(name, GuessRun()).after(now)}


def _without(counts: dict[str, C], name: str) -> dict[str, C]:
    return {each: count for each, count in counts.items() if each != name}
