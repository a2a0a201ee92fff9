"""Limits the screens of each person or device, and of each address of strangers."""

from collections import Counter

from punto.web.sessions.effects import Speaker

MOST_DISPLAYS = 2_000
"""Without a credential, of one node, by everybody together."""

Holder = Speaker | str
"""Who has screens: a speaker with a credential, or else the address of a client."""


NO_PLACE = "too many screens of this kind are open for this person, device or address: close one"
_ALWAYS = "terminal"
"""Needs no place, because the newest line of a terminal ends its others."""


class ScreenPlaces:
    """Counts screens by their kind and owner.

    The newest is refused. An oldest one that was closed would reconnect and displace another.
    """

    def __init__(self, of_one_address: int, of_one_person: int) -> None:
        self._of_one_address, self._of_one_person = of_one_address, of_one_person
        self._taken: Counter[tuple[Holder, str]] = Counter()
        self._strangers_count = 0

    def take(self, holder: Holder, screen: str) -> bool:
        """Take a place; false if none is left."""
        if screen == _ALWAYS:
            return True
        is_stranger = isinstance(holder, str)
        most = self._of_one_address if is_stranger else self._of_one_person
        if self._taken[holder, screen] >= most or (
            is_stranger and self._strangers_count >= MOST_DISPLAYS
        ):
            return False
        self._taken[holder, screen] += 1
        self._strangers_count += is_stranger
        return True

    def free(self, holder: Holder, screen: str) -> None:
        """Give a place back."""
        if screen == _ALWAYS:
            return
        self._strangers_count -= isinstance(holder, str)
        self._taken[holder, screen] -= 1
        if not self._taken[holder, screen]:
            del self._taken[holder, screen]
