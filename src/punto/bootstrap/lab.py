"""The lab of a server: a process for odds, another for jobs, and the finished sheets."""

import asyncio
import json
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from punto.bootstrap.rule_book import shipped_games
from punto.rules import Game
from punto.web.http.ports import LabBusy, LabFailed, LabRefused
from punto.web.wire.lab import LabJob, LabOdds, LabShoe, LabWork, SheetMade, Simulated, Studied

_Json = dict[str, Any]

COMMAND = (sys.executable, "-P", "-m", "punto.lab_worker")
_LONGEST_LINE = 4 * 1024 * 1024


class LabProcess:
    """Answers one question at a time; restarted after a crash."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self._command = command
        self._process: Process | None = None
        self._killed: Process | None = None
        """The process killed last; it may take a moment to end."""
        self._turn = asyncio.Lock()

    async def ask(
        self, question: _Json, progress: Callable[[_Json], None], seconds: float
    ) -> _Json:
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
        answer: _Json = told["told"]
        return answer

    async def _told(self, question: _Json, progress: Callable[[_Json], None]) -> _Json:
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
                told: _Json = json.loads(line)
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


_log = structlog.get_logger("punto.lab")
_NEEDED = ("numpy", "numba")
_ODDS_S = 60
"""The first answer may have to wait for a compilation."""
_WORK_S = 600
_MOST_WAITING = 16
SHEET = re.compile(r"[a-z0-9-]+\.(html|pdf)")


@cache
def _missing() -> str:
    for name in _NEEDED:
        if find_spec(name) is None:
            return f"the lab needs {name}: install punto with its extra lab"
    return ""


class ServerLab:
    """The lab in its own processes, which start on first use."""

    def __init__(self, *, is_open: bool, command: tuple[str, ...] = COMMAND) -> None:
        self.is_open = is_open
        self._calculator, self._bench = LabProcess(command), LabProcess(command)
        self._waiting = 0
        self._job: LabJob | None = None
        self._work: asyncio.Task[None] | None = None
        self._sheets: TemporaryDirectory[str] | None = None

    @property
    def missing(self) -> str:
        return _missing()

    def games(self) -> Mapping[str, Game]:
        """Return all shipped games, including those of live layouts."""
        return shipped_games()

    async def odds(self, shoe: LabShoe) -> LabOdds:
        """Return the exact odds of a game."""
        if self._waiting >= _MOST_WAITING:
            raise LabBusy("the lab is busy with other questions: try again later")
        self._waiting += 1
        try:
            question = {"do": "odds", **msgspec.to_builtins(shoe)}
            # Odds come at once, without progress.
            told = await self._calculator.ask(question, lambda _: None, _ODDS_S)
        finally:
            self._waiting -= 1
        return msgspec.convert(told, LabOdds)

    def begin(self, work: LabWork) -> LabJob:
        """Start a job, unless one is running."""
        if self._work is not None and not self._work.done():
            raise LabBusy("the lab is already at work: wait, or cancel the job")
        job = LabJob(work.kind, work.game, work.decks, work.size, work.seed, "running")
        self._job = job
        self._work = asyncio.create_task(self._run(work, job))
        return job

    async def _run(self, work: LabWork, job: LabJob) -> None:
        question = {"do": work.kind, **msgspec.to_builtins(work)}
        if work.kind == "sheet":
            question["folder"] = str(self._folder())

        def progressed(told: dict[str, Any]) -> None:
            self._job = replace(job, done=told["done"])

        try:
            self._job = _finished(job, await self._bench.ask(question, progressed, _WORK_S))
        except (LabRefused, LabFailed) as wrong:
            self._job = replace(self._job or job, state="failed", sentence=str(wrong))
        except asyncio.CancelledError:
            self._job = replace(self._job or job, state="cancelled")
            raise
        except Exception:  # noqa: BLE001 (the page must learn of any fault)
            _log.exception("lab work failed", kind=work.kind)
            sentence = "the lab failed; its log has the details"
            self._job = replace(self._job or job, state="failed", sentence=sentence)

    def job(self) -> LabJob | None:
        """Return the running job, or the last one."""
        return self._job

    async def cancel(self) -> None:
        """Cancel the running job, and end its process."""
        if self._work is not None and not self._work.done():
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    def sheet(self, name: str) -> Path | None:
        """Return a finished PAR sheet."""
        if SHEET.fullmatch(name) is None or self._sheets is None:
            return None
        path = Path(self._sheets.name) / name
        return path if path.is_file() else None

    def keep_sheet(self, name: str, content: bytes) -> Path:
        """Keep a sheet that another server made."""
        path = self._folder() / name
        path.write_bytes(content)
        return path

    def _folder(self) -> Path:
        if self._sheets is None:
            self._sheets = TemporaryDirectory(prefix="punto-sheets-")
        return Path(self._sheets.name)

    async def close(self) -> None:
        """End the processes, and delete the sheets."""
        await self.cancel()
        await self._calculator.close()
        await self._bench.close()
        if self._sheets is not None:
            self._sheets.cleanup()


def _finished(job: LabJob, told: dict[str, Any]) -> LabJob:
    done = replace(job, state="done", done=job.size)
    match job.kind:
        case "simulation":
            return replace(done, simulated=msgspec.convert(told, Simulated))
        case "study":
            return replace(done, studied=msgspec.convert(told, Studied))
        case "sheet":
            return replace(done, sheet=msgspec.convert(told, SheetMade))
