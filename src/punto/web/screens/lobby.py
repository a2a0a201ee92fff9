"""The lobby: all tables in a few figures, for the screens that show them.

A bet costs the lobby nothing. At most once a second, and only while a screen shows the lobby, the
tables that changed are encoded, once for all screens.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from punto.values import Instant, TableId
from punto.views.roads import Roads
from punto.views.screens import all_roads, lobby_tile
from punto.web.duties import Duty
from punto.web.screens.audiences import NOTHING_TOLD, AudienceScreen
from punto.web.screens.feeds import TableFeed
from punto.web.sessions.frames import framed
from punto.web.wire.parts import ROADS, TILE, encode

LOOK_S = 1.0
"""How often the tables are looked at while a screen shows them."""


@dataclass(slots=True)
class _Entry:
    """A table as the screens know it, and the version of the lobby that brought it."""

    seen: tuple[int, str] | None = None
    """The position and the halt of the feed when it was looked at."""
    roads: Roads | None = None
    tile: bytes = b""
    tile_version: int = NOTHING_TOLD
    road: bytes = b""
    road_version: int = NOTHING_TOLD


class Lobby:
    """Every table as its tile and its roads; used in one event loop only."""

    def __init__(self, feeds: Mapping[TableId, TableFeed]) -> None:
        self.version = 0
        self._feeds = feeds
        self._entries: dict[TableId, _Entry] = {}
        self._screens: set[AudienceScreen] = set()
        self._frames: dict[int, bytes] = {}
        """The message for a screen that has seen that version; nearly all have seen the last."""

    def join(self, screen: AudienceScreen) -> None:
        """Show the lobby on a screen, beginning with all tables."""
        if not self._screens:
            self.look()  # not looked at since the last screen left
        self._screens.add(screen)
        screen.enter(self)

    def leave(self, screen: AudienceScreen) -> None:
        """Stop showing the lobby on a screen."""
        self._screens.discard(screen)
        screen.enter(None)

    async def follow(self) -> None:
        """Look at the tables for as long as a screen shows them."""
        await Duty("the lobby waits", self._look_for_screens, LOOK_S).run()

    async def _look_for_screens(self) -> None:
        if self._screens:
            self.look()

    def look(self) -> None:
        """Encode what changed since the last look, and tell the screens."""
        version = self.version + 1
        changed = [self._look_at(table, feed, version) for table, feed in self._feeds.items()]
        if not any(changed):
            return
        self.version = version
        self._frames.clear()
        for screen in self._screens:
            screen.wake()

    def _look_at(self, table: TableId, feed: TableFeed, version: int) -> bool:
        entry = self._entries.setdefault(table, _Entry())
        seen = feed.position, feed.halted
        if entry.seen == seen:
            return False
        entry.seen = seen
        tile = lobby_tile(feed.watched, is_halted=bool(feed.halted))
        if tile is None:
            return False
        encoded, changed = encode(TILE, tile), False
        if encoded != entry.tile:
            entry.tile, entry.tile_version, changed = encoded, version, True
        if feed.watched.roads is not entry.roads:
            entry.roads = feed.watched.roads
            entry.road, entry.road_version = encode(ROADS, all_roads(entry.roads)), version
            changed = True
        return changed

    def frame_since(self, version: int, now: Instant) -> bytes:
        """Return the message that brings a screen from this version up to date."""
        if version not in self._frames:
            self._frames[version] = framed(self._message_since(version, now))
        return self._frames[version]

    def _message_since(self, version: int, now: Instant) -> bytes:
        entries = self._entries.items()
        tiles = b",".join(each.tile for _, each in entries if each.tile_version > version)
        roads = b",".join(
            msgspec.json.encode(table) + b":" + each.road
            for table, each in entries
            if each.road_version > version
        )
        return b'{"say":"lobby","now":%d,"tiles":[%b],"roads":{%b}}' % (now, tiles, roads)
