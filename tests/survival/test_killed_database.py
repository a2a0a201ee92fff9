"""The database is killed under its tables: they return with it, and nothing is lost."""

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from support.storage.servers import PostgresServer
from support.survival.databases import at_rest, bring_back, kill_all, kill_backend
from support.survival.life import Life
from support.survival.saga import WINDOWS, Saga
from support.survival.streams import TABLES

DATABASE_KILLS_EACH = 5
WHY = "the record cannot be written: postgresql://"


@pytest.fixture
def mortal_server() -> Iterator[PostgresServer]:
    """A server for this test alone, which may be killed without harm to other tests."""
    server = PostgresServer.create()
    yield server
    server.remove()


def serve_until_killed(saga: Saga, life: Life, kill: Callable[[], None]) -> None:
    """Play for a while, and kill the database in the middle."""
    window, enough = saga.chance.choice(WINDOWS), saga.answers_count + saga.chance.randint(5, 60)
    while saga.answers_count < enough:
        saga.top_up(life, window)
        assert saga.take(life.hear()), life.last_words()
    assert not saga.halts, saga.halts
    saga.top_up(life, len(saga.pending) + 20)
    time.sleep(saga.chance.uniform(0, 0.05))
    kill()
    saga.hear_all(life)


def ask_more(saga: Saga, life: Life) -> None:
    """Send more commands to all streams; a halted stream answers none of them."""
    saga.top_up(life, len(saga.pending) + 40)
    saga.hear_all(life)
    assert all(why.startswith(WHY) for why in saga.halts.values()), saga.halts


def test_the_tables_come_back_by_themselves_and_nothing_that_they_answered_is_lost(
    chance: Random, tmp_path: Path, mortal_server: PostgresServer
) -> None:
    saga = Saga(mortal_server.fresh_address(), tmp_path, chance)
    saga.at_rest, saga.patience_seconds = partial(at_rest, mortal_server), 60
    with Life(saga.address, saga.key_file) as life:
        assert saga.begin(life), life.last_words()
        for kill in (
            kill_all,
            *chance.choices([kill_all, kill_backend], k=DATABASE_KILLS_EACH - 1),
        ):
            serve_until_killed(saga, life, partial(kill, mortal_server))
            if kill is kill_all:
                ask_more(saga, life)
                assert saga.halts.keys() >= set(TABLES)
            sys.stdout.write(f"{kill.__name__} after {saga.answers_count} answers: {saga.halts}\n")
            bring_back(mortal_server)
            # The same process continues with everything that it answered, and answers the rest.
            saga.comes_back(life)
            saga.hear_all(life)
            assert not saga.halts, saga.halts
            assert not saga.pending
        saga.end(life)
    saga.check()
    saga.live_on()
