"""A process of the lab: started on first use, killed with the server."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from punto.web.http.lab_port import LabFailed, LabRefused

Json = dict[str, Any]

COMMAND = (sys.executable, "-P", "-m", "punto.lab_worker.process")
_LONGEST_LINE = 4 * 1024 * 1024


class LabProcess:
    """Answers one question at a time; restarted after a crash."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self._command = command
        self._process: Process | None = None
        self._killed: Process | None = None
        """The process killed last; it may take a moment to end."""
        self._turn = asyncio.Lock()

    async def ask(self, question: Json, progress: Callable[[Json], None], seconds: float) -> Json:
        """Return the answer, passing progress reports to ``progress``; raises if there is none."""
        async with self._turn:
            try:
                async with asyncio.timeout(seconds):
                    told = await self._told(question, progress)
            except TimeoutError:
                self.kill()
                raise LabFailed(f"the lab gave no answer within {seconds:g} seconds") from None
            except BaseException:
                # A partial answer would be taken for the next one.
                self.kill()
                raise
        if "refused" in told:
            raise LabRefused(told["refused"])
        answer: Json = told["told"]
        return answer

    async def _told(self, question: Json, progress: Callable[[Json], None]) -> Json:
        process = await self._started()
        if process.stdin is None or process.stdout is None:
            raise LabFailed("the lab has no pipes")
        try:
            process.stdin.write(f"{json.dumps(question)}\n".encode())
            await process.stdin.drain()
            while True:
                line = await process.stdout.readline()
                if not line:
                    raise LabFailed("the lab has crashed; its log says why")
                told: Json = json.loads(line)
                if "progress" not in told:
                    return told
                progress(told["progress"])
        except ConnectionError:
            raise LabFailed("the lab has crashed; its log says why") from None

    async def _started(self) -> Process:
        if self._process is not None and self._process is self._killed:
            await self._process.wait()
        if self._process is None or self._process.returncode is not None:
            # In a separate process group: Ctrl-C goes to the server, which then ends the lab.
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                limit=_LONGEST_LINE,
                start_new_session=True,
            )
        return self._process

    def kill(self) -> None:
        """Kill the process, and all that it has started."""
        process, self._killed = self._process, self._process
        if process is None or process.returncode is not None:
            return
        # It may have ended by itself before the event loop noticed.
        with suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()

    async def close(self) -> None:
        """Kill the process, and wait for its end."""
        self.kill()
        if self._process is not None:
            await self._process.wait()
