"""The newest line of a terminal takes over from older ones, at other nodes of the floor, too."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from punto.storage.addresses import open_vault
from punto.values.ids import Instant, TableId, TerminalId
from punto.web.lines.newest_lines import NewestLines, OpenedNote
from punto.web.screens.audiences import AudienceScreen, OfTerminal, Roster
from punto.web.security.vault_notes import VaultNotes

if TYPE_CHECKING:
    from punto import runtime
    from punto.web.screens.table_feeds import TableFeeds

ONE, OTHER = TerminalId("A1-1"), TerminalId("A1-2")
MINUTE_MS = 60_000


@dataclass
class Screens:
    """The screens of a node, all at one table."""

    roster: Roster = field(default_factory=Roster)

    def screens_of(self, terminal: TerminalId) -> tuple[AudienceScreen, ...]:
        return self.roster.of(terminal)

    def table_of(self, _screen: AudienceScreen) -> TableId:
        return TableId("A1")


@dataclass
class Node:
    """One of several nodes that have a vault in common."""

    vault: "runtime.Vault"
    now: Callable[[], Instant]
    is_shared: bool = True
    leads_away: bool = False
    screens: Screens = field(default_factory=Screens)
    lines: NewestLines = field(init=False)

    def __post_init__(self) -> None:
        self.lines = NewestLines(
            self.vault,
            cast("runtime.Node", self),
            cast("TableFeeds", self.screens),
            self.now,
            lambda _: self.leads_away,
        )

    def open(self, tab: str, terminal: TerminalId = ONE) -> AudienceScreen:
        """Open a line, as a page does."""
        screen = AudienceScreen(OfTerminal(terminal), tab=tab)
        self.lines.open(screen, terminal)
        self.screens.roster.add(screen)
        return screen

    def close(self, screen: AudienceScreen) -> None:
        self.screens.roster.remove(screen)


@dataclass
class House:
    """The nodes, and their clock."""

    vault: "runtime.Vault"
    ms: int = 1_000

    def now(self) -> Instant:
        return Instant(self.ms)

    def node(self, *, is_shared: bool = True) -> Node:
        return Node(self.vault, self.now, is_shared)

    async def notes(self) -> dict[str, OpenedNote]:
        return dict(await VaultNotes(self.vault, "opened lines", OpenedNote).all())


def is_told(screen: AudienceScreen) -> bool:
    """Whether the screen is told that it was replaced, once, and its line ends."""
    told = screen.take(Instant(0)).count(b'"replaced"')
    assert told == screen.replaced
    return screen.replaced


def happens(folder: Path, story: Callable[[House], Awaitable[None]]) -> None:
    vault = open_vault(str(folder / "floor.db"))

    async def told() -> None:
        await story(House(vault))

    asyncio.run(told())
    vault.close()


async def look_around(*nodes: Node) -> None:
    """Let each node tell of its lines, and then hear of all others."""
    for node in nodes * 2:
        await node.lines.look()


def test_an_older_line_ends_wherever_the_newer_one_was_opened(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        nodes = here, there, beyond = house.node(), house.node(), house.node()
        older, bystander = here.open("x"), here.open("x", OTHER)
        await look_around(*nodes)
        house.ms += MINUTE_MS // 2
        newer = there.open("y")
        await look_around(*nodes)
        assert [is_told(each) for each in (older, newer, bystander)] == [True, False, False]
        here.close(older)
        house.ms += 10 * MINUTE_MS
        newest = beyond.open("z")
        await look_around(*nodes)
        assert [is_told(each) for each in (newer, newest, bystander)] == [True, False, False]

    happens(tmp_path, story)


def test_one_of_two_lines_of_the_same_moment_ends(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        here, there = house.node(), house.node()
        screens = here.open("x"), there.open("y")
        await look_around(here, there)
        assert [is_told(each) for each in screens] == [True, False]

    happens(tmp_path, story)


def test_a_tab_does_not_end_a_line_of_its_own_at_another_node(tmp_path: Path) -> None:
    """It ends it itself, if it has not gone back to it meanwhile."""

    async def story(house: House) -> None:
        here, there = house.node(), house.node()
        first = here.open("x")
        house.ms += 1
        second = there.open("x")
        await look_around(here, there)
        assert not is_told(first)
        assert not is_told(second)
        # Another tab replaces both.
        house.ms += 1
        newest = there.open("y")
        await look_around(here, there)
        assert [is_told(each) for each in (first, second, newest)] == [True, True, False]

    happens(tmp_path, story)


def test_a_line_that_has_moved_on_before_its_node_hears_of_another_tab_is_the_newest(
    tmp_path: Path,
) -> None:
    async def story(house: House) -> None:
        nodes = here, there, beyond = house.node(), house.node(), house.node()
        left = here.open("x")
        house.ms += 1
        other = there.open("y")
        house.ms += 1
        moved = beyond.open("x")
        await beyond.lines.look()
        await there.lines.look()
        await look_around(*nodes)
        assert [is_told(each) for each in (left, other, moved)] == [False, True, False]

    happens(tmp_path, story)


def test_a_screen_that_is_to_leave_its_node_is_left_alone_until_it_stays(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        here, there = house.node(), house.node()
        older = here.open("x")
        house.ms += 1
        here.leads_away = True
        there.open("y")
        await look_around(here, there)
        assert not is_told(older)
        # The node can serve it again.
        here.leads_away = False
        await here.lines.look()
        assert is_told(older)

    happens(tmp_path, story)


def test_a_line_is_heard_of_by_a_node_that_could_not_look_for_a_minute(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        here, there = house.node(), house.node()
        older = here.open("x")
        await look_around(here, there)
        house.ms += 1
        there.open("y")
        for number in range(20):
            house.ms += MINUTE_MS // 20
            there.open("z", TerminalId(f"B2-{number}"))
            await there.lines.look()
        await here.lines.look()
        assert is_told(older)

    happens(tmp_path, story)


def test_notes_hold_the_lines_of_a_minute_and_outlive_their_node_by_two(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        here, there = house.node(), house.node()
        for number in range(1, 41):
            house.ms += MINUTE_MS // 20
            here.open("x", TerminalId(f"A1-{number}"))
        await here.lines.look()
        (note,) = (await house.notes()).values()
        assert [each.terminal for each in note.lines] == [f"A1-{each}" for each in range(20, 41)]
        house.ms += 2 * MINUTE_MS
        await there.lines.look()
        assert await house.notes()
        house.ms += 1
        await there.lines.look()
        assert not await house.notes()
        # The node is there after all.
        here.open("x")
        await here.lines.look()
        (note,) = (await house.notes()).values()
        assert [each.terminal for each in note.lines] == [ONE]

    happens(tmp_path, story)


def test_nothing_is_written_while_no_line_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        here, there = house.node(), house.node()
        here.open("x")
        await look_around(here, there)
        monkeypatch.setattr(VaultNotes, "add", None)
        monkeypatch.setattr(VaultNotes, "change", None)
        await look_around(here, there)

    happens(tmp_path, story)


def test_a_node_that_has_no_others_notes_nothing(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        alone = house.node(is_shared=False)
        older, newer = alone.open("x"), alone.open("y")
        assert [is_told(each) for each in (older, newer)] == [True, False]
        alone.lines.begin()
        await asyncio.sleep(0.1)
        await alone.lines.close()
        assert not await house.notes()

    happens(tmp_path, story)
