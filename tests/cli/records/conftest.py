from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.storage.checkpoints.signing_keys import SigningKey, create_key
from support.audit.busy import record_busy_evening
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
def busy_key_file(busy_folder: Path, busy_key: SigningKey) -> Path:
    del busy_key
    return busy_folder / "checkpoint.key"


@pytest.fixture(scope="session")
def busy(busy_folder: Path, busy_key: SigningKey) -> Path:
    """One signed record for all tests; a test that changes it takes a copy."""
    return record_busy_evening(busy_folder / "record.db", busy_key)


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder for output, in which any leftovers can be seen."""
    folder = tmp_path / "outside"
    folder.mkdir()
    return folder
