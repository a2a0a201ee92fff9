"""The names of patrons at live tables: personal data that staff see, and that no record contains.

A name is kept outside the record, under a table and a patron's key, and is sent only to screens of
staff. Everything else refers to the key alone, so an erased name leaves no gap.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec

from punto.identity import EraseName, FloorCommand
from punto.live import PatronKey
from punto.runtime import Node, NotRecordable, Vault
from punto.values import CommandId, Instant, PersonId, TableId
from punto.web.duties import Duty
from punto.web.security.vault_notes import VaultNotes

KIND = "patron"
_BETWEEN = "/"
"""No id of a table, and no key of a patron, contains it."""
_LOOK_S = 2.0
"""How soon a name entered or erased by another process shows here."""

Names = dict[PatronKey, str]


class NameNote(msgspec.Struct, frozen=True):
    """The name of a patron, who entered it, and when."""

    name: str
    """Empty once the command line has erased it, until the floor's record says so."""
    by: str
    at: int


def note_name(table: TableId, patron: PatronKey) -> str:
    """Return the name of the note about a patron."""
    return f"{table}{_BETWEEN}{patron}"


def patron_of(name: str) -> tuple[TableId, PatronKey]:
    """Return the table and the patron of a note."""
    table, _, patron = name.partition(_BETWEEN)
    return TableId(table), PatronKey(patron)


class PatronNames:
    """The names on a floor, as this node last read them."""

    def __init__(
        self,
        vault: Vault,
        node: Node,
        now: Callable[[], Instant],
        show: Callable[[TableId, Names], None],
    ) -> None:
        self._notes = VaultNotes(vault, KIND, NameNote)
        self._node, self._now, self._show = node, now, show
        self._shown: dict[TableId, Names] = {}
        self.looking = Duty("the names of patrons wait", self._look_and_record, _LOOK_S)
        """Also reads the names that other processes enter or erase."""

    async def enter(self, table: TableId, patron: PatronKey, name: str, by: PersonId) -> None:
        """Keep a patron's name, in place of an earlier one."""
        key, note = note_name(table, patron), NameNote(name, by, self._now())
        if not await self._notes.add(key, note):
            await self._notes.change(key, lambda _: note)
            await self._notes.scrub()
        await self._look()

    async def has(self, table: TableId, patron: PatronKey) -> bool:
        """Return whether there is a name to erase."""
        note = await self._notes.get(note_name(table, patron))
        return note is not None and bool(note.name)

    async def erase(self, table: TableId, patron: PatronKey) -> None:
        """Delete a patron's name, also from the bytes of the files."""
        await self._notes.remove(note_name(table, patron))
        await self._notes.scrub()
        await self._look()

    async def _look(self) -> Mapping[str, NameNote]:
        """Read all names, and show those that changed; returns the notes."""
        notes = await self._notes.all()
        found: dict[TableId, Names] = {}
        for key, note in notes.items():
            table, patron = patron_of(key)
            if note.name:
                found.setdefault(table, {})[patron] = note.name
        for table in {*found, *self._shown}:
            if found.get(table) != self._shown.get(table):
                self._show(table, found.get(table, {}))
        self._shown = found
        return notes

    async def _look_and_record(self) -> None:
        for key, note in (await self._look()).items():
            if not note.name:
                await self._record_erasure(key, note)

    async def _record_erasure(self, key: str, note: NameNote) -> None:
        """Record an erasure by the command line, which cannot write to a record in use."""
        # Two nodes that notice it at the same time give the same id, so it is recorded once.
        command = CommandId(f"names/{key}/{note.at}")
        wish = EraseName(*patron_of(key))
        with suppress(NotRecordable):  # a forged note
            await self._node.ask_floor(FloorCommand(command, self._now(), None, wish))
        await self._notes.remove(key)
