"""A terminal played with a keyboard."""

from playwright.sync_api import expect

from support.browser.accessibility import expect_accessible
from support.browser.floors import Floor
from support.browser.screens import DESK, PHONE, Screens


def test_a_round_is_bet_with_the_keyboard_alone(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    console.open_bets()
    terminal.expect_open()
    keys = terminal.page.keyboard
    keys.press("3")
    expect(terminal.page.get_by_role("radio", name="Chip of $25")).to_be_checked()
    keys.press("b")
    expect(terminal.spot("banker")).to_be_focused()
    keys.press("Enter")
    terminal.expect_registered("banker", "$25")
    keys.press("d")
    terminal.expect_registered("banker", "$50")
    keys.press("u")
    terminal.expect_registered("banker", "$25")
    keys.press("c")
    expect(terminal.spot("banker").locator(".amount")).to_have_count(0)
    keys.press("u")
    terminal.expect_registered("banker", "$25")
    console.play("9S 5H KC 5D")
    console.open_bets()
    terminal.expect_open()
    keys.press("r")
    terminal.expect_registered("banker", "$25")


def test_arrow_keys_move_between_the_bets_and_between_the_chips(
    floor: Floor, screens: Screens
) -> None:
    terminal = screens.terminal(floor.table())
    expect(terminal.spot("player")).to_be_visible()
    keys = terminal.page.keyboard
    keys.press("ArrowRight")
    expect(terminal.spot("player")).to_be_focused()
    for key, bet in (
        ("ArrowRight", "tie"),
        ("ArrowRight", "banker"),
        ("ArrowRight", "banker"),
        ("ArrowDown", "tiger-pair"),
        ("ArrowLeft", "tiger-tie"),
        ("ArrowUp", "banker"),
    ):
        keys.press(key)
        expect(terminal.spot(bet)).to_be_focused()
    terminal.choose_chip("$10")
    keys.press("ArrowRight")
    expect(terminal.page.get_by_role("radio", name="Chip of $25")).to_be_checked()
    expect(terminal.page.get_by_role("radio", name="Chip of $25")).to_be_focused()


def test_a_question_mark_shows_all_keys_and_escape_closes_them(
    floor: Floor, screens: Screens
) -> None:
    for size in (DESK, PHONE):
        terminal = screens.terminal(floor.table(), size=size)
        page = terminal.page
        expect(terminal.spot("player")).to_be_visible()
        page.keyboard.press("?")
        sheet = page.get_by_role("dialog", name="Keyboard")
        expect(sheet).to_contain_text("Place the selected chip")
        expect_accessible(page)
        # A sheet has keys of its own.
        page.keyboard.press("m")
        expect(page.get_by_role("dialog")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_who_types_a_number_chooses_no_chip_and_keys_open_the_sheets(
    floor: Floor, screens: Screens
) -> None:
    terminal = screens.terminal(floor.table())
    page = terminal.page
    expect(terminal.spot("player")).to_be_visible()
    page.keyboard.press("m")
    sheet = page.get_by_role("dialog", name="Money")
    sheet.get_by_label("Amount on the ticket").press_sequentially("3")
    expect(sheet.get_by_label("Amount on the ticket")).to_have_value("3")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("radio", name="Chip of $5", exact=True)).to_be_checked()
    for key, name in (("h", "Past rounds"), ("o", "Roads"), ("l", "Rules")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog").get_by_role("heading").first).to_contain_text(name)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
