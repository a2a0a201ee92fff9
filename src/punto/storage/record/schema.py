"""The tables of a record, one text for both databases, in numbered steps that are never changed.

Columns in braces are filled in by each database's own words. What is in ``KEPT`` is only ever
added to: the database itself refuses to change or delete it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from punto.runtime.ports import CannotRecord, RecordBroken

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
    # Nothing but a guard that there was not at first; what is stored is as before.
    Migration(2, "no row in the place of another", (), kept={}),
)

NEWEST_VERSION = MIGRATIONS[-1].version
READABLE_VERSION = 1
"""The oldest tables that a reader takes as they are."""


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
    if version < READABLE_VERSION:
        raise CannotRecord(
            f"{name}: tables of version {version}, expected {READABLE_VERSION} or newer; "
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
class Guard:
    """A trigger that refuses some change of every table that is only added to."""

    since: int
    """The step that brings it."""
    name: str
    """Behind the name of the table."""
    statement: str
    """Makes ``{trigger}`` of ``{table}``; ``{is_there}``: it has the key of a new row already."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one database says the same."""

    words: Mapping[str, str]
    first: tuple[str, ...]
    """What must be there before any table."""
    guards: tuple[Guard, ...]

    def statements(self, migration: Migration) -> Iterator[str]:
        """All that one step asks of the database."""
        for statement in migration.statements:
            yield statement.format(**self.words)
        for table, keys, guard in self._guarded(migration.version):
            is_there = " OR ".join(_is_there(table, key) for key in keys)
            trigger = f"{table}_{guard.name}"
            yield guard.statement.format(table=table, trigger=trigger, is_there=is_there)

    def triggers(self) -> Iterator[tuple[str, str]]:
        """The trigger and its table, for each that the newest tables have."""
        for migration in MIGRATIONS:
            for table, _, guard in self._guarded(migration.version):
                yield f"{table}_{guard.name}", table

    def _guarded(self, version: int) -> Iterator[tuple[str, tuple[str, ...], Guard]]:
        """What a step guards: its own tables, and by a new guard those before."""
        for migration in MIGRATIONS:
            for table, keys in migration.kept.items():
                for guard in self.guards:
                    if max(migration.version, guard.since) == version:
                        yield table, keys, guard


def check_guards(name: str, dialect: Dialect, found: Collection[tuple[object, ...]]) -> None:
    """RecordBroken when a trigger is gone that refuses changes of the past."""
    for trigger, table in dialect.triggers():
        if (trigger, table) not in found:
            raise RecordBroken(
                f"{name}: table {table} has no trigger {trigger}, which would refuse to change it; "
                "somebody took it away"
            )


def _is_there(table: str, key: str) -> str:
    """Whether a table has the key of a new row already."""
    new = ", ".join(f"NEW.{column}" for column in key.split(", "))
    return f"EXISTS (SELECT 1 FROM {table} WHERE ({key}) = ({new}))"  # noqa: S608 (constants)


_REFUSE = "BEGIN SELECT RAISE(ABORT, '{table}: the record is only added to'); END"

SQLITE = Dialect(
    words={
        "text": "TEXT",
        "number": "INTEGER",
        "flag": "INTEGER",
        "bytes": "BLOB",
        # The rows stand in the tree of their key itself: one write instead of two.
        "plain": "STRICT, WITHOUT ROWID",
        # But where rows can be long, SQLite would read one whole to look at its key; and every
        # transfer of a settlement looks for its event.
        "big": "STRICT",
    },
    first=(),
    guards=(
        Guard(1, "unchanged", f"CREATE TRIGGER {{trigger}} BEFORE UPDATE ON {{table}} {_REFUSE}"),
        Guard(1, "undeleted", f"CREATE TRIGGER {{trigger}} BEFORE DELETE ON {{table}} {_REFUSE}"),
        # REPLACE takes a row away without a DELETE that a trigger would see.
        Guard(
            2,
            "unreplaced",
            "CREATE TRIGGER IF NOT EXISTS {trigger} BEFORE INSERT ON {table} WHEN {is_there} "
            + _REFUSE,
        ),
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
        Guard(
            1,
            "kept",
            "CREATE TRIGGER {trigger} BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION punto_refuse_change()",
        ),
    ),
)
