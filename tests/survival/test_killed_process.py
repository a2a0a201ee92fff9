"""A server process is killed at every point and at random; everything it answered is recorded."""

import sys
from functools import partial
from pathlib import Path
from random import Random

from support.storage.servers import PostgresServer
from support.survival.databases import at_rest
from support.survival.deaths import KILLS_EACH, deaths
from support.survival.life import Life
from support.survival.messages import Ready
from support.survival.saga import Saga


def live_and_die(saga: Saga, *, is_sqlite: bool) -> None:
    """Let the processes of one record die KILLS_EACH times, and print each death for diagnosis."""
    for death in deaths(saga.chance, KILLS_EACH, is_sqlite=is_sqlite):
        before = saga.answers_count
        sys.stdout.write(f"killed {death}\n")
        saga.live(death)
        sys.stdout.write(f"  {saga.answers_count - before} answers, {len(saga.pending)} missing\n")
    saga.live_on()


def test_a_file_survives_its_process(chance: Random, tmp_path: Path) -> None:
    live_and_die(Saga(str(tmp_path / "record.db"), tmp_path, chance), is_sqlite=True)


def test_a_database_survives_its_client(
    chance: Random, tmp_path: Path, postgres_server: PostgresServer
) -> None:
    saga = Saga(postgres_server.fresh_address(), tmp_path, chance)
    saga.at_rest, saga.patience_seconds = partial(at_rest, postgres_server), 30
    live_and_die(saga, is_sqlite=False)


def test_a_lock_keeps_out_the_living_and_not_who_follows_the_dead(tmp_path: Path) -> None:
    saga = Saga(str(tmp_path / "record.db"), tmp_path, Random(1))  # noqa: S311 (nothing is drawn)
    lock = tmp_path / "record.db.lock"
    with Life(saga.address, saga.key_file) as first:
        assert first.hear() == Ready()
        with Life(saga.address, saga.key_file) as second:
            assert second.hear() is None
            assert second.bury() == 1
            assert f"already open for writing by process {first.process.pid}" in second.last_words()
        first.kill()
        first.bury()
        # There was no cleanup: the lock still names the dead process.
        assert f"process {first.process.pid}" in lock.read_text("utf-8")
        with Life(saga.address, saga.key_file) as third:
            assert third.hear() == Ready()
