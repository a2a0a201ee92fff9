"""Entropy: of the operating system for play, of a seed for rehearsals."""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

_WORD_BYTES = 8
_WORDS_COUNT = 1 << 8 * _WORD_BYTES


class Entropy(Protocol):
    """A source of uniformly distributed whole numbers."""

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, uniform and independent of earlier ones."""
        ...


@dataclass(frozen=True, slots=True)
class SystemEntropy:
    """The operating system's entropy, the only one for real play."""

    def below(self, n: int) -> int:
        """Return an unpredictable number from 0 to n - 1."""
        # randbelow uses rejection, so that no remainder favours the small numbers.
        return secrets.randbelow(n)


@dataclass(slots=True)
class SeededEntropy:
    """Numbers that a seed repeats, for rehearsals and pictures: never for real play.

    They come from SHA-256 over seed and counter rather than from ``random``, whose sequences a new
    version of Python may change: a seed means the same shoe forever.
    """

    seed: int
    words_drawn: int = 0

    def below(self, n: int) -> int:
        """Return the seed's next number from 0 to n - 1, uniform by rejection."""
        if n < 1:
            raise ValueError(f"no number is below {n} and not negative")
        fair_count = _WORDS_COUNT - _WORDS_COUNT % n
        while (word := self._next_word()) >= fair_count:
            pass
        return word % n

    def _next_word(self) -> int:
        digest = sha256(f"punto rehearsal {self.seed} {self.words_drawn}".encode()).digest()
        self.words_drawn += 1
        return int.from_bytes(digest[:_WORD_BYTES], "big")


def random_bytes(entropy: Entropy, count: int) -> bytes:
    """Return uniformly distributed random bytes."""
    return bytes(entropy.below(256) for _ in range(count))
