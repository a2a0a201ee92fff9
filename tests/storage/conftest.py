from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from punto.storage.checkpoints.signing_keys import SigningKey, create_key
from support.storage.places import MemoryPlace, Place, PostgresqlPlace, SqlitePlace
from support.storage.servers import PostgresServer

pytest.register_assert_rewrite(
    "support.storage.contract",
    "support.storage.checkpoint_contract",
    "support.storage.snapshot_contract",
)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """Run one server for all tests of this process.

    If none starts, the tests fail and say why: a record that was tested on half of its stores is
    not tested.
    """
    server = PostgresServer.create()
    yield server
    server.remove()


@pytest.fixture
def postgresql_place(postgres_server: PostgresServer) -> Iterator[PostgresqlPlace]:
    with closing(PostgresqlPlace(postgres_server.fresh_address())) as place:
        yield place


@pytest.fixture
def sqlite_place(tmp_path: Path) -> Iterator[SqlitePlace]:
    with closing(SqlitePlace(tmp_path)) as place:
        yield place


@pytest.fixture
def memory_place() -> MemoryPlace:
    return MemoryPlace()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> Place:
    """Every store in turn."""
    found = request.getfixturevalue(f"{request.param}_place")
    assert isinstance(found, Place)
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def sql_place(request: pytest.FixtureRequest) -> Place:
    """Every store that is a database."""
    found = request.getfixturevalue(f"{request.param}_place")
    assert isinstance(found, Place)
    return found


@pytest.fixture
def key(tmp_path: Path) -> SigningKey:
    return create_key(tmp_path / "checkpoint.key")


@pytest.fixture
def other_key(tmp_path: Path) -> SigningKey:
    return create_key(tmp_path / "other.key")
