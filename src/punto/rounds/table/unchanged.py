"""How things stand where a command would change nothing."""

from collections.abc import Mapping
from enum import Enum


class Already(Enum):
    """The state that was asked for, and is there."""

    DEALS = "deals"
    CONNECTED = "connected"
    LOST = "lost"
    DISABLED = "disabled"
    ENABLED = "enabled"
    FROZEN = "frozen"

    def words(self, about: str) -> str:
        """Whom or what it is about, and how that stands, with the clause."""
        said, clauses = _WORDS[self]
        return f"{said.format(about)} already, nothing to change ({clauses})"


_WORDS: Mapping[Already, tuple[str, str]] = {
    Already.DEALS: ("{} deals", "R 1.12, M 6.2"),
    Already.CONNECTED: ("terminal {} is connected", "R 5.2, M 5.10"),
    Already.LOST: ("terminal {} is lost", "R 5.2, M 5.10"),
    Already.DISABLED: ("terminal {} is disabled", "R 1.15, M 1.1.15"),
    Already.ENABLED: ("terminal {} is enabled", "R 1.15, M 1.1.15"),
    Already.FROZEN: ("terminal {} is frozen", "A-24"),
}
