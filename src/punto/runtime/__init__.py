"""The runtime: decides commands in order, records them in one transaction, then publishes them."""

from punto.runtime.command_fingerprints import fingerprint
from punto.runtime.drafts import Answer
from punto.runtime.folds import FloorFold, TableFold
from punto.runtime.interruptions import IN_A_ROUND
from punto.runtime.mailboxes import Closed
from punto.runtime.node_setup import Listen, OnHalt, Setup, tell_nobody
from punto.runtime.nodes import Node
from punto.runtime.ports import (
    FLOOR,
    Batch,
    CannotRecord,
    Event,
    Journal,
    KeptSnapshot,
    Lease,
    NewerForm,
    Notice,
    OutOfReach,
    Overtaken,
    RecordBroken,
    Refusal,
    Snapshot,
    StoredAnswer,
    Stream,
    Vault,
    is_of_a_table,
    stream_of,
    table_of,
)
from punto.runtime.recordability import NotRecordable, is_recordable
from punto.runtime.served_stream import News, Stopped, StreamStanding
from punto.runtime.snapshot_check import Confirmed
from punto.runtime.snapshot_keeper import SIGN_AFTER_MS, Remembered
from punto.runtime.stream_runtime import Halted, Published, Runtime, seen
from punto.runtime.stream_start import FloorRuntime, new_table
from punto.runtime.timers import Shoes, drawn, step_wish
