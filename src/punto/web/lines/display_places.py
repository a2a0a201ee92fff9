"""The places of displays without a credential, which anybody may open."""

from collections import Counter

MOST_DISPLAYS = 2_000
"""Of one node, by everybody together."""


class DisplayPlaces:
    """Counts displays by the address of their client."""

    def __init__(self, of_one_address: int) -> None:
        self._of_one_address = of_one_address
        self._taken: Counter[str] = Counter()
        self._count = 0

    def take(self, address: str) -> bool:
        """Take a place; false if there is none, for this address or at all."""
        if self._taken[address] >= self._of_one_address or self._count >= MOST_DISPLAYS:
            return False
        self._taken[address] += 1
        self._count += 1
        return True

    def free(self, address: str) -> None:
        """Give a place back."""
        self._count -= 1
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]
