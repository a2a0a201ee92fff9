"""A disk beneath the real SQLite that loses power, fills up and fails, as planned.

An image is a file as the disk holds it: synced data is safe, unsynced data may be lost.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import apsw

from punto.torture.chance import RandomNumbers
from punto.torture.faults import FaultEffect, FaultPlace, FaultPlan, FaultRates, PlannedFault
from punto.values import Instant, Value

SECTOR = 512


class Written(Value):
    """Bytes written to the disk."""

    offset: int
    data: bytes


class CutTo(Value):
    """A truncation of the file."""

    size: int


_Change = Written | CutTo


def changed(content: bytearray, change: _Change) -> None:
    """Apply a change."""
    if isinstance(change, CutTo):
        del content[change.size :]
        return
    if change.offset > len(content):
        content.extend(bytes(change.offset - len(content)))
    content[change.offset : change.offset + len(change.data)] = change.data


@dataclass
class Image:
    """One file: its synced content, and the changes since the last sync."""

    safe: bytearray = field(default_factory=bytearray)
    unsynced: list[_Change] = field(default_factory=list)
    is_listed: bool = True
    """Whether its directory entry is synced; that of a new file is not until its first sync."""
    before: "Image | None" = None
    """The deleted file of this name, until the deletion is synced."""
    is_there: bool = True
    """Whether the file exists; a deleted one may still come back."""

    def sync(self) -> None:
        """Mark everything as synced."""
        for change in self.unsynced:
            changed(self.safe, change)
        self.unsynced.clear()
        self.is_listed, self.before = True, None

    def fail_to_sync(self, chance: RandomNumbers) -> None:
        """Drop some unsynced writes, as systems do after a failed sync.

        Readers still see them, and the next sync reports success. File systems keep the length of a
        file elsewhere, so a truncation is not dropped.
        """
        self.unsynced = [
            change for change in self.unsynced if isinstance(change, CutTo) or chance.one_in(2)
        ]

    def deleted(self) -> "Image":
        """Return the image after an unsynced deletion."""
        return Image(is_listed=False, before=self, is_there=False)

    def made_anew(self) -> "Image":
        """Return an empty file in place of a deleted one."""
        return Image(is_listed=False, before=self.before)

    def after_power_failure(self, chance: RandomNumbers) -> bytes | None:
        """Return the content after a power failure.

        None if the file was never listed in its folder.
        """
        if not self.is_listed and chance.one_in(2):
            return None if self.before is None else self.before.after_power_failure(chance)
        if not self.is_there:
            return None
        content = bytearray(self.safe)
        for change in self._that_arrived(chance):
            changed(content, change)
        return bytes(content)

    def _that_arrived(self, chance: RandomNumbers) -> list[_Change]:
        """Choose the changes that arrived: all, none, the first ones, or any sectors.

        Disks keep no order between two syncs.
        """
        way, waiting = chance.below(4), self.unsynced
        if way == 0 or not waiting:
            return []
        if way == 1:
            return waiting
        if way == 2:  # noqa: PLR2004 (the third of four ways)
            cut = chance.below(len(waiting))
            return [*waiting[:cut], *_torn(waiting[cut], chance)]
        return [piece for change in waiting for piece in _torn(change, chance)]


def _torn(change: _Change, chance: RandomNumbers) -> list[_Change]:
    """Return the parts of a change that arrived: whole sectors, or their first bytes."""
    if isinstance(change, CutTo):
        return [change] if chance.one_in(2) else []
    arrived: list[_Change] = []
    first = 0
    while first < len(change.data):
        # A sector begins at a multiple of its size, not where the write begins.
        last = min(len(change.data), first + SECTOR - (change.offset + first) % SECTOR)
        if chance.one_in(16):
            last_kept = first + chance.below(last - first)
            arrived.append(Written(change.offset + first, change.data[first:last_kept]))
        elif chance.one_in(2):
            arrived.append(Written(change.offset + first, change.data[first:last]))
        first = last
    return arrived


_KEPT = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_WAL
_UNIX_EPOCH_MS = 210_866_760_000_000
"""The year 1970 in the milliseconds of SQLite's own calendar."""
_FULL_FOR = 8
"""The most writes that a full disk refuses before there is room again."""

_PLACES = (FaultPlace.READ, FaultPlace.WRITE, FaultPlace.SYNC)
_READ, _WRITE, _SYNC = (place.value for place in _PLACES)

_ERRORS: dict[FaultEffect, type[apsw.Error]] = {
    FaultEffect.FULL: apsw.FullError,
    FaultEffect.WRITE_ERROR: apsw.IOError,
    FaultEffect.SYNC_ERROR: apsw.IOError,
    FaultEffect.READ_ERROR: apsw.IOError,
}


class FragileDisk(apsw.VFS):
    """Files of a folder, with their synced and unsynced data held separately.

    SQLite reads and writes real files, so nothing about it is imitated. After a power failure the
    disk rewrites them to the content that a real disk would have kept.
    """

    def __init__(self, folder: Path, plan: FaultPlan, now: Callable[[], Instant]) -> None:
        self.vfs_name = f"fragile {folder}"
        self.is_off = False
        self.is_suspect = False
        """Whether anything failed since the last start, so that a table may be halted."""
        self.life = 1
        """The number of the server process; files left open by an earlier process are dead."""
        self._folder, self._now = folder, now
        self._odds = {place.value: FaultRates(plan, place) for place in _PLACES}
        self._chance = RandomNumbers(plan.seed, "disk")
        self.images: dict[str, Image] = {}
        """The files, by name."""
        self._full_for = 0
        super().__init__(self.vfs_name, base="")

    def keep(self, path: Path) -> None:
        """Register a file as it is, fully synced."""
        self.images[path.name] = Image(bytearray(path.read_bytes()))

    def xOpen(  # noqa: N802 (SQLite's name)
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        """Open a file; only the database and its log are watched."""
        if self.is_off:
            raise apsw.CantOpenError("the power is off")
        if not flags[0] & _KEPT:
            return apsw.VFSFile("", name, flags)
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else str(name))
        image = self.images.get(path.name)
        if image is None:
            self.images[path.name] = Image(is_listed=False)
        elif not image.is_there:
            self.images[path.name] = image.made_anew()
        return FragileFile(name, flags, self, self.images[path.name])

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: FBT001, N802
        """Remove a file; without a sync of the folder it may come back."""
        if self.is_off:
            raise apsw.IOError("the power is off")
        super().xDelete(filename, syncdir)
        image = self.images.pop(Path(filename).name, None)
        if image is not None and not syncdir:
            self.images[Path(filename).name] = image.deleted()

    def xCurrentTimeInt64(self) -> int:  # noqa: N802
        """Return the run's own time."""
        return self._now() + _UNIX_EPOCH_MS

    def before(self, place: str, life: int) -> None:
        """Apply the planned fault of the next write, sync or read."""
        if self.is_off or life != self.life:
            raise apsw.IOError("the power is off")
        fault = self._odds[place].next()
        if fault is not None:
            self._fail(fault)
        if self._full_for and place == _WRITE:
            self._full_for -= 1
            raise apsw.FullError("disk full")

    def _fail(self, fault: PlannedFault) -> None:
        self.is_suspect = True
        if fault.trouble is FaultEffect.POWER:
            self.is_off = True
            raise apsw.IOError("the power failed")
        if fault.trouble is FaultEffect.FULL:
            self._full_for = fault.size % _FULL_FOR
        raise _ERRORS[fault.trouble](fault.trouble.value)

    def failed_to_sync(self, image: Image, life: int) -> None:
        """Mark some unsynced data of a file as lost, after a failed sync."""
        if not self.is_off and life == self.life:
            image.fail_to_sync(self._chance)

    def power_off(self) -> None:
        """Refuse all reads and writes."""
        self.is_off = True

    def power_on(self) -> None:
        """Rewrite the files: synced data, and a random part of the rest."""
        for name, image in sorted(self.images.items()):
            found = image.after_power_failure(self._chance)
            path = self._folder / name
            if found is None:
                path.unlink(missing_ok=True)
                del self.images[name]
            else:
                path.write_bytes(found)
                self.images[name] = Image(bytearray(found))
            # Shared memory is lost with the power.
            (self._folder / f"{name}-shm").unlink(missing_ok=True)
        self.next_life()

    def next_life(self) -> None:
        """Begin another server process on the same files."""
        self.life += 1
        self.is_off, self.is_suspect, self._full_for = False, False, 0

    def leave_sqlite(self) -> None:
        """Unregister this disk from SQLite."""
        with suppress(apsw.Error):
            self.unregister()


class FragileFile(apsw.VFSFile):
    """One open file; all its openers share its image."""

    def __init__(
        self,
        name: str | apsw.URIFilename | None,
        flags: list[int],
        disk: FragileDisk,
        image: Image,
    ) -> None:
        self._disk, self._image, self._life = disk, image, disk.life
        super().__init__("", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        """Read, unless the disk fails."""
        self._disk.before(_READ, self._life)
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        """Write; the data is visible but not yet synced."""
        self._disk.before(_WRITE, self._life)
        self._image.unsynced.append(Written(offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        """Truncate, which is not synced either."""
        self._disk.before(_WRITE, self._life)
        self._image.unsynced.append(CutTo(newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: ARG002, N802
        """Sync the image; nothing waits for a real disk."""
        try:
            self._disk.before(_SYNC, self._life)
        except apsw.IOError:
            self._disk.failed_to_sync(self._image, self._life)
            raise
        self._image.sync()
