"""Opens a PostgreSQL record: creates or migrates its tables, and checks the server's settings."""

from psycopg import Connection

from punto.runtime import CannotRecord
from punto.storage.record import schema

NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
_ONE_AT_A_TIME = 0x50756E74

PROMISES = {"fsync": "on", "full_page_writes": "on", "server_encoding": "UTF8"}
"""Required settings; without them a power failure may undo a confirmed commit."""

# A disabled trigger protects as little as a missing one.
_TRIGGERS = """
    SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE tgenabled IN ('O', 'A') AND pg_class.oid = to_regclass(quote_ident(relname))
"""


def prepare(name: str, connection: Connection, *, create: bool) -> None:
    """Create the tables or migrate them to the current version, one node at a time."""
    _check_promises(name, connection)
    with connection.transaction():
        # Another node may be migrating, and large tables take long.
        connection.execute("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
        if not _is_there(connection):
            if not create:
                raise CannotRecord(f"{name}: there is no record of Punto")
            for statement in schema.POSTGRESQL.first:
                connection.execute(statement.encode())
            connection.execute(schema.MIGRATIONS_TABLE.format(**schema.POSTGRESQL.words).encode())
            _apply_from(connection, 0)
        else:
            _apply_from(connection, _version(name, connection))
        schema.check_guards(name, schema.POSTGRESQL, connection.execute(_TRIGGERS).fetchall())


def check_version(name: str, connection: Connection) -> None:
    """Raise CannotRecord or RecordBroken if a reader cannot use these tables."""
    if not _is_there(connection):
        raise CannotRecord(f"{name}: there is no record of Punto")
    _version(name, connection)


def _check_promises(name: str, connection: Connection) -> None:
    for setting, value in PROMISES.items():
        found = connection.execute("SELECT current_setting(%s)", (setting,)).fetchone()
        if found != (value,):
            raise CannotRecord(f"{name}: {setting} is {found and found[0]}, expected {value}")


def _is_there(connection: Connection) -> bool:
    return connection.execute("SELECT to_regclass('migrations')").fetchone() != (None,)


def _version(name: str, connection: Connection) -> int:
    rows = connection.execute("SELECT version FROM migrations")
    return schema.checked_version(name, [version for (version,) in rows])


def _apply_from(connection: Connection, version: int) -> None:
    for migration in schema.MIGRATIONS:
        if migration.version > version:
            for statement in schema.POSTGRESQL.statements(migration):
                connection.execute(statement.encode())
            connection.execute(
                f"INSERT INTO migrations VALUES (%s, %s, {NOW})",  # noqa: S608 (a constant)
                (migration.version, migration.name),
            )
