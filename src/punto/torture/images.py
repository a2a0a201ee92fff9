"""A file as the disk has it: what was synced is safe, what was only written may be lost."""

from dataclasses import dataclass, field

from punto.torture.chance import Chance

SECTOR = 512


@dataclass(frozen=True, slots=True)
class Written:
    """Bytes that were given to the disk."""

    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class CutTo:
    """A file was made shorter."""

    size: int


Change = Written | CutTo


def changed(content: bytearray, change: Change) -> None:
    """Carry a change out."""
    if isinstance(change, CutTo):
        del content[change.size :]
        return
    if change.offset > len(content):
        content.extend(bytes(change.offset - len(content)))
    content[change.offset : change.offset + len(change.data)] = change.data


@dataclass
class Image:
    """One file: what is safe, and what came after the last sync."""

    safe: bytearray = field(default_factory=bytearray)
    unsynced: list[Change] = field(default_factory=list)
    is_listed: bool = True
    """Whether its entry in the folder is safe; a new file's is not before its first sync."""
    before: "Image | None" = None
    """The file that was deleted under this name, as long as that is not safe either."""
    is_there: bool = True
    """Whether there is such a file; one that was deleted may come back all the same."""

    def sync(self) -> None:
        """Everything that was written is safe from now on."""
        for change in self.unsynced:
            changed(self.safe, change)
        self.unsynced.clear()
        self.is_listed, self.before = True, None

    def fail_to_sync(self, chance: Chance) -> None:
        """After an error the system takes what waited for written, and drops some of it.

        Whoever reads still sees it, and the next sync says that all is well. How long a file is,
        file systems keep in another way, and do not forget.
        """
        self.unsynced = [
            change for change in self.unsynced if isinstance(change, CutTo) or chance.one_in(2)
        ]

    def deleted(self) -> "Image":
        """What there is in place of the file when it was deleted, and the folder not synced."""
        return Image(is_listed=False, before=self, is_there=False)

    def made_anew(self) -> "Image":
        """An empty file in place of one that was deleted."""
        return Image(is_listed=False, before=self.before)

    def after_power_failure(self, chance: Chance) -> bytes | None:
        """What is found afterwards; None for a file that was never listed in its folder."""
        if not self.is_listed and chance.one_in(2):
            return None if self.before is None else self.before.after_power_failure(chance)
        if not self.is_there:
            return None
        content = bytearray(self.safe)
        for change in self._that_arrived(chance):
            changed(content, change)
        return bytes(content)

    def _that_arrived(self, chance: Chance) -> list[Change]:
        """Disks keep no order between two syncs: all, none, the first ones, or any sectors."""
        way, waiting = chance.below(4), self.unsynced
        if way == 0 or not waiting:
            return []
        if way == 1:
            return waiting
        if way == 2:  # noqa: PLR2004 (the third of four ways)
            cut = chance.below(len(waiting))
            return [*waiting[:cut], *_torn(waiting[cut], chance)]
        return [piece for change in waiting for piece in _torn(change, chance)]


def _torn(change: Change, chance: Chance) -> list[Change]:
    """The parts of a change that arrived: each sector, or none of it, or its first bytes."""
    if isinstance(change, CutTo):
        return [change] if chance.one_in(2) else []
    arrived: list[Change] = []
    first = 0
    while first < len(change.data):
        # Sectors lie where the disk has them, not where a write begins.
        last = min(len(change.data), first + SECTOR - (change.offset + first) % SECTOR)
        if chance.one_in(16):
            last_kept = first + chance.below(last - first)
            arrived.append(Written(change.offset + first, change.data[first:last_kept]))
        elif chance.one_in(2):
            arrived.append(Written(change.offset + first, change.data[first:last]))
        first = last
    return arrived
