"""The lobby of a terminal, the roads of other tables beside it, and the wall."""

import json

from playwright.sync_api import Locator, WebSocketRoute, expect

from support.browser.accessibility import expect_accessible
from support.browser.floors import SUPERVISOR, Floor, Table
from support.browser.fonts import fonts_of, settle_fonts
from support.browser.screens import DESK, KIOSK, SMALL, TABLET, Screens
from support.browser.sizes import expect_fit_for_fingers, expect_no_sideways_scroll, on_each
from support.browser.terminal_page import TerminalPage

UHD = (3840, 2160)


def lobby(terminal: TerminalPage) -> Locator:
    terminal.page.get_by_role("button", name="Tables", exact=True).click()
    sheet = terminal.page.get_by_role("dialog", name="Choose a table")
    expect(sheet).to_be_visible()
    return sheet


def sit(part: Locator, table: Table) -> Locator:
    return part.get_by_role("button", name=f"Sit down at table {table.name}", exact=True)


def tile_in(part: Locator, table: Table) -> Locator:
    return part.locator("article").filter(has=part.page.locator("b", has_text=table.name)).first


def expect_at(terminal: TerminalPage, table: Table) -> None:
    expect(terminal.page.locator(".facts dd").first).to_have_text(table.name)


def seating(screens: Screens, table: Table, seats: str, *, choose: bool = True) -> None:
    pit = screens.pit(table, SUPERVISOR).section("Seats")
    pit.get_by_label("Patrons choose this table themselves").set_checked(choose)
    pit.get_by_label("Seats", exact=True).fill(seats)
    change = pit.get_by_role("button", name="Change the seating")
    change.click()
    expect(change).to_be_disabled()


def test_two_patrons_and_a_table_that_fills_up(floor: Floor, screens: Screens) -> None:
    here, there = floor.table(patrons=2), floor.table(patrons=1)
    seating(screens, there, "2")
    one, two = screens.terminal(here, 1), screens.terminal(here, 2)
    sheet = lobby(two)
    expect(tile_in(sheet, there)).to_contain_text("1 of 2 seats free")
    sit(lobby(one), there).click()
    expect_at(one, there)
    expect(one.credits).to_have_text("$1,000.00")
    assert (there.credits_of(one.name), here.credits_of(one.name)) == (1_000_00, 0)
    expect(tile_in(sheet, there)).to_contain_text("All seats taken")
    expect(sit(sheet, there)).to_have_count(0)
    # A seat that is left is free again; the credits stay until the patron sits down.
    lobby(one).get_by_role("button", name="Leave this seat").click()
    expect(one.page.get_by_role("dialog")).to_have_count(0)
    expect(one.page.get_by_text(f"Your credits are kept at table {there.name}")).to_be_visible()
    expect(one.credits).to_have_text("$1,000.00")
    sit(sheet, there).click()
    expect_at(two, there)
    assert there.credits_of(two.name) == 1_000_00
    expect(tile_in(one.page.locator("main"), there)).to_contain_text("All seats taken")
    sit(one.page.locator("main"), here).click()
    expect_at(one, here)
    assert (there.credits_of(one.name), here.credits_of(one.name)) == (0, 1_000_00)


def test_bets_in_play_hold_a_patron_and_the_house_can_forbid_the_choice(
    floor: Floor, screens: Screens
) -> None:
    here, there = floor.table(), floor.table(patrons=0)
    terminal, console = screens.terminal(here), screens.console(here)
    console.open_bets()
    terminal.expect_open()
    terminal.bet("player", "$5")
    sheet = lobby(terminal)
    expect(sheet.get_by_text("You have bets in this round")).to_be_visible()
    expect(sit(sheet, there)).to_be_disabled()
    expect(sheet.get_by_role("button", name="Leave this seat")).to_be_disabled()
    terminal.page.get_by_role("button", name="Close").click()
    console.play("9S 5H KC 5D")
    terminal.expect_result("player", "Won", 5_00)
    console.open_bets()
    seating(screens, here, "", choose=False)
    sheet = lobby(terminal)
    expect(sheet.get_by_text("Staff seat patrons at this table")).to_be_visible()
    expect(sheet.get_by_role("button", name="Leave this seat")).to_have_count(0)
    expect(sit(sheet, there)).to_have_count(0)


def test_a_table_that_closes_while_a_patron_sits_down_says_so(
    floor: Floor, screens: Screens
) -> None:
    here, there = floor.table(), floor.table(patrons=0)
    page, told = screens.page(DESK), list[str]()

    def first_only(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def back(message: str | bytes) -> None:
            is_lobby = json.loads(message)["say"] == "lobby"
            if not (is_lobby and told):
                line.send(message)
            told.extend(["told"] if is_lobby else [])

        server.on_message(back)

    page.route_web_socket("**/socket*", first_only)
    page.goto(floor.link("device", here.terminals[0], "/terminal"))
    terminal = TerminalPage(page, here.terminals[0])
    sheet = lobby(terminal)
    expect(sit(sheet, there)).to_be_visible()
    console = screens.console(there, SUPERVISOR)
    console.page.get_by_role("button", name="Shoe and table").click()
    console.page.get_by_role("button", name="Close the table").click()
    console.page.get_by_role("button", name="Confirm").click()
    expect(console.page.get_by_role("button", name="Open the table")).to_be_visible()
    sit(sheet, there).click()
    expect(
        sheet.get_by_text(f"Table {there.name} is closed. Please choose another")
    ).to_be_visible()
    expect_at(terminal, here)
    assert here.credits_of(terminal.name) == 1_000_00


def test_filters_go_by_game_and_minimum(floor: Floor, screens: Screens) -> None:
    here, there = floor.table("mbs-tiger"), floor.table("mbs-fortune-six", patrons=0)
    sheet = lobby(screens.terminal(here))
    expect(tile_in(sheet, there)).to_be_visible()
    sheet.get_by_label("Game").select_option("mbs-fortune-six")
    expect(tile_in(sheet, there)).to_be_visible()
    expect(sheet.locator("article").filter(has_text="Tiger Baccarat")).to_have_count(0)
    sheet.get_by_label("Game").select_option("")
    expect(sheet.locator("article").filter(has_text="Tiger Baccarat").first).to_be_visible()


def test_the_lobby_fits_every_screen_in_both_languages(floor: Floor, screens: Screens) -> None:
    here, there = floor.table(), floor.table(patrons=0)
    terminal = screens.terminal(here)
    page = terminal.page
    for width, _ in on_each(page, SMALL, TABLET, DESK, KIOSK, UHD):
        page.goto(f"{floor.address}/terminal?lang=en")
        expect(terminal.credits).to_have_text("$1,000.00")
        if width >= 1600:
            beside = page.get_by_role("complementary", name="Other tables")
            expect(sit(beside, there)).to_be_visible()
            expect_accessible(page)
        if width < 1180:
            page.get_by_role("button", name="Menu").click()
            page.get_by_role("button", name="Choose a table").click()
        else:
            page.get_by_role("button", name="Tables", exact=True).click()
        sheet = page.get_by_role("dialog", name="Choose a table")
        expect(tile_in(sheet, there)).to_be_visible()
        expect_no_sideways_scroll(page)
        expect_fit_for_fingers(page)
        expect_accessible(page)
        page.goto(f"{floor.address}/terminal?lang=zh")
        expect(terminal.credits).to_have_text("$1,000.00")
        if width >= 1180:
            page.get_by_role("button", name="换桌").click()
            expect(page.get_by_role("dialog", name="选择赌桌")).to_be_visible()
            expect_no_sideways_scroll(page)
            settle_fonts(page)
            assert all(own for _, own in fonts_of(page, "dialog h2"))


def test_one_touch_beside_the_own_table_goes_to_another(floor: Floor, screens: Screens) -> None:
    here, there = floor.table(), floor.table(patrons=0)
    terminal = screens.terminal(here, size=KIOSK)
    sit(terminal.page.get_by_role("complementary", name="Other tables"), there).click()
    expect_at(terminal, there)
    assert there.credits_of(terminal.name) == 1_000_00


def test_a_wall_shows_the_roads_of_the_tables_in_its_address(
    floor: Floor, screens: Screens
) -> None:
    tables = [floor.table(patrons=0) for _ in range(4)]
    console = screens.console(tables[0])
    console.open_bets()
    console.play("9S 5H KC 5D")
    page = screens.page()
    page.goto(f"{floor.address}/wall?tables={','.join(each.name for each in tables)}")
    expect(page.locator("article")).to_have_count(4)
    first = tile_in(page.locator("main"), tables[0])
    expect(first.get_by_role("img", name="Big road: P")).to_be_visible()
    for _ in on_each(page, KIOSK, UHD, (1080, 1920)):
        for road in ("Big Eye Boy", "Small road", "Cockroach Pig"):
            expect(first.get_by_text(road, exact=True)).to_be_visible()
        for each in page.locator("article").all():
            expect(each).to_be_in_viewport(ratio=0.99)
            assert each.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
        expect_no_sideways_scroll(page)
        expect_accessible(page)


def test_a_wall_of_a_table_that_does_not_exist_leads_to_all_tables(
    floor: Floor, screens: Screens
) -> None:
    table, page = floor.table(patrons=0), screens.page(KIOSK)
    page.goto(f"{floor.address}/wall?tables=ZZ9,{table.name}")
    expect(page.get_by_text("This floor has no table ZZ9")).to_be_visible()
    expect(page.locator("article")).to_have_count(1)
    page.get_by_role("link", name="Show all open tables").click()
    expect(page).to_have_url(f"{floor.address}/wall")
    # Other tests opened tables too; a wall shows the first 24 of them.
    expect(page.locator("article").first).to_be_visible()
    expect(page.get_by_text("This floor has no table")).to_have_count(0)


def test_a_wall_in_chinese_uses_the_fonts_of_the_page(floor: Floor, screens: Screens) -> None:
    table, page = floor.table(patrons=0), screens.page(KIOSK)
    page.goto(f"{floor.address}/wall?tables={table.name}&lang=zh")
    expect(page.get_by_text("大路", exact=True)).to_be_visible()
    settle_fonts(page)
    assert all(own for _, own in fonts_of(page, "article h4"))
