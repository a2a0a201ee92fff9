"""A file as the disk holds it: synced data is safe, unsynced data may be lost."""

from dataclasses import dataclass, field

from punto.torture.chance import RandomNumbers
from punto.values import Value

SECTOR = 512


class Written(Value):
    """Bytes written to the disk."""

    offset: int
    data: bytes


class CutTo(Value):
    """A truncation of the file."""

    size: int


Change = Written | CutTo


def changed(content: bytearray, change: Change) -> None:
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
    unsynced: list[Change] = field(default_factory=list)
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

    def _that_arrived(self, chance: RandomNumbers) -> list[Change]:
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


def _torn(change: Change, chance: RandomNumbers) -> list[Change]:
    """Return the parts of a change that arrived: whole sectors, or their first bytes."""
    if isinstance(change, CutTo):
        return [change] if chance.one_in(2) else []
    arrived: list[Change] = []
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
