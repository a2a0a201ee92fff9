"""A tour of the pit: seats and their money, limits, terminals, and significant events."""

from playwright.sync_api import Locator, Route, expect

from support.browser.floors import CHIEF, PIN, SUPERVISOR, Floor
from support.browser.pit_page import PitPage
from support.browser.screens import DESK, PHONE, Screens
from support.browser.wizard_page import WizardPage


def act(pit: PitPage, terminal: str, deed: str) -> Locator:
    """Open the sheet of a terminal's seat, and choose an action."""
    pit.section("Seats").get_by_role("button", name=f"Manage: {terminal}").click()
    sheet = pit.page.get_by_role("dialog", name=f"Terminal {terminal}")
    sheet.get_by_role("listitem").filter(has_text=deed).first.get_by_role("button").click()
    return sheet


def done(sheet: Locator, deed: str) -> None:
    """Confirm, and expect the sheet to close."""
    sheet.get_by_role("button", name=deed, exact=True).click()
    expect(sheet).to_have_count(0)


def your_pin(within: Locator) -> None:
    """Confirm a step with one's own PIN."""
    within.get_by_label("Your PIN").last.fill(PIN)


def seat(pit: PitPage, terminal: str) -> Locator:
    """The row of a terminal at the table."""
    return pit.page.get_by_role("row").filter(
        has=pit.page.get_by_role("rowheader", name=terminal, exact=True)
    )


def expect_events(pit: PitPage, *titles: str) -> None:
    """Expect all of these among the significant events."""
    main = pit.section("Events")
    for title in titles:
        expect(main.get_by_role("row").filter(has_text=title).first).to_be_visible()


def test_a_seat_is_disabled_paid_adjusted_and_moved_and_every_step_is_told(
    floor: Floor, screens: Screens
) -> None:
    table, other = floor.table(patrons=2), floor.table(patrons=0)
    first, second = table.terminals
    terminal = screens.terminal(table)
    expect(terminal.credits).to_have_text("$1,000.00")
    chief, sofia = screens.pit(table, CHIEF), screens.pit(table, SUPERVISOR)

    disabled_for_a_while(chief, first)
    sheet = act(chief, first, "Take cash")
    sheet.get_by_label("Amount in dollars").fill("12.5")
    expect(sheet).to_contain_text("Please enter dollars")
    sheet.get_by_label("Amount in dollars").fill("12.50")
    done(sheet, "Take cash")
    expect(terminal.credits).to_have_text("$1,012.50")
    sheet = act(chief, first, "Hand-pay")
    sheet.get_by_label("Amount in dollars").fill("112.50")
    your_pin(sheet)
    done(sheet, "Hand-pay")
    expect(terminal.credits).to_have_text("$900.00")

    adjusted_by_two(sofia, chief, first)
    assert table.credits_of(first) == 850_00
    expect(terminal.credits).to_have_text("$850.00")

    sheet = act(chief, second, "Move to another table")
    sheet.get_by_label("To table").select_option(other.name)
    done(sheet, "Move to another table")
    expect(seat(chief, second)).to_have_count(0)
    chief.look_at(other.name)
    expect(seat(chief, second)).to_contain_text("$1,000.00")
    assert other.credits_of(second) == 1_000_00
    expect_events(chief, "Terminal moved in")
    chief.look_at(table.name)
    told = ("Hand-pay", "Adjustment requested", "Credits adjusted")
    expect_events(chief, "Terminal disabled", "Terminal enabled", "Terminal moved out", *told)
    # The search finds an event by any text in its row.
    chief.page.get_by_label("Search").fill("paid twice")
    rows = chief.page.get_by_role("table").first.locator("tbody tr")
    expect(rows).to_have_count(2)
    assert table.credits_of(first) == 850_00


def disabled_for_a_while(pit: PitPage, terminal: str) -> None:
    """Disable a terminal, for which a reason is required, and enable it again."""
    sheet = act(pit, terminal, "Disable")
    expect(sheet.get_by_role("button", name="Disable", exact=True)).to_be_disabled()
    sheet.get_by_label("Reason").fill("a drink on the screen")
    done(sheet, "Disable")
    expect(seat(pit, terminal)).to_contain_text("disabled: a drink on the screen")
    done(act(pit, terminal, "Enable"), "Enable")
    expect(seat(pit, terminal)).to_contain_text("connected")


def adjusted_by_two(one: PitPage, other: PitPage, terminal: str) -> None:
    """Adjust credits: one person asks, another grants (A-53)."""
    sheet = act(one, terminal, "Request an adjustment")
    sheet.get_by_label("Amount in dollars").fill("-50")
    sheet.get_by_label("Reason").fill("paid twice")
    your_pin(sheet)
    done(sheet, "Request an adjustment")
    waiting = other.section("Approvals")
    expect(waiting).to_contain_text(f"Requested by Sofia Lim for terminal {terminal}")
    expect(waiting).to_contain_text("paid twice")
    your_pin(waiting)
    waiting.get_by_role("button", name="Approve", exact=True).click()
    expect(waiting).to_contain_text("Nothing is waiting for a decision.")


def test_what_a_correction_leaves_owing_is_repaid_and_written_off(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table()
    (name,) = table.terminals
    terminal, console = screens.terminal(table), screens.console(table)
    console.open_bets()
    terminal.expect_open()
    terminal.choose_chip("$100")
    terminal.bet("player", "$100")
    console.play("4S 2D 5H 3C")
    expect(terminal.credits).to_have_text("$1,100.00")
    chief, sofia = screens.pit(table, CHIEF), screens.pit(table, SUPERVISOR)
    sheet = act(chief, name, "Hand-pay")
    expect(sheet.get_by_label("Amount in dollars")).to_have_value("1100")
    your_pin(sheet)
    done(sheet, "Hand-pay")

    # Banker had a six and not a three: 8 to 9 it still lost; a seven makes it 9 to 9, a tie.
    wizard = WizardPage(console.page)
    wizard.open()
    wizard.choose("wrong card registered", clause="6.3", who="Pit Supervisor must confirm")
    wizard.remove("3C")
    wizard.add("The cards on the table, in dealing order", "7C")
    wizard.review()
    wizard.report()
    approvals = WizardPage(sofia.page)
    approvals.choose_step("Confirm")
    your_pin(approvals.stopped)
    approvals.stopped.get_by_role("button", name="Confirm", exact=True).click()
    wizard.expect_over()

    # The patron was paid 200 and is due the stake of 100; nothing is left to take 100 from.
    expect(sofia.page.get_by_role("main")).to_contain_text(f"Terminal {name} owes $100")
    sheet = act(chief, name, "Take cash")
    sheet.get_by_label("Amount in dollars").fill("70")
    done(sheet, "Take cash")
    sheet = act(chief, name, "Repay a debt")
    sheet.get_by_label("Amount in dollars").fill("60")
    done(sheet, "Repay a debt")
    expect(seat(chief, name)).to_contain_text("Owed $40")
    sheet = act(sofia, name, "Request a write-off")
    expect(sheet.get_by_label("Amount in dollars")).to_have_value("40")
    sheet.get_by_label("Reason").fill("left the floor")
    your_pin(sheet)
    done(sheet, "Request a write-off")
    waiting = chief.section("Approvals")
    your_pin(waiting)
    waiting.get_by_role("button", name="Approve", exact=True).click()
    expect(waiting).to_contain_text("Nothing is waiting for a decision.")
    expect(waiting).not_to_contain_text("owes")
    assert table.credits_of(name) == 10_00
    expect_events(chief, "Round settled again", "Debt repaid", "Debt written off")


def test_a_ticket_of_uncertain_fate_is_looked_for(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    (name,) = table.terminals
    terminal, pit = screens.terminal(table), screens.pit(table, SUPERVISOR)
    for answer, left in (
        ("It did not: return the credits", 1_000_00),
        ("It came out: it is valid", 0),
    ):
        sheet = terminal.open_money()
        sheet.get_by_role("button", name="Cash out").click()
        sheet.get_by_role("button", name="I am not sure").click()
        sheet.get_by_role("button", name="Call an attendant").click()
        waiting = pit.section("Approvals")
        expect(waiting).to_contain_text("Ticket to check: $1,000.00")
        waiting.get_by_role("button", name="Mark as attended").click()
        waiting.get_by_role("button", name=answer).click()
        expect(waiting).to_contain_text("Nothing is waiting for a decision.")
        terminal.close_sheet()
        assert table.credits_of(name) == left
    expect_events(pit, "Ticket to check", "Cash-out returned")


def test_other_limits_hold_from_the_next_round(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    pit = screens.pit(table, CHIEF)
    console.open_bets()
    terminal.expect_open()
    main = pit.section("Limits")
    main.get_by_label("Player: Minimum").fill("25")
    main.get_by_role("button", name="Set limits").click()
    pit.expect_told("The new limits apply from the next round.")
    expect(main).to_contain_text("From the next round")
    terminal.bet("player", "$5")
    console.play("4S 2D 5H 3C")
    console.open_bets()
    terminal.expect_open()
    expect(main.get_by_role("row", name="Player $25")).to_be_visible()
    # The first chip on a spot counts as the minimum, whatever its value.
    terminal.bet("player", "$25")
    expect_events(pit, "Limits changed")


def test_the_tables_of_a_large_floor_leave_the_pit_its_place(
    floor: Floor, screens: Screens
) -> None:
    table, other, page = floor.table(), floor.table(), screens.page()
    looks: list[Route] = []

    def hold(look: Route) -> None:
        looks.append(look)

    page.route("**/api/floor", hold)
    with page.expect_request("**/api/floor"):
        page.goto(floor.link("staff", CHIEF, f"/pit?table={table.name}"))
    seats = page.get_by_role("navigation").get_by_role("button", name="Seats")
    before = seats.bounding_box()
    told = page.request.get(f"{floor.address}/api/floor").json()
    real = {each["table"]: each for each in told["tables"]}
    many = [{**real[table.name], "table": f"M{number}"} for number in range(40, 0, -1)]
    told["tables"] = [*many, real[table.name], {**real[other.name], "waits": True}]
    for look in looks:
        look.fulfill(json=told)
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(42)
    # The content below does not move under a hand that is about to touch it.
    assert seats.bounding_box() == before
    assert tabs.locator("b").all_inner_texts()[:3] == ["M1", "M2", "M3"]
    expect(page.get_by_role("tab", selected=True)).to_be_in_viewport()
    page.get_by_role("button", name="1 other table needs you").click()
    expect(page.get_by_role("tab", selected=True)).to_contain_text(other.name)


def test_a_terminal_is_retired_and_gets_no_more(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    (name,) = table.terminals
    terminal, pit = screens.terminal(table), screens.pit(table)
    sheet = act(pit, name, "Hand-pay")
    your_pin(sheet)
    done(sheet, "Hand-pay")
    terminal.open_money()
    main = pit.section("Terminals")
    main.get_by_role("button", name=f"Retire: {name}").click()
    main.get_by_role("row", name=name).get_by_role("button", name="Retire", exact=True).click()
    row = main.get_by_role("row", name=name)
    expect(row).to_contain_text("retired")
    # The terminal says so, and nothing on it can be touched any more.
    over = terminal.page.get_by_role("alertdialog", name="This terminal is out of service")
    expect(over).to_contain_text("Please call an attendant")
    expect(terminal.page.get_by_role("dialog")).to_have_count(0)
    expect(terminal.page.locator(".terminal")).to_have_attribute("inert", "")
    expect_events(pit, "Terminal retired")


def test_events_are_filtered_and_exported_and_connections_do_not_flood_them(
    floor: Floor, screens: Screens
) -> None:
    table, other = floor.table(), floor.table(patrons=0)
    terminal, name = screens.terminal(table), table.terminals[0]
    expect(terminal.credits).to_have_text("$1,000.00")
    pit = screens.pit(table)
    sheet = act(pit, name, "Disable")
    sheet.get_by_label("Reason").fill('=HYPERLINK("http://x")')
    done(sheet, "Disable")
    terminal.page.close()
    main = pit.section("Events")
    rows = main.get_by_role("table").first.locator("tbody tr")
    expect(main.get_by_role("button", name="connection change")).to_be_visible()
    expect(rows.filter(has_text="Terminal connection changed")).to_have_count(0)
    main.get_by_label("Kind").select_option("Connections")
    expect(rows.filter(has_text="Terminal connection changed").first).to_contain_text("System")
    main.get_by_label("Kind").select_option("Terminals")
    enrolled = main.get_by_role("row").filter(has_text="Terminal enrolled").first
    expect(enrolled).to_contain_text("Tan Mei Ling, Shift Manager")
    main.get_by_label("Severity").select_option("Notable")
    expect(rows).to_have_count(1)
    with pit.page.expect_download() as downloading:
        main.get_by_role("button", name="Export as CSV").click()
    file = downloading.value.path().read_text("utf-8-sig")
    assert file.startswith("Time,Table,Round,Event,Details,Who,Clause")
    assert not any(cell.startswith(("=", '"=')) for cell in file.replace(chr(10), ",").split(","))
    main.get_by_label("Kind").select_option("All kinds")
    main.get_by_label("Severity").select_option("All")
    main.locator("select").first.select_option("All tables")
    for each in (table.name, other.name):
        expect(
            rows.filter(has=pit.page.get_by_role("cell", name=each, exact=True)).first
        ).to_be_visible()


def test_the_badges_of_the_tables_stand_apart_from_the_words_beside_them(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table(cards="virtual shoe", self_dealing=True)
    row = screens.pit(table).section("Tables").get_by_role("row", name=table.name)
    expect(row).to_contain_text("Tiger Baccarat self-dealing")


def test_a_link_is_selected_where_a_browser_lends_no_clipboard(
    floor: Floor, screens: Screens
) -> None:
    page = screens.page()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto(floor.link("staff", CHIEF, "/pit"))
    PitPage(page).section("People")
    page.get_by_label("Full name").fill("Ng Siew Hoon")
    page.get_by_label("User name").fill("siew.hoon")
    page.get_by_role("button", name="Add", exact=True).click()
    sheet = page.get_by_role("dialog", name="Ng Siew Hoon")
    sheet.get_by_role("button", name="Invite to choose password and PIN").click()
    sheet.get_by_role("button", name="Copy").click()
    expect(sheet.get_by_role("alert")).to_contain_text("The link is selected")
    selected = page.evaluate("getSelection().toString()")
    assert selected == sheet.locator("output").inner_text()


def test_the_tools_of_staff_screens_can_be_hit_by_a_finger_and_all_sections_are_in_sight(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table(patrons=0)
    for size in (PHONE, DESK):
        for page in (screens.pit(table, size=size).page, screens.console(table, size=size).page):
            expect(page.get_by_role("button", name="Sign out")).to_be_visible()
            for tool in page.locator(".bar .tool").all():
                box = tool.bounding_box()
                assert box is not None
                assert min(box["width"], box["height"]) >= 44
            for section in page.locator("nav button").all():
                box = section.bounding_box()
                assert box is not None
                assert box["x"] + box["width"] <= size[0] + 1
