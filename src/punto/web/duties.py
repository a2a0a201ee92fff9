"""A duty of a server: a look at something in the background, again and again, whatever happens."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from punto.runtime import CannotRecord, seen

_log = structlog.get_logger("punto.server")


class Duty:
    """Looks at something periodically; a fault is logged, and the next look comes all the same."""

    def __init__(self, trouble: str, look: Callable[[], Awaitable[object]], every_s: float) -> None:
        """Name the trouble that a failed look means, for the log."""
        self._trouble, self._look, self._every_s = trouble, look, every_s
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start looking."""
        self._task = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Look until cancelled."""
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
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
