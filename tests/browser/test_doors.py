"""Who gets in, and where: by name and password, by a code, or not at all."""

from playwright.sync_api import Page, Route, expect

from support.browser.floors import CHIEF, DEALER, PASSWORD, Floor
from support.browser.screens import Screens
from support.browser.sockets import frames_of
from support.browser.terminal_page import TerminalPage


def sign_in(page: Page, person: str, password: str) -> None:
    page.get_by_label("User name").fill(person)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_a_person_signs_in_by_name_and_password_and_out_again(
    floor: Floor, screens: Screens
) -> None:
    screens.excuse("status of 401")
    table, page = floor.table(), screens.page()
    page.goto(f"{floor.address}/console?table={table.name}")
    sign_in(page, DEALER, "not the word of Daniel")
    expect(page.get_by_role("alert")).to_contain_text("Wrong user name or password")
    sign_in(page, DEALER, PASSWORD)
    # They arrive at the page that they wanted at first.
    expect(page).to_have_url(f"{floor.address}/console?table={table.name}")
    expect(page.get_by_role("button", name="Open the bets")).to_be_visible()
    expect(page.get_by_text("Daniel Ong").first).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("User name")).to_be_visible()
    page.goto(f"{floor.address}/console?table={table.name}")
    expect(page.get_by_label("User name")).to_be_visible()


def test_a_full_name_signs_in_as_well_and_leads_to_the_own_screen(
    floor: Floor, screens: Screens
) -> None:
    for person, screen in (("Tan Mei Ling", "pit"), ("mei.tan", "pit"), ("Daniel Ong", "console")):
        page = screens.page()
        page.goto(f"{floor.address}/sign-in")
        expect(page.get_by_text("For example mei.tan.")).to_be_visible()
        sign_in(page, person, PASSWORD)
        expect(page).to_have_url(f"{floor.address}/{screen}")


def test_a_dealer_who_opens_the_pit_is_told_so_and_gets_nothing(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table()
    page = screens.page()
    heard = frames_of(page)
    page.goto(floor.link("staff", DEALER, f"/pit?table={table.name}"))
    told = page.get_by_role("alert").filter(has_text="You do not have access to this screen")
    expect(told).to_be_visible()
    expect(page.get_by_role("navigation")).to_have_count(0)
    assert [frame["say"] for frame in heard] == ["problem"]
    # And the link to their own screen.
    told.get_by_role("link", name="Game Console").click()
    expect(page.get_by_role("button", name="Open the bets")).to_be_visible()


def test_a_terminal_that_opens_a_screen_of_staff_gets_the_door_and_nothing_else(
    floor: Floor, screens: Screens
) -> None:
    terminal = screens.terminal(floor.table())
    expect(terminal.credits).to_have_text("$1,000.00")
    for screen in ("console", "pit"):
        heard = frames_of(terminal.page)
        terminal.page.goto(f"{floor.address}/{screen}?table={terminal.name}")
        expect(terminal.page.get_by_text("For staff of this floor")).to_be_visible()
        assert heard == []


def test_an_unknown_device_is_admitted_by_the_pit_and_seated(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table(patrons=0)
    pit, page = screens.pit(table, CHIEF), screens.page()
    page.goto(f"{floor.address}/terminal")
    expect(page.get_by_role("heading", name="Enrol this terminal")).to_be_visible()
    code = page.locator(".code b")
    expect(code).to_be_visible()
    name = f"{table.name}-new"
    pit.admit(code.inner_text(), name, "by the window")
    expect(page.get_by_text("This terminal is not assigned to a table yet")).to_be_visible()
    pit.seat(name)
    terminal = TerminalPage(page, name)
    expect(terminal.credits).to_have_text("$0.00")
    # The simulated acceptor says that it is simulated; its money is in the record.
    sheet = terminal.open_money()
    expect(sheet).to_contain_text("SIMULATED BANKNOTES")
    sheet.get_by_role("button", name="$50", exact=True).click()
    expect(sheet.get_by_role("status")).to_have_text("$50 added to your credits")
    terminal.close_sheet()
    expect(terminal.credits).to_have_text("$50.00")
    assert table.credits_of(name) == 5_000


def test_a_device_that_waits_to_be_enrolled_asks_now_and_then_and_no_more(
    floor: Floor, screens: Screens
) -> None:
    page = screens.page()
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{floor.address}/enrol")
    expect(page.locator(".code b")).to_be_visible()
    asked.clear()
    page.wait_for_timeout(8_000)
    assert 1 <= len(asked) <= 5, asked


def test_a_device_that_cannot_be_enrolled_now_does_not_ask_faster(
    floor: Floor, screens: Screens
) -> None:
    screens.excuse("status of 503")
    page = screens.page()
    asked = list[str]()

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, json={"error": {"code": "not_ready", "sentence": "Not yet."}})

    page.route("**/api/enrolment", refuse)
    page.goto(f"{floor.address}/enrol")
    expect(page.get_by_role("alert")).to_be_visible()
    page.wait_for_timeout(4_000)
    assert 1 <= len(asked) <= 4, asked


def test_a_page_opens_one_line_and_no_more(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    terminal, console = floor.link("device", table.terminals[0], "/terminal"), "/console"
    links = [
        terminal,
        *(floor.link("staff", CHIEF, f"{path}?table={table.name}") for path in (console, "/pit")),
        f"{floor.address}/display?table={table.name}",
    ]
    for link in links:
        page = screens.page()
        welcomes = frames_of(page, "welcome")
        page.goto(link)
        expect(page.get_by_text(table.name, exact=True).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert len(welcomes) == 1, link
