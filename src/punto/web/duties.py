"""A duty of a server: a check in the background that is repeated even after a fault."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from punto.runtime import CannotRecord, seen

_log = structlog.get_logger("punto.server")


class Duty:
    """Checks something periodically; logs a fault, and goes on."""

    def __init__(self, trouble: str, look: Callable[[], Awaitable[object]], every_s: float) -> None:
        """Take the words with which the log reports a failed check."""
        self._trouble, self._look, self._every_s = trouble, look, every_s
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start checking."""
        self._task = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Check until cancelled."""
        told = ""
        while True:
            try:
                await self._look()
                told = ""
            except Exception as fault:  # noqa: BLE001 (whatever it is, it may be over next time)
                why = seen(fault)
                if why != told:
                    is_unknown = not isinstance(fault, CannotRecord)
                    _log.warning(self._trouble, why=why, exc_info=is_unknown)
                told = why
            await asyncio.sleep(self._every_s)

    async def close(self) -> None:
        """Stop checking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
