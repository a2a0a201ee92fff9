"""Every page of the floor checked by axe-core, in the states in which people see it."""

import pytest
from playwright.sync_api import expect

from support.browser import sizes
from support.browser.accessibility import expect_accessible
from support.browser.floors import Floor
from support.browser.pit_page import SECTIONS
from support.browser.screens import KIOSK, PHONE, Screens
from support.browser.sizes import expect_in_reach, expect_no_sideways_scroll, expect_uncovered


def test_a_terminal_and_a_display_through_a_round(floor: Floor, screens: Screens) -> None:
    table = floor.table("mbs-fortune-six")
    terminal, console = screens.terminal(table, size=PHONE), screens.console(table)
    display = screens.display(table)
    expect(terminal.credits).to_have_text("$1,000.00")
    expect_accessible(terminal.page)
    console.open_bets()
    terminal.expect_open()
    terminal.bet("player", "$5")
    expect_accessible(terminal.page)
    expect(display.get_by_text("Place your bets")).to_be_visible()
    expect_accessible(display)
    console.play("9S 5H KC 5D")
    terminal.expect_result("player", "Won", 5_00)
    terminal.page.set_viewport_size({"width": KIOSK[0], "height": KIOSK[1]})
    expect_accessible(terminal.page)
    expect(display.get_by_text("Player wins")).to_be_visible()
    expect_accessible(display)


@pytest.mark.parametrize("sheet", ["Rules", "Past rounds", "Money"])
def test_the_sheets_of_a_terminal(sheet: str, floor: Floor, screens: Screens) -> None:
    terminal = screens.terminal(floor.table())
    terminal.page.get_by_role("button", name=sheet).click()
    opened = terminal.page.get_by_role("dialog")
    expect(opened).to_be_visible()
    expect(opened.get_by_text("Loading")).to_have_count(0)
    expect_accessible(terminal.page)


def test_a_console_through_a_round(floor: Floor, screens: Screens) -> None:
    table = floor.table(patrons=0)
    console = screens.console(table)
    expect(console.big).to_be_visible()
    expect_accessible(console.page)
    console.open_bets()
    expect_accessible(console.page)
    console.close_bets()
    console.key("9S")
    expect_accessible(console.page)
    console.page.get_by_role("button", name="Something went wrong").click()
    expect(console.page.get_by_role("dialog")).to_be_visible()
    expect_accessible(console.page)
    console.page.get_by_role("button", name="Close").click()
    console.page.get_by_role("button", name="Shoe and table").click()
    expect(console.page.get_by_role("dialog")).to_be_visible()
    expect_accessible(console.page)


def test_every_section_of_the_pit(floor: Floor, screens: Screens) -> None:
    table = floor.table(patrons=2)
    pit = screens.pit(table)
    for section in SECTIONS:
        expect(pit.section(section).get_by_role("heading").first).to_be_visible()
        expect_accessible(pit.page)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/sign-in", "Sign in"),
        ("/set-up#found=token", "Set up the floor"),
        ("/set-up#password=token", "Choose your password and PIN"),
        ("/set-up", "Choose your password and PIN"),
        ("/enrol", "Enrol this terminal"),
    ],
)
def test_the_doors(path: str, title: str, floor: Floor, screens: Screens) -> None:
    page = screens.page()
    page.goto(f"{floor.address}{path}")
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect_accessible(page)


def test_the_instruments_find_what_is_planted(floor: Floor, screens: Screens) -> None:
    page = screens.page(PHONE)
    page.goto(f"{floor.address}/sign-in")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.evaluate("document.body.append(new Image())")
    with pytest.raises(AssertionError, match="image-alt"):
        expect_accessible(page)
    page.evaluate(
        "document.body.lastChild.style.cssText = 'display: block; width: 400px; height: 9px'"
    )
    with pytest.raises(AssertionError, match="wider than its screen"):
        expect_no_sideways_scroll(page)
    with page.expect_event("pageerror"):
        page.evaluate("() => { setTimeout(() => { throw new Error('planted') }) }")
    assert [each for each in screens.unexcused if "planted" in each] != []
    screens.excuse("planted")


def test_a_part_that_is_covered_or_not_on_the_screen_is_found(
    floor: Floor, screens: Screens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sizes, "PATIENCE_MS", 0)
    page = screens.page(PHONE)
    page.goto(f"{floor.address}/sign-in")
    parts = page.get_by_role("button").or_(page.get_by_role("textbox"))
    expect(parts).not_to_have_count(1)
    expect_uncovered(parts)
    parts.last.evaluate("part => { part.style.transform = 'translateX(9px)' }")
    expect_uncovered(parts)
    parts.last.evaluate("part => { part.style.transform = 'translateX(50vw)' }")
    with pytest.raises(AssertionError, match="not on the screen"):
        expect_uncovered(parts)
    parts.last.evaluate("""part => {
      part.style.transform = 'none';
      const box = part.getBoundingClientRect(), lid = document.createElement("i");
      document.body.append(lid);
      lid.style.cssText = `position: fixed; left: ${box.left}px; top: ${box.top}px; width: 12px;
        height: 12px`;
    }""")
    with pytest.raises(AssertionError, match="covered"):
        expect_uncovered(parts)
    parts.last.evaluate("part => { part.style.cssText = 'width: 30px; min-width: 0' }")
    with pytest.raises(AssertionError, match="30 x"):
        expect_in_reach(parts)
