"""A server whose tables deal by themselves, to be stopped by signals.

Run by the tests as a module, with the words SETTINGS BETTING_MS PATIENCE CLOCK;
SETTINGS are JSON. It prints one line when it serves. Patience shortens how long a stop may take.
The file CLOCK, where there is one, says by how many milliseconds the system's clock is off.
"""

import sys
import time
from pathlib import Path

import msgspec

from punto.bootstrap import clock_watch, orderly_stop
from punto.bootstrap import orderly_stop as winding_down
from punto.bootstrap.demo_floor import set_up
from punto.bootstrap.logs import set_up_logs
from punto.bootstrap.open_floor import RunningServer
from punto.bootstrap.server import listen, serve_until_signal
from punto.bootstrap.settings import Settings
from punto.cli.serve import run
from punto.devices import clock
from punto.values import replace
from support.web.floor_server import plan


class WrongTime:
    """The system's clocks, of which the time of day was set wrong."""

    monotonic_ns = staticmethod(time.monotonic_ns)

    def __init__(self, file: Path) -> None:
        self._file = file

    def time_ns(self) -> int:
        off_ms = int(self._file.read_text()) if self._file.exists() else 0
        return time.time_ns() + off_ms * 1_000_000


def main(told: str, betting_ms: str, patience_s: str, clock_file: str) -> None:
    settings = msgspec.json.decode(told, type=Settings)
    setattr(clock, "time", WrongTime(Path(clock_file)))  # noqa: B010 (a module, for mypy)
    clock_watch.LOOK_S = 0.1
    orderly_stop.WIND_DOWN_S = float(patience_s)
    winding_down._SUSPEND_S = min(winding_down._SUSPEND_S, 1)  # noqa: SLF001 (the tests have no time)
    tables = (plan(f"A{number}", patrons=1, self_dealing=True) for number in range(1, 5))
    plans = tuple(replace(each, betting_ms=int(betting_ms), pace_ms=5) for each in tables)

    async def prepare(server: RunningServer) -> None:
        if not server.node.floor.people:
            await set_up(server.services.desk, plans)
            await server.services.table_feeds.open()

    async def started(server: RunningServer) -> None:
        sys.stdout.write(f"{server.address}\n")
        sys.stdout.flush()

    set_up_logs(settings)
    run(serve_until_signal(settings, listen(settings), prepare, started))


if __name__ == "__main__":
    main(*sys.argv[1:])
