"""Opening a PostgreSQL record: its tables made or brought up to date, and its promises checked."""

import psycopg
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict

from punto.storage.schema import (
    MIGRATIONS,
    MIGRATIONS_TABLE,
    POSTGRESQL,
    check_guards,
    check_readable,
    checked_version,
)
from punto.tables.ports import CannotRecord

NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
_ONE_AT_A_TIME = 0x50756E74

PROMISES = {"fsync": "on", "full_page_writes": "on", "server_encoding": "UTF8"}
"""How a server has to be set, or a commit that it confirms may be gone after a power failure."""

# One that was switched off is as good as gone.
_TRIGGERS = """
    SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE tgenabled IN ('O', 'A') AND pg_class.oid = to_regclass(quote_ident(relname))
"""

_SETTINGS = {
    # The answer leaves after the commit is on the disk, whatever the server's own habit.
    "synchronous_commit": "on",
    "default_transaction_isolation": "read committed",
    # A node that hangs with a stream in its hands loses it before the others give up, who would
    # halt a sound table.
    "idle_in_transaction_session_timeout": "10s",
    "lock_timeout": "30s",
}


def connect(address: str, *, for_reading: bool = False) -> Connection:
    """A connection that commits only when told to."""
    connection = psycopg.connect(
        address, autocommit=True, connect_timeout=5, application_name="punto"
    )
    read_only = {"default_transaction_read_only": "on" if for_reading else "off"}
    with connection.pipeline():
        for name, value in {**_SETTINGS, **read_only}.items():
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))
    return connection


def shown_address(address: str) -> str:
    """An address as messages show it: where it leads, and never a password."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.ProgrammingError as fault:
        said = str(fault).strip().partition("\n")[0]
        raise CannotRecord(f"database address: {said}") from None
    host, port = parts.get("host", "localhost"), parts.get("port", "5432")
    return f"postgresql://{host}:{port}/{parts.get('dbname', '')}"


def prepare(name: str, connection: Connection, *, create: bool) -> None:
    """Make the tables, or bring them to the present version, one node at a time."""
    _check_promises(name, connection)
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
        if not _is_there(connection):
            if not create:
                raise CannotRecord(f"{name}: there is no record of Punto")
            for statement in POSTGRESQL.first:
                connection.execute(statement.encode())
            connection.execute(MIGRATIONS_TABLE.format(**POSTGRESQL.words).encode())
            _apply_from(connection, 0)
        else:
            _apply_from(connection, _version(name, connection))
        check_guards(name, POSTGRESQL, connection.execute(_TRIGGERS).fetchall())


def check_version(name: str, connection: Connection) -> None:
    """Refuse tables that a reader cannot read."""
    if not _is_there(connection):
        raise CannotRecord(f"{name}: there is no record of Punto")
    check_readable(name, _version(name, connection))


def _check_promises(name: str, connection: Connection) -> None:
    for setting, value in PROMISES.items():
        found = connection.execute("SELECT current_setting(%s)", (setting,)).fetchone()
        if found != (value,):
            raise CannotRecord(f"{name}: {setting} is {found and found[0]}, expected {value}")


def _is_there(connection: Connection) -> bool:
    return connection.execute("SELECT to_regclass('migrations')").fetchone() != (None,)


def _version(name: str, connection: Connection) -> int:
    rows = connection.execute("SELECT version FROM migrations")
    return checked_version(name, [version for (version,) in rows])


def _apply_from(connection: Connection, version: int) -> None:
    for migration in MIGRATIONS:
        if migration.version > version:
            for statement in POSTGRESQL.statements(migration):
                connection.execute(statement.encode())
            connection.execute(
                f"INSERT INTO migrations VALUES (%s, %s, {NOW})",  # noqa: S608 (a constant)
                (migration.version, migration.name),
            )
