"""The tables of a record, one text for both databases, in numbered steps that are never changed.

Columns in braces are filled in by each database's own words. What is in ``KEPT`` is only ever
added to: the database itself refuses to change or delete it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from punto.tables.ports import CannotRecord, RecordBroken

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
    ) {plain}
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


@dataclass(frozen=True, slots=True)
class Migration:
    """One step from a version of the tables to the next."""

    version: int
    name: str
    statements: tuple[str, ...]
    kept: Mapping[str, tuple[str, ...]]
    """The new tables that are only added to, each with the keys that tell its rows apart."""


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
)

NEWEST_VERSION = MIGRATIONS[-1].version


def checked_version(name: str, versions: Iterable[int]) -> int:
    """The version of a database's tables, from the steps that it says were taken."""
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


def check_readable(name: str, version: int) -> None:
    """Refuse a reader tables that only a writer may bring up to date."""
    if version < NEWEST_VERSION:
        raise CannotRecord(
            f"{name}: tables of version {version}, expected {NEWEST_VERSION}; "
            "a writer brings it up to date"
        )


MIGRATIONS_TABLE = """
    CREATE TABLE migrations (
        version {number} NOT NULL PRIMARY KEY,
        name {text} NOT NULL,
        at {number} NOT NULL
    ) {plain}
    """


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one database says the same."""

    words: Mapping[str, str]
    first: tuple[str, ...]
    """What must be there before any table."""
    guards: tuple[str, ...]
    """The triggers that refuse every change of ``{table}``; ``{is_there}`` is a row's key."""

    def statements(self, migration: Migration) -> Iterator[str]:
        """All that one step asks of the database."""
        for statement in migration.statements:
            yield statement.format(**self.words)
        for table, keys in migration.kept.items():
            is_there = " OR ".join(_is_there(table, key) for key in keys)
            for guard in self.guards:
                yield guard.format(table=table, is_there=is_there)


def _is_there(table: str, key: str) -> str:
    """Whether a table has the key of a new row already."""
    new = ", ".join(f"NEW.{column}" for column in key.split(", "))
    return f"EXISTS (SELECT 1 FROM {table} WHERE ({key}) = ({new}))"  # noqa: S608 (constants)


SQLITE = Dialect(
    words={
        "text": "TEXT",
        "number": "INTEGER",
        "flag": "INTEGER",
        "bytes": "BLOB",
        # The rows stand in the tree of their key itself: one write instead of two.
        "plain": "STRICT, WITHOUT ROWID",
        "big": "STRICT",
    },
    first=(),
    guards=(
        """
        CREATE TRIGGER {table}_unchanged BEFORE UPDATE ON {table} BEGIN
            SELECT RAISE(ABORT, '{table}: the record is only added to');
        END
        """,
        """
        CREATE TRIGGER {table}_undeleted BEFORE DELETE ON {table} BEGIN
            SELECT RAISE(ABORT, '{table}: the record is only added to');
        END
        """,
        # REPLACE takes a row away without a DELETE that a trigger would see.
        """
        CREATE TRIGGER {table}_unreplaced BEFORE INSERT ON {table} WHEN {is_there} BEGIN
            SELECT RAISE(ABORT, '{table}: the record is only added to');
        END
        """,
    ),
)

POSTGRESQL = Dialect(
    words={
        # Ordered byte by byte, as SQLite and Python order it.
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
        """
        CREATE TRIGGER {table}_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION punto_refuse_change()
        """,
    ),
)
