"""Server processes whose tables deal by themselves."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO
from urllib.request import urlopen

from punto.bootstrap.server_records import KEY_BYTES
from support.environments import importing_from

TESTS = Path(__file__).parents[2]
PATIENCE_S = 300


class ServerProcess:
    """A server in its own process, and what it logs."""

    def __init__(
        self,
        folder: Path,
        database: str,
        betting_ms: int = 50,
        finish: int = 20,
        patience: int = 30,
        clock: str = "clock",
    ) -> None:
        key = folder / "shoes.key"
        if not key.exists():
            key.touch(0o600)
            key.write_bytes(b"k" * KEY_BYTES)
        told = {"database": database, "shoe_key": str(key), "port": 0, "finish_seconds": finish}
        words = [json.dumps(told), str(betting_ms), str(patience), str(folder / clock)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "support.bootstrap.stopped_server", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=importing_from(TESTS),
        )
        self.address = _pipe(self.process.stdout).readline().strip()
        if not self.address:
            raise AssertionError(self.process.communicate()[1])

    def get(self, path: str) -> str:
        """Return the body of the server's response to a GET request."""
        with urlopen(f"{self.address}{path}", timeout=PATIENCE_S) as answer:  # noqa: S310 (our own)
            said: str = answer.read().decode()
        return said

    def clocks(self) -> dict[str, int]:
        """Return how far the clocks are off, as the server reports it at /ready."""
        told: dict[str, int] = json.loads(self.get("/ready"))["clocks"]
        return told

    def rounds(self) -> float:
        """Return how many rounds its tables have played."""
        lines = self.get("/metrics").splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith("punto_rounds{"))

    def tell(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def until_logged(self, words: str) -> None:
        for line in _pipe(self.process.stderr):
            if words in line:
                return
        raise AssertionError(f"it never said {words}")

    def ended(self) -> int:
        """Wait for the process and return its exit code; print what it logged to stderr."""
        try:
            _, said = self.process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        sys.stderr.write(said)
        self.said = said
        return self.process.returncode


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
