from collections.abc import Iterator

import pytest

from support.storage.servers import PostgresServer


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    server = PostgresServer.create()
    yield server
    server.remove()
