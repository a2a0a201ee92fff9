"""The golden record: a whole evening with every kind of event, in the format of the first release.

Run the module with PYTHONPATH=tests:tools to add the hashes that a new FOLD produces. With
``--record`` it plays the evening again and replaces the record, which must not happen once a
release has written such records.
"""

import json
import lzma
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from punto.bootstrap.rule_book import shipped_house_odds
from punto.rounds.events import TableEvent
from punto.runtime.ports import Snapshot, Stream, is_of_a_table
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import create_key
from punto.storage.codec.snapshots import FOLD, encode_snapshot
from punto.storage.journal import StoredJournal
from punto.storage.sqlite.database import open_sqlite
from punto.values.ids import Instant
from punto.web.screens.feeds import TableFeed
from support.audit.recording import Recorder, commands_of
from support.rehearsals.stage import read

FOLDER = Path(__file__).parents[2] / "storage" / "evening"
SCRIPT = FOLDER / "evening.rehearsal"
RECORD = FOLDER / "record.db.xz"
FOLDS = FOLDER / "folds.json"
"""The SHA-256 of the snapshot of each table at the end of the evening, for every FOLD."""


def unpack(folder: Path) -> Path:
    """Unpack the golden record into a folder."""
    record = folder / "record.db"
    record.write_bytes(lzma.decompress(RECORD.read_bytes()))
    return record


def end_of(journal: StoredJournal, stream: Stream) -> Snapshot:
    """Fold a table and its screens from the first event to the last."""
    feed = TableFeed(shipped_house_odds())
    events = journal.read(stream)
    feed.begin((position, event) for position, event in events if isinstance(event, TableEvent))
    feed.is_ready = True
    seen = feed.remembered()
    if seen is None:
        raise ValueError(f"{stream}: nothing to remember")
    return Snapshot(stream, seen.position, FOLD, seen.table, seen.screens)


def tables_of(journal: StoredJournal) -> list[Stream]:
    """Return the streams that belong to tables."""
    return [stream for stream in journal.streams() if is_of_a_table(stream)]


def present_folds(journal: StoredJournal) -> dict[str, str]:
    """Return a hash of each table as this version of the program folds it."""
    ends = [end_of(journal, stream) for stream in tables_of(journal)]
    return {end.stream: sha256(encode_snapshot(end, bytes(32))).hexdigest() for end in ends}


def write_record() -> None:
    """Play the script into a new record, with a signed snapshot of each table."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "record.db"
        journal, key = open_sqlite(path), create_key(Path(folder) / "checkpoint.key")
        Recorder(journal).give(commands_of(read(SCRIPT.read_text("utf-8"))))
        for stream in tables_of(journal):
            journal.keep_snapshot(end_of(journal, stream))
        sign_checkpoint(journal.database, key, Instant(1))
        journal.close()
        RECORD.write_bytes(lzma.compress(path.read_bytes(), preset=9))


def note_folds() -> None:
    """Add the hashes of the present FOLD; those of earlier ones stay as they are."""
    with TemporaryDirectory() as folder:
        journal = open_sqlite(unpack(Path(folder)))
        known = json.loads(FOLDS.read_text("utf-8")) if FOLDS.exists() else {}
        text = json.dumps({**known, FOLD: present_folds(journal)}, indent=1)
        journal.close()
    FOLDS.write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    if "--record" in sys.argv:
        write_record()
    note_folds()
