"""Real servers whose machines have the wrong time, or get it while tables play."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from punto.storage.addresses import read_record
from support.bootstrap.server_processes import PATIENCE_S, ServerProcess
from support.storage.servers import PostgresServer

HOUR_MS = 3_600_000


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def plays_on(server: ServerProcess) -> None:
    """Wait until the tables have played two more rounds each."""
    before = server.rounds()
    until(lambda: server.rounds() >= before + 8)


def stop(*servers: ServerProcess) -> None:
    for server in servers:
        server.tell(signal.SIGTERM)
    assert [server.ended() for server in servers] == [0] * len(servers)


def record_holds(database: str) -> int:
    """Check that time never goes back and the audit passes; return the number of events."""
    record = read_record(database)
    try:
        streams = [[event.at for _, event in record.read(each)] for each in record.streams()]
    finally:
        record.close()
    assert all(times == sorted(times) for times in streams)
    words = [sys.executable, "-m", "punto", "audit", database]
    audit = subprocess.run(words, capture_output=True, text=True, check=False)
    assert audit.returncode == 0, audit.stdout + audit.stderr
    return sum(map(len, streams))


def looked_into(database: str) -> list[str]:
    """Return the auditor's remarks for people to look into."""
    words = [sys.executable, "-m", "punto", "audit", database, "--json"]
    answer = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    listed: list[str] = json.loads(answer)["to_look_into"]
    return listed


def test_tables_play_on_when_the_clock_is_set_back_an_hour(tmp_path: Path) -> None:
    database, clock = str(tmp_path / "floor.db"), tmp_path / "clock"
    server = ServerProcess(tmp_path, database)
    assert server.clocks()["times_set"] == 0
    clock.write_text(str(-HOUR_MS))
    until(lambda: server.clocks()["times_set"] == 1)
    assert abs(server.clocks()["system_ahead_ms"] + HOUR_MS) < 60_000
    plays_on(server)
    stop(server)
    assert server.said.count("a clock was set") == 1
    events = record_holds(database)
    # The next process knows only the wrong time, and a record from the future.
    later = ServerProcess(tmp_path, database)
    until(lambda: "record_ahead_ms" in later.clocks())
    assert abs(later.clocks()["record_ahead_ms"] - HOUR_MS) < 60_000
    plays_on(later)
    stop(later)
    assert "clock=record" in later.said
    assert record_holds(database) > events
    found = " ".join(looked_into(database))
    assert re.search(r"the time of the system was 3[56]\d\d\.?\d* s behind a server's time", found)
    assert re.search(
        r"the time of the record was 3[56]\d\d\.?\d* s ahead of a server's time", found
    )


def test_nodes_whose_clocks_are_20_seconds_apart_record_one_time(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    database = postgres_server.fresh_address()
    (tmp_path / "fast").write_text("20000")
    right = ServerProcess(tmp_path, database)
    fast = ServerProcess(tmp_path, database, clock="fast")
    plays_on(right)
    plays_on(fast)
    until(lambda: "system_ahead_ms" in fast.clocks())
    assert abs(fast.clocks()["system_ahead_ms"] - 20_000) < 5_000
    assert abs(right.clocks()["system_ahead_ms"]) < 5_000
    stop(right, fast)
    assert fast.said.count("a clock is off") == 1
    assert record_holds(database) > 0
