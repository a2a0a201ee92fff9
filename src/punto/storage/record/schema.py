"""The tables of a record, in one text for both databases, as numbered steps that never change.

Words in braces are filled in for each database. Rows of the tables in ``kept`` are only added: the
database itself refuses to change or delete them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from punto.runtime import RecordBroken
from punto.values import Value

_FIRST = (
    """
    CREATE TABLE heads (
        stream {text} NOT NULL PRIMARY KEY,
        position {number} NOT NULL,
        hash {bytes} NOT NULL CHECK (length(hash) = 32),
        answers_count {number} NOT NULL,
        answers_hash {bytes} NOT NULL CHECK (length(answers_hash) = 32)
    ) {plain}
    """,
    """
    CREATE TABLE events (
        stream {text} NOT NULL,
        position {number} NOT NULL CHECK (position > 0),
        name {text} NOT NULL,
        at {number} NOT NULL,
        body {bytes} NOT NULL,
        hash {bytes} NOT NULL CHECK (length(hash) = 32),
        PRIMARY KEY (stream, position)
    ) {big}
    """,
    """
    CREATE TABLE transfers (
        stream {text} NOT NULL,
        posting {number} NOT NULL CHECK (posting > 0),
        line {number} NOT NULL CHECK (line > 0),
        position {number} NOT NULL,
        terminal {text} NOT NULL,
        reason {text} NOT NULL,
        is_reversal {flag} NOT NULL,
        amount {number} NOT NULL CHECK (amount > 0),
        reverses {number},
        PRIMARY KEY (stream, posting, line),
        FOREIGN KEY (stream, position) REFERENCES events (stream, position)
    ) {plain}
    """,
    """
    CREATE TABLE tickets_issued (
        number {text} NOT NULL PRIMARY KEY,
        stream {text} NOT NULL,
        position {number} NOT NULL,
        amount {number} NOT NULL CHECK (amount > 0),
        terminal {text} NOT NULL,
        issued_at {number} NOT NULL,
        expires_at {number} NOT NULL,
        FOREIGN KEY (stream, position) REFERENCES events (stream, position)
    ) {plain}
    """,
    """
    CREATE TABLE tickets_ended (
        number {text} NOT NULL PRIMARY KEY REFERENCES tickets_issued (number),
        stream {text} NOT NULL,
        position {number} NOT NULL,
        terminal {text} NOT NULL,
        at {number} NOT NULL,
        FOREIGN KEY (stream, position) REFERENCES events (stream, position)
    ) {plain}
    """,
    """
    CREATE TABLE answers (
        stream {text} NOT NULL,
        number {number} NOT NULL CHECK (number > 0),
        command {text} NOT NULL,
        fingerprint {text} NOT NULL,
        first {number} NOT NULL,
        events_count {number} NOT NULL,
        refusal {bytes},
        hash {bytes} NOT NULL CHECK (length(hash) = 32),
        PRIMARY KEY (stream, number),
        UNIQUE (stream, command)
    ) {plain}
    """,
    """
    CREATE TABLE checkpoints (
        number {number} NOT NULL PRIMARY KEY CHECK (number > 0),
        body {bytes} NOT NULL,
        signature {bytes} NOT NULL CHECK (length(signature) = 64)
    ) {plain}
    """,
    """
    CREATE TABLE snapshots (
        stream {text} NOT NULL,
        position {number} NOT NULL,
        fold {text} NOT NULL,
        hash {bytes} NOT NULL CHECK (length(hash) = 32),
        body {bytes} NOT NULL,
        PRIMARY KEY (stream, position)
    ) {big}
    """,
    """
    CREATE TABLE leases (
        name {text} NOT NULL PRIMARY KEY,
        holder {text} NOT NULL,
        until {number} NOT NULL
    ) {plain}
    """,
)


class Migration(Value):
    """One step from a version of the tables to the next."""

    version: int
    name: str
    statements: tuple[str, ...]
    kept: Mapping[str, tuple[str, ...]]
    """The new append-only tables, each with the keys that identify its rows."""


MIGRATIONS = (
    Migration(
        1,
        "the record",
        _FIRST,
        kept={
            "events": ("stream, position",),
            "transfers": ("stream, posting, line",),
            "tickets_issued": ("number",),
            "tickets_ended": ("number",),
            "answers": ("stream, number", "stream, command"),
            "checkpoints": ("number",),
            "migrations": ("version",),
        },
    ),
    # Adds only a guard; the stored data is the same.
    Migration(2, "no row in the place of another", (), kept={}),
)

NEWEST_VERSION = MIGRATIONS[-1].version


def checked_version(name: str, versions: Iterable[int]) -> int:
    """Return the version of a database's tables, after checking the migrations it lists."""
    taken = sorted(versions)
    newest = max(taken, default=0)
    if newest > NEWEST_VERSION:
        raise RecordBroken(
            f"{name}: tables of version {newest}, newer than this program, "
            f"which knows {NEWEST_VERSION}"
        )
    if taken != list(range(1, newest + 1)) or not taken:
        raise RecordBroken(f"{name}: migrations {taken}, expected all from 1 on")
    return newest


MIGRATIONS_TABLE = """
    CREATE TABLE migrations (
        version {number} NOT NULL PRIMARY KEY,
        name {text} NOT NULL,
        at {number} NOT NULL
    ) {plain}
    """


class TableGuard(Value):
    """A trigger that refuses some change to every append-only table."""

    since: int
    """The step that adds it."""
    name: str
    """Appended to the name of the table."""
    statement: str
    """Creates ``{trigger}`` on ``{table}``; ``{is_there}`` tests for the key of a new row."""


class Dialect(Value):
    """The vocabulary of one database."""

    words: Mapping[str, str]
    first: tuple[str, ...]
    """Statements to run before the first table."""
    guards: tuple[TableGuard, ...]

    def statements(self, migration: Migration) -> Iterator[str]:
        """Yield the SQL statements of one step."""
        for statement in migration.statements:
            yield statement.format(**self.words)
        for table, keys, guard in self._guarded(migration.version):
            is_there = " OR ".join(_is_there(table, key) for key in keys)
            trigger = f"{table}_{guard.name}"
            yield guard.statement.format(table=table, trigger=trigger, is_there=is_there)

    def triggers(self) -> Iterator[tuple[str, str]]:
        """Yield each trigger of the newest tables, with its table."""
        for migration in MIGRATIONS:
            for table, _, guard in self._guarded(migration.version):
                yield f"{table}_{guard.name}", table

    def _guarded(self, version: int) -> Iterator[tuple[str, tuple[str, ...], TableGuard]]:
        """Yield the triggers a step adds: for its own tables, and new guards for earlier ones."""
        for migration in MIGRATIONS:
            for table, keys in migration.kept.items():
                for guard in self.guards:
                    if max(migration.version, guard.since) == version:
                        yield table, keys, guard


def check_guards(name: str, dialect: Dialect, found: Collection[tuple[object, ...]]) -> None:
    """Raise RecordBroken if a trigger that protects the past is missing."""
    for trigger, table in dialect.triggers():
        if (trigger, table) not in found:
            raise RecordBroken(
                f"{name}: table {table} has no trigger {trigger}, which would refuse to change it; "
                "it was removed"
            )


def _is_there(table: str, key: str) -> str:
    """Return an SQL condition: the table already has the key of the new row."""
    new = ", ".join(f"NEW.{column}" for column in key.split(", "))
    return f"EXISTS (SELECT 1 FROM {table} WHERE ({key}) = ({new}))"  # noqa: S608 (constants)


REFUSE = "BEGIN SELECT RAISE(ABORT, '{table}: the record is only added to'); END"

SQLITE = Dialect(
    words={
        "text": "TEXT",
        "number": "INTEGER",
        "flag": "INTEGER",
        "bytes": "BLOB",
        # Rows are stored in the tree of their key: one write instead of two.
        "plain": "STRICT, WITHOUT ROWID",
        # Where rows can be long, however, SQLite would read a whole row to look at its key, and
        # every transfer of a settlement looks up its event.
        "big": "STRICT",
    },
    first=(),
    guards=(
        TableGuard(
            1, "unchanged", f"CREATE TRIGGER {{trigger}} BEFORE UPDATE ON {{table}} {REFUSE}"
        ),
        TableGuard(
            1, "undeleted", f"CREATE TRIGGER {{trigger}} BEFORE DELETE ON {{table}} {REFUSE}"
        ),
        # REPLACE removes a row without a DELETE that a trigger would see.
        TableGuard(
            2,
            "unreplaced",
            "CREATE TRIGGER IF NOT EXISTS {trigger} BEFORE INSERT ON {table} WHEN {is_there} "
            + REFUSE,
        ),
    ),
)

POSTGRESQL = Dialect(
    words={
        # Ordered byte by byte, as in SQLite and Python.
        "text": 'text COLLATE "C"',
        "number": "bigint",
        "flag": "boolean",
        "bytes": "bytea",
        "plain": "",
        "big": "",
    },
    first=(
        """
        CREATE FUNCTION punto_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '%: the record is only added to', TG_TABLE_NAME
                USING ERRCODE = 'restrict_violation';
        END $$
        """,
    ),
    guards=(
        TableGuard(
            1,
            "kept",
            "CREATE TRIGGER {trigger} BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION punto_refuse_change()",
        ),
    ),
)
