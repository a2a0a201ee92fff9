"""The newest line of a terminal speaks for it, at whichever node of the floor it was opened.

Each node notes the lines that terminals have opened there recently, and once a second reads what
the others have noted. So neither a bet nor a line that stays costs anything.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from uuid import uuid4

import msgspec

from punto.runtime import Node, Vault
from punto.values import Instant, TableId, TerminalId
from punto.web.duties import Duty
from punto.web.screens.audiences import AudienceScreen
from punto.web.screens.table_feeds import TableFeeds
from punto.web.security.vault_notes import VaultNotes
from punto.web.sessions.outboxes import OutboxFull
from punto.web.wire.messages import Replaced, write

_LOOK_S = 1.0
_KEPT_MS = 60_000
"""How long a line is noted: a page has left a node that stood still for so long."""


class OpenedLine(msgspec.Struct, frozen=True, order=True, array_like=True):
    """A line that a terminal has opened; of two, the greater is the newer."""

    at: int
    tab: str
    """The second key, so that two nodes agree which of two lines of one moment is the newer."""
    terminal: str


class OpenedNote(msgspec.Struct, frozen=True):
    """The lines that terminals have opened recently at one node, in order; at least one."""

    count: int
    """All lines that were ever opened there."""
    lines: tuple[OpenedLine, ...]

    def is_over(self, now: Instant) -> bool:
        """Return whether no node has a use for it any more."""
        return now - self.lines[-1].at > 2 * _KEPT_MS


class NewestLines:
    """Lets the newest line of each terminal take over, and tells the other nodes of it."""

    def __init__(
        self,
        vault: Vault,
        node: Node,
        table_feeds: TableFeeds,
        now: Callable[[], Instant],
        leads_away: Callable[[TableId | None], bool],
    ) -> None:
        """Take a function that says whether screens at a table are to leave this node."""
        self._notes, self._name = VaultNotes(vault, "opened lines", OpenedNote), uuid4().hex
        self._table_feeds, self._now, self._leads_away = table_feeds, now, leads_away
        self._is_shared = node.is_shared
        self._opened = deque[OpenedLine]()
        self._count = self._told_count = 0
        self._read: dict[str, int] = {}
        """How many lines of each other node this one knows of."""
        self._unheeded: dict[str, OpenedLine] = {}
        """The newest line of each terminal at another node, until it has taken over here."""
        self._looking = Duty("lines at other nodes do not take over", self.look, _LOOK_S)

    def begin(self) -> None:
        """Start to look at the other nodes, if there may be any."""
        if self._is_shared:
            self._looking.begin()

    async def close(self) -> None:
        """Stop looking."""
        await self._looking.close()

    def open(self, screen: AudienceScreen, terminal: TerminalId) -> None:
        """Let a new screen speak for its terminal, and tell the terminal's other tabs.

        A tab that has reconnected is not replaced: its older line ends without a message.
        """
        screen.since = self._now()
        for older in self._table_feeds.screens_of(terminal):
            if older.tab == screen.tab:
                older.replaced = True
                older.wake()
            else:
                self._replace(older)
        if self._is_shared:
            self._note(OpenedLine(screen.since, screen.tab, terminal))

    def _note(self, line: OpenedLine) -> None:
        self._opened.append(line)
        self._count += 1
        while line.at - self._opened[0].at > _KEPT_MS:
            self._opened.popleft()

    def _replace(self, older: AudienceScreen) -> None:
        older.replaced = True
        with suppress(OutboxFull):  # it is about to end by itself
            older.put(write(Replaced(self._now())))

    async def look(self) -> None:
        """Tell the other nodes of new lines, and heed theirs."""
        await self._tell()
        for line in await self._unread():
            known = self._unheeded.get(line.terminal, line)
            self._unheeded[line.terminal] = max(known, line)
        for line in tuple(self._unheeded.values()):
            if self._heeded(line):
                del self._unheeded[line.terminal]

    async def _tell(self) -> None:
        if self._told_count == self._count:
            return
        note = OpenedNote(self._count, tuple(self._opened))
        while not await self._notes.change(self._name, lambda _: note):
            # It is the first, or another node has deleted the one before, which was over.
            if await self._notes.add(self._name, note):
                break
        self._told_count = note.count

    async def _unread(self) -> list[OpenedLine]:
        """Return the lines that were opened elsewhere since the last look."""
        notes, now, unread = await self._notes.all(), self._now(), list[OpenedLine]()
        for name, note in notes.items():
            if name != self._name:
                known = note.count - len(note.lines)
                unread += note.lines[max(0, self._read.get(name, 0) - known) :]
            if note.is_over(now):
                await self._notes.change(name, lambda kept: None if kept.is_over(now) else kept)
        self._read = {name: note.count for name, note in notes.items()}
        return unread

    def _heeded(self, line: OpenedLine) -> bool:
        """End the older lines of other tabs here; false if a screen is about to leave anyway.

        Such a screen opens a newer line elsewhere, which it must not be kept from.
        """
        for screen in self._table_feeds.screens_of(TerminalId(line.terminal)):
            if self._leads_away(self._table_feeds.table_of(screen)):
                return False
            is_older = (screen.since, screen.tab) < (line.at, line.tab)
            if is_older and screen.tab != line.tab and not screen.replaced:
                screen.is_elsewhere = True
                self._replace(screen)
        return True
