"""PostgreSQL servers that the tests leave behind when they are killed."""

import os
import subprocess
import sys
from pathlib import Path

from support.environments import importing_from
from support.storage.servers import PostgresServer, remove_abandoned

TESTS = Path(__file__).parents[1]
ABANDON = """
import os, signal
from support.storage.servers import PostgresServer

server = PostgresServer.create()
print(server.folder, server.process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def is_running(process: int) -> bool:
    """Whether a process runs; one that has ended and that nobody waits for does not."""
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_the_server_of_a_killed_process_is_removed_when_the_next_one_begins() -> None:
    command = [sys.executable, "-c", ABANDON]
    told = subprocess.run(command, env=importing_from(TESTS), stdout=subprocess.PIPE, check=False)
    name, process = told.stdout.decode().split()
    assert Path(name).exists()
    assert is_running(int(process))
    PostgresServer.create().remove()
    assert not Path(name).exists()
    assert not is_running(int(process))


def test_the_server_of_a_process_that_runs_stays(tmp_path: Path) -> None:
    own = tmp_path / f"punto-pg-{os.getpid()}-one"
    unknown = tmp_path / "punto-pg-other"
    for folder in (own, unknown):
        folder.mkdir()
    remove_abandoned(tmp_path)
    assert own.exists()
    assert unknown.exists()
