from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.storage.checkpoints.signing_keys import SigningKey, create_key
from support.audit.busy import record_busy_evening
from support.audit.live import live_evening
from support.audit.tampering import Copy
from support.storage.servers import PostgresServer


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    server = PostgresServer.create()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def busy_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("busy")


@pytest.fixture(scope="session")
def busy_key(busy_folder: Path) -> SigningKey:
    return create_key(busy_folder / "checkpoint.key")


@pytest.fixture(scope="session")
def busy_record(busy_folder: Path, busy_key: SigningKey) -> Path:
    """One record for all tests; a test that changes it takes a copy."""
    return record_busy_evening(busy_folder / "record.db", busy_key)


@pytest.fixture(scope="session")
def live_record(busy_folder: Path) -> Path:
    """The record of an evening at a live table."""
    return live_evening().written(busy_folder / "live.db")


@pytest.fixture
def copy(busy_record: Path) -> Copy:
    return Copy(busy_record)


@pytest.fixture
def unsigned(copy: Copy) -> Copy:
    """A copy without checkpoints and snapshots, which must be judged by its contents alone."""
    copy.do("DELETE FROM checkpoints")
    copy.do("DELETE FROM snapshots")
    return copy
