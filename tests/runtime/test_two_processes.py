"""Two real processes on one table in PostgreSQL: either of them serves it, and either may die."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from punto.devices.sealed_shoes import KeyedShoes
from punto.rounds.betting.commands import OpenBets
from punto.rounds.commands import Timer
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.events import CardDealt
from punto.rounds.events import TableEvent
from punto.rounds.irregularity.events import IrregularityReported
from punto.rounds.table.commands import ConfigureTable, OpenTable
from punto.runtime.stream_start import open_table
from punto.storage.checkpoints.verification import verify
from punto.storage.journal import StoredJournal
from punto.values import replace
from punto.values.money import dollars
from support.rounds.evening import DEALER, PIT_MANAGER, T1
from support.rounds.virtual import virtual_configuration
from support.runtime.host_process import SECRETS
from support.runtime.stage import FOLD, Server, named
from support.storage.places import PostgresqlPlace

TESTS = Path(__file__).parent.parent
EACH = 80


@dataclass
class Host:
    """A node in its own process."""

    process: "subprocess.Popen[str]"

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def ask(self, line: str) -> str:
        self.tell(line)
        return self.answer()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def hosts(place: PostgresqlPlace, *names: str) -> Iterator[list[Host]]:
    """Run these processes together, and end them afterwards."""
    started = [
        Host(
            subprocess.Popen(
                [sys.executable, "-m", "support.runtime.host_process", place.address, name],
                cwd=TESTS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )
        )
        for name in names
    ]  # fmt: skip
    try:
        for host in started:
            assert host.answer() == "ready"
        yield started
    finally:
        for host in started:
            host.kill()
            for pipe in (host.process.stdin, host.process.stdout):
                assert pipe is not None
                pipe.close()


def recorded(journal: StoredJournal) -> Server:
    """Open the table from the record, with all checks."""
    server = Server(journal)
    open_table(server.runtime, journal, FOLD)
    return server


def test_two_processes_serve_one_table_and_hear_of_each_other(
    postgresql_place: PostgresqlPlace,
) -> None:
    journal = postgresql_place.open()
    Server(journal).set_up()
    with hosts(postgresql_place, "one", "two") as (one, two):
        for host in (one, two):
            host.tell(f"cash {EACH}")
        assert [host.answer() for host in (one, two)] == [f"taken {EACH}"] * 2
        end = 5 + 2 * EACH
        # The first to finish has asked nothing since, but has heard of the other's events.
        assert [host.ask(f"hear {end}") for host in (one, two)] == ["heard"] * 2
        states = {host.ask("state") for host in (one, two)}
        assert states == {f"{end} {10_000 + 200 * EACH} idle"}
        # Each node gives the answers that the other gave.
        assert one.ask(f"cash {EACH}") == f"taken {EACH}"
        assert one.ask("state") == f"{end} {10_000 + 200 * EACH} idle"
        assert [host.ask("close") for host in (one, two)] == ["closed"] * 2
    server = recorded(journal)
    assert server.runtime.state.credits_of(T1) == dollars(100 + 2 * EACH)
    assert verify(journal.database).events_count == end


def quick() -> Configuration:
    """Return a self-dealing table that is faster than any person could follow."""
    config = replace(virtual_configuration(), self_dealing=True)
    return named("A1", replace(config, betting_ms=30, grace_ms=5, pace_ms=5))


def test_when_the_process_that_has_the_timer_dies_another_goes_on(
    postgresql_place: PostgresqlPlace,
) -> None:
    journal = postgresql_place.open()
    server = Server(journal)
    server.do(ConfigureTable(quick()), PIT_MANAGER)
    server.do(OpenTable())
    with hosts(postgresql_place, "one", "two") as (one, two):
        assert one.ask("hear 40") == two.ask("hear 40") == "heard"
        lease = journal.leases().get("timer of table/A1")
        assert lease is not None
        pids = [f" {host.process.pid} " in lease.holder for host in (one, two)]
        assert sorted(pids) == [False, True]
        dead, alive = (one, two) if pids[0] else (two, one)
        dead.kill()
        position = journal.streams()[server.stream]
        assert alive.ask(f"hear {position + 40}") == "heard"
        assert alive.ask("close") == "closed"
    events = recorded(journal).events()
    # The survivor continued: nothing was interrupted, repeated or left out.
    assert not [e for e in events if isinstance(e.fact, IrregularityReported)]
    check_steps(events, recorded(journal))
    assert verify(journal.database).events_count == len(events)


def check_steps(events: list[TableEvent], server: Server) -> None:
    """Every round was opened once, and the cards left the shoe in its order."""
    opened = [e.command for e in events if type(e.fact).__name__ == "BetsOpened"]
    assert opened == [f"timer/round/{number}/open" for number in range(1, len(opened) + 1)]
    assert len(opened) > 2
    assert all(e.by == Timer(DEALER) for e in events[2:])
    shoe = server.runtime.state.shoe_now
    assert shoe.number == 1
    order = KeyedShoes(SECRETS.shoe_key).revealed(quick().table, shoe).order
    dealt = [e.fact.card for e in events if isinstance(e.fact, CardDealt)]
    assert dealt == list(order[: len(dealt)])


def test_a_round_that_everybody_left_is_told_of_once_and_one_that_is_served_is_not(
    postgresql_place: PostgresqlPlace,
) -> None:
    journal = postgresql_place.open()
    server = Server(journal).set_up()
    with hosts(postgresql_place, "one") as (one,):
        server.do(OpenBets())
        assert one.ask("hear 6") == "heard"
        with hosts(postgresql_place, "two") as (two,):
            assert two.ask("state") == "6 10000 betting"
            two.kill()
        assert one.ask("state") == "6 10000 betting"
        one.kill()
    # Both start at the same time, and neither has served the table before.
    with hosts(postgresql_place, "three", "four") as (three, four):
        assert three.ask("hear 7") == four.ask("hear 7") == "heard"
        assert three.ask("state") == "7 10000 awaiting a ruling"
    (told,) = [e for e in recorded(journal).events() if isinstance(e.by, Timer)]
    assert isinstance(told.fact, IrregularityReported)
    assert told.fact.lasted_ms > 0
