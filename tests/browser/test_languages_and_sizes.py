"""The floor in 中文, and on the smallest and the largest screens that it is made for."""

import pytest
from playwright.sync_api import Page, expect

from support.browser.floors import CHIEF, Floor
from support.browser.pit_page import SECTIONS
from support.browser.screens import DESK, KIOSK, PHONE, SMALL, TABLET, WIDE, Screens
from support.browser.sizes import (
    expect_apart,
    expect_fit_for_fingers,
    expect_in_reach,
    expect_no_sideways_scroll,
    expect_uncovered,
    on_each,
)
from support.browser.stillness import be_still


def language_of(page: Page) -> str:
    return str(page.evaluate("document.documentElement.lang"))


def test_a_terminal_changes_its_language_and_refuses_in_it(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    page = terminal.page
    terminal.open_money()
    terminal.present("1" * 18, "5")
    refused = page.get_by_role("dialog").get_by_role("alert").last
    expect(refused).to_have_text("This ticket is not known here. Please check the number")
    terminal.close_sheet()

    page.get_by_role("button", name="中文").click()
    assert language_of(page) == "zh"
    console.open_bets()
    expect(terminal.spot("banker").locator(".name")).to_have_text("庄")
    # The words that the rules require stay, with their meaning beside them.
    expect(terminal.notice).to_contain_text("Place your bets, please")
    expect(terminal.notice).to_contain_text("请下注")
    page.get_by_role("button", name="资金").click()
    page.get_by_label("票券号码").fill("1" * 18)
    page.get_by_label("票面金额").fill("5")
    page.get_by_role("button", name="入账", exact=True).click()
    expect(refused).to_have_text("查无此票券，请核对号码")
    page.get_by_role("dialog").get_by_role("button", name="关闭").click()

    # The language stays after a reload, and one touch changes it back.
    page.reload()
    expect(terminal.spot("player").locator(".name")).to_have_text("闲")
    page.get_by_role("button", name="English").click()
    expect(terminal.spot("player").locator(".name")).to_have_text("Player")
    assert language_of(page) == "en"


def test_a_console_changes_its_language_and_refuses_in_it(floor: Floor, screens: Screens) -> None:
    table = floor.table(patrons=0)
    console = screens.console(table)
    page = console.page
    page.get_by_role("button", name="中文").click()
    page.get_by_role("button", name="牌靴与赌桌").click()
    page.get_by_role("button", name="关桌").click()
    page.get_by_role("radio", name="Arun Nair").check()
    page.get_by_label("PIN").fill("271828")
    page.get_by_role("dialog").get_by_role("button", name="确认").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("PIN 错误")
    page.get_by_role("dialog").get_by_role("button", name="关闭").click()
    console.press("开始下注")
    expect(page.locator(".phase")).to_have_text("下注中")


def test_a_terminal_fits_its_screen_with_the_chips_in_reach(floor: Floor, screens: Screens) -> None:
    table = floor.table("mbs-tiger")
    terminal, console = screens.terminal(table), screens.console(table)
    page = terminal.page

    def expect_fit(*pages: Page) -> None:
        for each in pages:
            for _ in on_each(each, PHONE, KIOSK):
                expect_no_sideways_scroll(each)

    console.open_bets()
    terminal.expect_open()
    terminal.bet("player", "$5")
    expect_fit(page, console.page)
    for _ in on_each(page, PHONE, KIOSK):
        expect_in_reach(page.get_by_role("radio"))
        expect_in_reach(page.locator(".actions button"))
        expect_in_reach(page.get_by_role("button", name="Money"))
    console.play("9S 5H KC 5D")
    expect_fit(page, console.page)
    terminal.open_money()
    expect_fit(page)


def test_a_terminal_fits_however_its_screen_stands(floor: Floor, screens: Screens) -> None:
    """Tablets and kiosks upright, a phone on its side: bets and chips cover nothing."""
    table = floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    console.open_bets()
    terminal.expect_open()
    page = terminal.page
    upright = ((768, 1024), (820, 1180), (1024, 1366), (1080, 1920))
    for width, height in (*upright, (667, 375), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        terminal.spot("tie").click()
        expect_no_sideways_scroll(page)
        expect_uncovered(page.locator(".spot"))
        expect_uncovered(page.get_by_role("radio"))
        expect_uncovered(page.locator("footer").get_by_role("button"))
        # The roads of other tables may scroll, but within a place that is in view.
        for road in page.locator(
            ".tall-place svg, aside:not(.others) svg, aside.others:visible"
        ).all():
            expect(road).to_be_in_viewport(ratio=0.99)
    terminal.expect_registered("tie", "$30")


def test_the_other_pages_fit_their_screens(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    pit = screens.pit(table, CHIEF)
    for _ in on_each(pit.page, PHONE, KIOSK):
        for section in SECTIONS:
            expect(pit.section(section).get_by_role("heading").first).to_be_visible()
            expect_no_sideways_scroll(pit.page)
    page = screens.page()
    for path in ("/sign-in", "/set-up#found=token", "/enrol", f"/display?table={table.name}"):
        page.goto(f"{floor.address}{path}")
        for _ in on_each(page, PHONE, KIOSK):
            expect(page.get_by_role("heading").first).to_be_visible()
            expect_no_sideways_scroll(page)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_part_of_a_header_lies_over_another(
    language: str, floor: Floor, screens: Screens
) -> None:
    """With the longest name of a game, from the smallest screen to the largest."""
    table = floor.table("mbs-fortune-six")
    terminal, display = screens.terminal(table).page, screens.display(table)
    for page in (terminal, display):
        page.goto(f"{page.url}{'&' if '?' in page.url else '?'}lang={language}")
        for size in (SMALL, (390, 844), WIDE, TABLET, (1024, 768), DESK, (1440, 900), KIOSK):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            expect_apart(page.locator(".bar :is(h1, dl > div, .tools > *)"))
            expect_no_sideways_scroll(page)
            roads = page.locator("footer[aria-label]")
            if roads.count() > 0:
                assert roads.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), size


def test_every_door_can_be_read_to_its_end_and_pressed(floor: Floor, screens: Screens) -> None:
    page = screens.page()
    for path, last in (
        ("/sign-in", "Sign in"),
        ("/set-up#found=token", "Begin"),
        ("/enrol", "Waiting"),
    ):
        page.goto(f"{floor.address}{path}")
        expect(page.get_by_role("main")).to_contain_text(last)
        for width, height in on_each(page, SMALL, WIDE, TABLET):
            expect_fit_for_fingers(page)
            # Scrolled as by a finger: a part that no finger can bring into view does not count.
            page.mouse.move(width / 2, height / 2)
            page.mouse.wheel(0, 5_000)
            expect(page.locator("main :is(button, p, a)").last).to_be_in_viewport(ratio=0.99)
            page.mouse.wheel(0, -5_000)
            expect(page.get_by_role("heading").first).to_be_in_viewport(ratio=0.99)


def test_everything_on_the_pages_of_staff_is_large_enough_for_a_finger(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table()
    pit, console = screens.pit(table, CHIEF), screens.console(table)
    for _ in on_each(pit.page, SMALL, TABLET):
        for section in SECTIONS:
            expect(pit.section(section).get_by_role("heading").first).to_be_visible()
            expect_fit_for_fingers(pit.page)
    console.open_bets()
    console.close_bets()
    lab = screens.staff(floor, CHIEF, "/lab")
    for page, part in (
        (console.page, console.page.locator(".pad")),
        (lab, lab.get_by_role("button", name="Ace of spades")),
    ):
        for _ in on_each(page, SMALL, TABLET):
            expect(part).to_be_visible()
            expect_fit_for_fingers(page)


def test_cards_and_buttons_stay_where_they_are_during_a_round(
    floor: Floor, screens: Screens
) -> None:
    sizes, table = (SMALL, WIDE, TABLET, KIOSK), floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    page = terminal.page
    button = page.get_by_role("button", name="Money")
    console.open_bets()
    terminal.expect_open()
    terminal.choose_chip("$500")
    terminal.bet("player", "$500")
    money = {size: button.bounding_box() for size in on_each(page, *sizes)}
    console.close_bets()
    console.deal("KS 2H 3C 3D")
    cards = page.locator(".stage .hand .card")
    expect(cards).to_have_count(4)
    be_still(page)
    pairs = {size: [each.bounding_box() for each in cards.all()] for size in on_each(page, *sizes)}
    for third in ("6S", "KD"):
        console.key(third)
    expect(cards).to_have_count(6)
    be_still(page)
    for size in on_each(page, *sizes):
        shown = [each.bounding_box() for each in cards.all()]
        assert [*shown[:2], *shown[3:5]] == pairs[size]
    console.settle()
    terminal.expect_result("player", "Won", 500_00)
    for size in on_each(page, *sizes):
        assert button.bounding_box() == money[size]


def test_nothing_keeps_moving_with_reduced_motion(floor: Floor, screens: Screens) -> None:
    screens.are_still, table = True, floor.table()
    console, terminal = screens.console(table), screens.terminal(table)
    console.open_bets()
    terminal.expect_open()
    console.close_bets()
    for page in (console.page, terminal.page):
        page.wait_for_timeout(500)  # single movements have ended by then
        assert page.evaluate("document.getAnimations().length") == 0
