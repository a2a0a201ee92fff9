"""One life of a table's process, as the test sees it."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from signal import SIGKILL
from threading import Thread
from typing import Self

from support.survival.deaths import Death
from support.survival.messages import Reply, Request, line_of, reply_of
from support.survival.planted import Fault

TESTS = Path(__file__).parents[2]
_PATIENCE_SECONDS = 120


class Silent(Exception):
    """The process neither answers nor dies."""


class Life:
    """One process from its start to its death."""

    def __init__(
        self, address: str, key_file: Path, death: Death | None = None, fault: Fault | None = None
    ) -> None:
        point = death.point.name if death and death.point else ""
        planted = fault.name if fault else ""
        program = [sys.executable, "-m", "support.survival.mortal", address, str(key_file)]
        self._log = key_file.with_name("process.log")
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*program, point, str(death.turn if death else 0), planted],
                cwd=TESTS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
            )  # fmt: skip
        self._replies: Queue[Reply | None] = Queue()
        Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Kill the process, whatever the test saw."""
        self.kill()
        self.bury()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            # A line without an end was cut off by the death, so the answer was never received.
            if line.endswith(b"\n"):
                self._replies.put(reply_of(line))
        self._replies.put(None)

    def send(self, *requests: Request) -> None:
        """Send requests; a process that is already dead does not get them."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(b"".join(map(line_of, requests)))
            self.process.stdin.flush()

    def hear(self) -> Reply | None:
        """Return the next reply, or None when the process is dead and all replies were read."""
        try:
            return self._replies.get(timeout=_PATIENCE_SECONDS)
        except Empty:
            raise Silent(f"nothing in {_PATIENCE_SECONDS} s; {self.last_words()}") from None

    def kill(self) -> None:
        """Kill the process, whatever it is doing."""
        self.process.send_signal(SIGKILL)

    def end(self) -> None:
        """Close the pipe: the process answers what it was asked, and then ends."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()

    def bury(self) -> int:
        """Wait for the process and return its exit code; -9 if it was killed."""
        code = self.process.wait(_PATIENCE_SECONDS)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()
        return code

    def last_words(self) -> str:
        """Return the end of what the process logged."""
        return self._log.read_text("utf-8", "replace")[-4000:]
