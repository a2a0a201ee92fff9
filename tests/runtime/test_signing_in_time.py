"""New events are signed in time: once, even if there is no snapshot to keep."""

from punto.runtime.ports import FLOOR, Overtaken, stream_of
from punto.runtime.snapshot_keeper import SnapshotKeeper, Unsigned
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.journal import StoredJournal
from punto.values.ids import Instant, TableId
from support.runtime.stage import FOLD, Server
from support.storage.memory import MemoryDatabase


class Kept:
    """A table, and how often it was signed."""

    def __init__(self, key: SigningKey, *faults: Exception) -> None:
        self.key, self.faults, self.signed = key, list(faults), 0
        self.journal = StoredJournal(MemoryDatabase(), [key.public])
        self.server = Server(self.journal).set_up()
        self.keeper = SnapshotKeeper(self.journal, FOLD, self.sign)

    def sign(self) -> None:
        if self.faults:
            raise self.faults.pop()
        self.signed += 1
        sign_checkpoint(self.journal.database, self.key, Instant(1))


def test_other_streams_are_signed_too_and_once(key: SigningKey) -> None:
    kept = Kept(key)
    kept.keeper.keep([kept.server.runtime], others={FLOOR: 1})
    for end, signed in ((1, 1), (2, 2), (2, 2)):
        kept.keeper.keep([kept.server.runtime], others={FLOOR: end})
        assert kept.signed == signed


def test_what_was_signed_before_the_start_is_not_signed_again(key: SigningKey) -> None:
    kept = Kept(key)
    sign_checkpoint(kept.journal.database, key, Instant(1))
    ends = kept.journal.check_signed_ends()
    assert ends == {kept.server.stream: kept.server.runtime.position}
    kept.keeper.note(kept.server.stream, kept.server.runtime.position)
    kept.keeper.unsigned.note(ends)
    kept.keeper.keep([kept.server.runtime])
    assert kept.signed == 0


def test_whoever_was_overtaken_has_still_something_to_sign(key: SigningKey) -> None:
    kept = Kept(key, Overtaken("checkpoint 1: signed by another node"))
    for signed in (0, 1, 1):
        kept.keeper.keep([kept.server.runtime])
        assert kept.signed == signed


def test_what_nobody_signed_waits_so_long_and_no_longer() -> None:
    unsigned, stream = Unsigned(after_ms=900), stream_of(TableId("A1"))
    unsigned.note({stream: 5})
    looks = [
        # (now, end, whether signing is due)
        (0, 5, False),
        (10_000, 5, False),  # nothing new
        (10_100, 6, False),  # recorded after the previous look
        (10_899, 9, False),
        (10_900, 9, True),
        (10_901, 9, False),  # said once, even if no node has signed
        (11_800, 9, True),
    ]
    for now, end, is_time in looks:
        assert unsigned.has_waited({stream: end}, Instant(now)) is is_time, now
    unsigned.note({stream: 9})
    assert not unsigned.has_waited({stream: 9}, Instant(99_999))
