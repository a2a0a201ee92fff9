"""Where a process can be told to die; it dies at once, without any cleanup."""

import os
from dataclasses import dataclass
from enum import Enum
from signal import SIGKILL


class Point(Enum):
    """A moment between two steps of a table's process."""

    # During the start.
    MAKING = "the tables of a new record are being made"
    LOCKING = "the writer's lock is taken, and its name not yet written"
    RECOVERING = "the log that an earlier life left is being read"
    REPLAYING = "the record is being replayed"
    # While serving.
    BEFORE = "a batch is about to begin its transaction"
    BEGUN = "the transaction has begun, and its streams are locked"
    HALF_WRITTEN = "the events are written, and the answers are not"
    WRITTEN = "all rows are written, and nothing is committed"
    LOG_TORN = "half of a page of the log is on the disk"
    LOG_UNSYNCED = "the log is written, and not yet synced"
    COMMIT_SENT = "the commit is on its way to the server"
    COMMITTED = "the batch is recorded, and nobody was told"
    ANSWERING = "one of a batch was answered, and the others were not"
    FOLDING_LOG = "a page of the log is half written back into the file"
    KEEPING = "a snapshot is written, and not committed"
    SIGNING = "a checkpoint is written, and not committed"
    SIGNED = "a checkpoint is recorded, and nobody was told"
    MOVING = "a terminal has left one table and not come to the other"
    MOVED = "a move is recorded, and nobody was told"


AT_START = frozenset({Point.MAKING, Point.LOCKING, Point.RECOVERING, Point.REPLAYING})
"""Points that a process passes before it listens."""

OF_SQLITE = frozenset(
    {Point.LOCKING, Point.RECOVERING, Point.LOG_TORN, Point.LOG_UNSYNCED, Point.FOLDING_LOG}
)
OF_POSTGRESQL = frozenset({Point.COMMIT_SENT})


@dataclass
class Doom:
    """When a process is to die: at which passage of which point; without a point it lives."""

    point: Point | None
    turn: int

    def comes_at(self, point: Point) -> bool:
        """Whether to die at this point now; the caller does what is left to do, and dies."""
        if point is not self.point:
            return False
        self.turn -= 1
        return self.turn == 0

    def reached(self, point: Point) -> None:
        """Die here, if this is the fatal passage."""
        if self.comes_at(point):
            die()


def die() -> None:
    """End as if the plug were pulled: no handler, no flush."""
    os.kill(os.getpid(), SIGKILL)
