"""Ends open lines whose credential or role has ended.

A credential ends when a person signs out, when it expires, or when another device replaces it.
"""

from collections.abc import Callable

from punto.web.duties import Duty
from punto.web.lines.registers import LineRegister
from punto.web.security.browser_credentials import Counting
from punto.web.sessions.effects import Device, Speaker

LOOK_EVERY_S = 20.0
"""How long a line may outlive its credential if no event ends it."""
_SENTENCE = "this session has ended, or another device has replaced it: sign in again"


TooLow = Callable[[Speaker, str], str | None]
"""Returns why a kind of screen shows more than the speaker may see now, if it does."""


class CredentialWatch:
    """Watches the credentials of a node's lines."""

    def __init__(self, register: LineRegister, counting: Counting, too_low: TooLow) -> None:
        self._register, self._counting, self._too_low = register, counting, too_low
        # Admitted people stay; no others are admitted while the vault does not answer.
        self.looking = Duty("credentials cannot be looked at", self.look, LOOK_EVERY_S)

    async def look(self, of: Speaker | None = None) -> None:
        """End every line that has lost its rights, or check only the lines of one speaker."""
        lines, counts = self._register.lines(of), dict[str, bool]()
        # Read after the lines, so that no line is newer; and all at once, as there may be
        # thousands.
        kept = await self._counting.devices.kept() if of is None else None
        if of is None:
            # If the other node ends, people who signed in there are known here.
            await self._counting.sessions.kept()
        for line in lines:
            shown, used = line.shown, line.was_used()
            if kept is not None and isinstance(shown.speaker, Device):
                counts[shown.name] = shown.name in kept
            elif used or shown.name not in counts:
                counts[shown.name] = await self._counting.counts(shown, used=used)
            too_low = self._too_low(shown.speaker, line.screen)
            if not counts[shown.name]:
                line.hang_up("signed_out", _SENTENCE)
            elif too_low is not None:
                line.hang_up("not_allowed", too_low)
