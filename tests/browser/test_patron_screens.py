"""What a patron sees beside the play: money, tickets, past rounds, a missing table."""

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browser.accessibility import expect_accessible
from support.browser.floors import Floor
from support.browser.screens import DESK, KIOSK, SMALL, TABLET, WIDE, Screens
from support.browser.sizes import expect_fit_for_fingers, on_each

_SHIFTS = """() => new Promise(told => {
  const sum = seen => seen.getEntries().reduce((total, each) => total + each.value, 0);
  new PerformanceObserver(seen => told(sum(seen))).observe({type: "layout-shift", buffered: true});
  setTimeout(() => told(0), 300);
})"""


_PARTS = {
    ".bar": ".bar-place",
    ".felt": ".stage-place",
    ".bets": ".bets-place",
    ".foot": ".terminal > footer",
}


def expect_in_place(outline: Locator, part: Locator) -> None:
    """Expect an outline where its part is, within a line of small print."""
    for _ in range(100):
        drawn, real = outline.bounding_box(), part.bounding_box()
        assert drawn is not None
        assert real is not None
        off = max(abs(drawn["y"] - real["y"]), abs(drawn["height"] - real["height"]))
        if off <= 16:
            return
        part.page.wait_for_timeout(100)  # roads are measured again after a screen has changed
    pytest.fail(f"{part} is not where its outline is")


def past_rounds(page: Page) -> Locator:
    page.get_by_role("button", name="Past rounds").click()
    return page.get_by_role("dialog", name="Past rounds")


def test_a_past_round_opens_on_how_it_ended_and_is_found_by_its_winner(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    for cards in ("9S 5H KC 5D", "5S 9H KC KD"):
        console.open_bets()
        terminal.expect_open()
        terminal.bet("player", "$5")
        console.play(cards)
    sheet = past_rounds(terminal.page)
    chosen = sheet.get_by_role("navigation").get_by_role("button")
    expect(chosen).to_have_text(["Round 2 Banker wins−$5", "Round 1 Player wins+$5"])
    expect(sheet.locator("table")).to_contain_text("Lost")
    expect(sheet.locator(".hands")).to_contain_text("Player 5")
    chosen.last.click()
    expect(sheet.locator("table")).to_contain_text("Won")
    sheet.get_by_role("button", name="First").click()
    expect(sheet.locator(".count")).to_contain_text("Step 1 of")


def test_who_comes_after_a_cash_out_finds_nothing_of_the_one_before(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    console.open_bets()
    terminal.expect_open()
    terminal.bet("player", "$5")
    console.play("9S 5H KC 5D")
    terminal.expect_result("player", "Won", 5_00)
    page = terminal.page
    sheet = terminal.open_money()
    sheet.get_by_role("button", name="Cash out").click()
    sheet.get_by_role("button", name="Yes, I have it").click()
    expect(sheet.get_by_role("status")).to_have_text("Your ticket is valid.")
    terminal.close_sheet()
    expect(page.locator(".outcome")).to_have_count(0)
    sheet = terminal.open_money()
    sheet.get_by_role("button", name="$50", exact=True).click()
    expect(sheet.get_by_role("status")).to_have_text("$50 added to your credits")
    terminal.close_sheet()
    sheet = past_rounds(page)
    expect(sheet).to_contain_text("You have no bets in past rounds yet.")
    terminal.close_sheet()
    console.open_bets()
    terminal.expect_open()
    expect(page.get_by_role("button", name="Repeat")).to_be_disabled()
    # Staff still see the table.
    pit = screens.pit(table)
    expect(pit.page.get_by_text(table.name).first).to_be_visible()


def test_a_ticket_that_waits_for_an_answer_is_never_out_of_sight(
    floor: Floor, screens: Screens
) -> None:
    terminal = screens.terminal(floor.table(), size=SMALL)
    page = terminal.page
    sheet = terminal.open_money()
    sheet.get_by_role("button", name="Cash out").click()
    expect(sheet.locator(".paper")).to_be_visible()
    terminal.close_sheet()
    told = page.get_by_role("status").filter(has_text="A ticket for $1,000.00 is waiting")
    expect(told).to_be_visible()
    page.reload()
    for width, height in (SMALL, WIDE, TABLET, KIOSK):
        page.set_viewport_size({"width": width, "height": height})
        expect(told).to_be_in_viewport(ratio=0.99)
        hand = page.get_by_role("region", name="Player hand").bounding_box()
        over = told.bounding_box()
        assert hand is not None
        assert over is not None
        assert over["y"] + over["height"] <= hand["y"]
    told.get_by_role("button", name="Answer").click()
    page.get_by_role("button", name="I am not sure").click()
    terminal.close_sheet()
    expect(page.get_by_role("status").filter(has_text="An attendant will look")).to_be_visible()


def test_what_is_missing_is_told_beside_the_hands_and_not_after_the_money_came(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    page = terminal.page
    console.open_bets()
    terminal.expect_open()
    terminal.choose_chip("$1,000")
    terminal.spot("player").click()
    terminal.expect_registered("player", "$1,000")
    terminal.spot("player").click()
    told = page.locator(".terminal").get_by_role("alert").filter(has_text="You need $1,000.00 more")
    expect(told).to_be_visible()
    box = told.bounding_box()
    assert box is not None
    for side in ("Player", "Banker"):
        name = page.get_by_role("heading", name=side, exact=True).bounding_box()
        assert name is not None
        apart = name["x"] + name["width"] <= box["x"] or name["x"] >= box["x"] + box["width"]
        assert apart or name["y"] + name["height"] <= box["y"]
    sheet = terminal.open_money()
    sheet.get_by_role("button", name="$1,000", exact=True).click()
    expect(sheet.get_by_role("status")).to_be_visible()
    terminal.close_sheet()
    expect(told).to_have_count(0)


def test_the_time_left_to_bet_is_seen_in_every_sheet(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table, size=KIOSK), screens.console(table)
    console.open_bets()
    terminal.expect_open()
    for name in ("Rules", "Past rounds", "Money"):
        terminal.page.get_by_role("button", name=name).click()
        sheet = terminal.page.get_by_role("dialog")
        expect(sheet.get_by_role("timer")).to_be_in_viewport(ratio=0.99)
        terminal.close_sheet()
    terminal.page.get_by_role("button", name="Rules").click()
    console.close_bets()
    expect(terminal.page.get_by_role("dialog").locator("header")).not_to_contain_text(
        "Bets are open"
    )


def test_a_ticket_is_typed_at_a_kiosk_without_a_keyboard(floor: Floor, screens: Screens) -> None:
    table = floor.table(patrons=2)
    giver, taker = screens.terminal(table), screens.terminal(table, 2, KIOSK)
    sheet = giver.open_money()
    sheet.get_by_role("button", name="Cash out").click()
    number = sheet.locator(".paper .number").inner_text().replace(" ", "")
    sheet.get_by_role("button", name="Yes, I have it").click()
    sheet = taker.open_money()
    pad = sheet.get_by_role("group", name="Number pad")
    for digit in (*number, *"1000"):
        pad.get_by_role("button", name=digit, exact=True).click()
    pad.get_by_role("button", name="7", exact=True).click()
    pad.get_by_role("button", name="Delete the last digit").click()
    expect(sheet.get_by_label("Amount on the ticket")).to_have_value("1000")
    sheet.get_by_role("button", name="Add to credits").click()
    expect(sheet.get_by_role("status")).to_have_text("$1,000.00 added to your credits")
    expect(sheet.get_by_role("button", name="Cash out")).to_be_in_viewport(ratio=0.99)


def test_a_terminal_without_money_asks_for_some(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    console.open_bets()
    terminal.expect_open()
    sheet = terminal.open_money()
    sheet.get_by_role("button", name="Cash out").click()
    sheet.get_by_role("button", name="Yes, I have it").click()
    expect(sheet.get_by_role("status")).to_be_visible()
    terminal.close_sheet()
    expect(terminal.page.locator(".spot.open")).to_have_count(0)
    terminal.page.get_by_role("button", name="Insert money to play").click()
    terminal.page.get_by_role("button", name="$50", exact=True).click()
    terminal.close_sheet()
    terminal.expect_open()


def test_everything_on_a_terminal_is_large_enough_for_a_finger(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table("mbs-fortune-six")
    terminal, console = screens.terminal(table), screens.console(table)
    page = terminal.page

    def expect_fit() -> None:
        for _ in on_each(page, SMALL, (390, 844), WIDE, TABLET, DESK, KIOSK):
            expect_fit_for_fingers(page)

    console.open_bets()
    terminal.expect_open()
    terminal.bet("player", "$5")
    expect_fit()
    page.locator(".purse button").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect_fit()
    terminal.close_sheet()
    console.play("9S 5H KC 5D")
    terminal.expect_result("player", "Won", 5_00)
    expect_fit()


@pytest.mark.parametrize("asked", ["", "?table=ZZ"])
def test_a_display_without_a_table_shows_which_there_are(
    asked: str, floor: Floor, screens: Screens
) -> None:
    table, page = floor.table(patrons=0), screens.page()
    page.goto(f"{floor.address}/display{asked}")
    said = "There is no table ZZ on this floor" if asked else "Choose a table"
    expect(page.get_by_role("status")).to_have_text(said)
    page.get_by_role("link", name=f"Table {table.name}", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("The next round begins soon")


def test_a_terminal_without_money_invites_to_play_and_shows_rounds_to_their_end(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    page = terminal.page
    console.open_bets()
    terminal.expect_open()
    terminal.choose_chip("$1,000")
    terminal.bet("player", "$1,000")
    console.play("5S 9H KC KD")
    # The patron who has lost everything sees that first.
    terminal.expect_result("player", "Lost", -1_000_00)
    expect(page.locator(".own")).to_contain_text("No win")
    welcome = page.get_by_role("region", name="Welcome")
    expect(welcome).to_have_count(0)
    console.open_bets()
    for width, height in (SMALL, WIDE, TABLET, DESK, KIOSK):
        page.set_viewport_size({"width": width, "height": height})
        expect(welcome.get_by_role("heading", name="Tiger Baccarat")).to_be_in_viewport(ratio=0.99)
        expect(welcome).to_contain_text("Bets from $5")
        expect(welcome.get_by_role("button")).to_be_in_viewport(ratio=0.99)
        for card in welcome.locator(".card").all():
            if card.is_visible():
                expect(card).to_be_in_viewport(ratio=0.97)
    expect_accessible(page)
    console.close_bets()
    expect(welcome).to_have_count(0)
    console.deal("KS")
    terminal.expect_hand("Player", "King of spades")


def test_the_felt_shows_the_last_hand_and_a_large_road_while_bets_are_open(
    floor: Floor, screens: Screens
) -> None:
    sizes, table = (SMALL, WIDE, TABLET, DESK, KIOSK), floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    page = terminal.page
    console.open_bets()
    terminal.expect_open()
    # Before the first round of a shoe there is nothing to show but the hands.
    expect(page.get_by_role("region", name="Player hand")).to_be_visible()
    console.play("KS 3D QH 3C 2D")
    expect(page.locator(".winner")).to_contain_text("Banker wins")
    stage = page.locator(".stage")
    stages = {size: stage.bounding_box() for size in on_each(page, *sizes)}
    console.open_bets()
    last = page.get_by_role("region", name="Last hand")
    expect(last).to_contain_text("Banker wins")
    expect(last.get_by_role("img")).to_have_count(5)
    road = page.locator(".stage").get_by_role("img", name="B").last
    for size in on_each(page, *sizes):
        for part in (*last.get_by_role("img").all(), road):
            expect(part).to_be_in_viewport(ratio=0.97)
        assert stage.bounding_box() == stages[size]
        expect_accessible(page)
    console.close_bets()
    console.deal("KS")
    terminal.expect_hand("Player", "King of spades")
    expect(last).to_have_count(0)


@pytest.mark.parametrize("size", [SMALL, (390, 844), TABLET, DESK, KIOSK])
def test_nothing_shifts_while_a_terminal_loads(
    size: tuple[int, int], floor: Floor, screens: Screens
) -> None:
    terminal = screens.terminal(floor.table(), size=size)
    expect(terminal.spot("player")).to_be_visible()
    terminal.page.evaluate("document.fonts.ready")
    assert terminal.page.evaluate(_SHIFTS) < 0.05


@pytest.mark.parametrize("size", [KIOSK, (3840, 2160)])
def test_nothing_shifts_while_a_display_loads(
    size: tuple[int, int], floor: Floor, screens: Screens
) -> None:
    page = screens.display(floor.table(patrons=0), size)
    expect(page.get_by_role("heading", name="Bead plate")).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert page.evaluate(_SHIFTS) < 0.05


def test_a_terminal_that_loads_has_its_parts_where_they_stay(
    floor: Floor, screens: Screens
) -> None:
    terminal = screens.terminal(floor.table())
    page, loading = terminal.page, terminal.page.context.new_page()
    expect(terminal.spot("player")).to_be_visible()
    loading.route_web_socket("**/*", lambda _: None)
    loading.goto(page.url)
    expect(loading.get_by_role("status")).to_contain_text("Connecting to the table")
    for width, height in (SMALL, (390, 844), WIDE, (768, 1024), TABLET, DESK, KIOSK, (3840, 2160)):
        for each in (page, loading):
            each.set_viewport_size({"width": width, "height": height})
        for outline, part in _PARTS.items():
            expect_in_place(loading.locator(f".skeleton {outline}"), page.locator(part))


def test_a_display_announces_the_side_bets_that_won(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    page, console = screens.display(table), screens.console(table)
    console.open_bets()
    console.play("KS 3D QH 3C 2D")
    expect(page.locator(".result b")).to_have_text(
        ["Banker wins", "Tiger", "Small Tiger", "Tiger Pair"]
    )
    for each in page.locator(".result b, .stage h2").all():
        expect(each).to_be_in_viewport(ratio=0.99)
