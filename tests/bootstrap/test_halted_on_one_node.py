"""A table halted on one of two servers restarts there when the pit asks at the other."""

import asyncio
import json
import signal
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import Request, urlopen

import psycopg

from punto.bootstrap.server_records import KEY_BYTES
from punto.devices.clock import SystemClock
from punto.storage.addresses import open_vault
from punto.values.ids import PersonId
from punto.web.http.app_state import keys_in
from support.bootstrap.server_processes import PATIENCE_S, ServerProcess
from support.storage.servers import PostgresServer
from support.web.floor_server import MANAGER, SUPERVISOR, Json

EARLY = 3
"""An event before the first round, which every start reads again."""


def rewrite(database: str, body: str) -> None:
    """Replace the body of an event, with the triggers off."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        change = f"UPDATE events SET body = {body} WHERE stream = 'table/A1' AND position = {EARLY}"  # noqa: S608
        connection.execute(change.encode())


def token_of(database: str, person: str) -> str:
    """Begin a session in the vault that both servers share."""
    vault = open_vault(database)
    sessions = keys_in(vault, SystemClock().now, b"k" * KEY_BYTES).sessions
    token, _ = asyncio.run(sessions.begin(PersonId(person)))
    vault.close()
    return token


def bring_up(server: ServerProcess, token: str, name: str) -> Json:
    body = json.dumps({"id": name, "table": "A1"}).encode()
    headers = {"Authorization": f"Bearer {token}"}
    request = Request(f"{server.address}/api/tables/up", body, headers, method="POST")  # noqa: S310 (our own)
    with urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310 (our own)
        told: Json = json.loads(answer.read())
    return told


def is_up(server: ServerProcess) -> bool:
    return bool(json.loads(server.get("/ready"))["tables"]["A1"])


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_tables_up_reaches_the_server_on_which_the_table_is_halted(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    database = postgres_server.fresh_address()
    whole = ServerProcess(tmp_path, database)
    until(lambda: whole.rounds() > 0)
    rewrite(database, r"body || '\x20'::bytea")
    halted = ServerProcess(tmp_path, database)
    assert not is_up(halted)
    assert is_up(whole)
    rewrite(database, r"substr(body, 1, length(body) - 1)")
    refused = bring_up(whole, token_of(database, SUPERVISOR), "1")
    assert refused["refusal"]["code"] == "RankTooLow"
    assert not is_up(halted)
    assert bring_up(whole, token_of(database, MANAGER), "2")["accepted"] is True
    until(lambda: is_up(halted))
    assert is_up(whole)
    for server in (whole, halted):
        server.tell(signal.SIGTERM)
    assert [server.ended() for server in (whole, halted)] == [0, 0]
