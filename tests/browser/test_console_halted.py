"""A table whose record is broken is halted, and the console says what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from support.browser.floors import MANAGER, Floor
from support.browser.screens import Screens


def tamper(record: Path, stream: str, by_ms: int = 1) -> None:
    """Change the time of a table's last event, past the guards of the record."""
    with closing(sqlite3.connect(record)) as database:
        named = "SELECT sql FROM sqlite_master WHERE name = 'events_unchanged'"
        ((guard,),) = database.execute(named)
        database.execute("DROP TRIGGER events_unchanged")
        newest = "SELECT max(position) FROM events WHERE stream = ?"
        ((position,),) = database.execute(newest, (stream,))
        change = "UPDATE events SET at = at + ? WHERE stream = ? AND position = ?"
        database.execute(change, (by_ms, stream, position))
        database.execute(guard)
        database.commit()


@pytest.fixture
def own_floor(tmp_path: Path) -> Iterator[Floor]:
    """A floor for this test alone, which would not pass an audit at the end."""
    floor = Floor(tmp_path)
    yield floor
    floor.kill()


def test_a_halted_table_takes_nothing_and_says_whom_to_call(
    own_floor: Floor, screens: Screens
) -> None:
    table, other = own_floor.table(patrons=0), own_floor.table(patrons=0)
    own_floor.kill()
    tamper(own_floor.folder / "floor.db", f"table/{table.name}")
    own_floor.start()

    console = screens.console(table)
    halted = console.page.get_by_role("alert").filter(has_text="Table halted")
    expect(halted).to_contain_text("Call the Gaming Shift Manager")
    expect(halted).to_contain_text("the record does not hold")
    expect(console.big.and_(console.page.locator(":enabled"))).to_have_count(0)
    for name in ("Something went wrong", "Shoe and table"):
        expect(console.page.get_by_role("button", name=name)).to_be_disabled()
    # A fault of one table does not affect another.
    screens.console(other).open_bets()

    # The pit restarts the table when its record holds, and not before.
    pit = screens.pit(table, MANAGER)
    bring_up = pit.section("Tables").get_by_role("button", name="Verify and restart")
    screens.excuse("503")
    bring_up.click()
    pit.expect_told("the record does not hold")
    pit.page.get_by_role("button", name="中文").click()
    expect(pit.page.get_by_role("alert").filter(has_text="赌桌已停止")).to_contain_text(
        "记录核对不符"
    )
    pit.page.get_by_role("button", name="English").click()
    tamper(own_floor.folder / "floor.db", f"table/{table.name}", -1)
    bring_up.click()
    expect(bring_up).to_have_count(0)
    expect(halted).to_have_count(0)
    console.open_bets()
