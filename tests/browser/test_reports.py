"""Reports and the search of the whole record, as the pit sees them."""

import csv
import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from punto.views.reports import REPORTS
from support.browser.accessibility import expect_accessible
from support.browser.floors import CHIEF, DEALER, PASSWORD, SUPERVISOR, Floor, Table
from support.browser.screens import PHONE, Screens
from support.browser.sizes import expect_no_sideways_scroll

PATIENCE_MS = 60_000
"""A report and the index are made by another process, which has to start."""
SIZES = (PHONE, (820, 1180), (1280, 800), (1920, 1080), (3840, 2160))


@pytest.fixture
def table(floor: Floor) -> Table:
    return floor.table(patrons=2)


def rows(page: Page) -> list[str]:
    return page.locator("tbody tr").all_inner_texts()


def field(page: Page, name: str) -> Locator:
    return page.locator(f"form [name={name}]")


def expect_found(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("tbody tr").filter(has_text=text).first).to_be_visible(timeout=PATIENCE_MS)


def expect_report(page: Page) -> None:
    expect(page.locator("#report")).to_be_visible(timeout=PATIENCE_MS)


def test_every_report_has_a_page_with_its_period_and_its_ties(
    table: Table, screens: Screens
) -> None:
    page = screens.staff(table.floor, SUPERVISOR, "/reports")
    links = page.locator(".choices a")
    expect(links).to_have_count(len(REPORTS))
    expect_accessible(page)
    links.filter(has_text="Drop, handle, win and hold").click()
    expect(page).to_have_url(re.compile(r"report=shift&since="))
    expect_report(page)
    expect(page.get_by_role("cell", name=table.name, exact=True)).to_be_visible()
    expect(page.get_by_text("Every figure of money agrees with the ledger.")).to_be_visible()
    expect_accessible(page)
    # The same link in another browser gives the same report.
    other = screens.staff(table.floor, CHIEF, page.url.removeprefix(table.floor.address))
    expect_report(other)
    assert rows(other) == rows(page)
    # A table, and the way back.
    page.get_by_label("Table").select_option(table.name)
    expect(page).to_have_url(re.compile(f"table={table.name}"))
    expect(page.get_by_text(f"Table {table.name} · 1 row")).to_be_visible(timeout=PATIENCE_MS)
    page.go_back()
    expect(page.get_by_text("All tables ·")).to_be_visible(timeout=PATIENCE_MS)


def test_a_report_is_saved_without_formulas_and_printed_black_on_white(
    table: Table, screens: Screens, tmp_path: Path
) -> None:
    page = screens.staff(table.floor, CHIEF, f"/reports?report=terminals&table={table.name}")
    expect_report(page)
    with page.expect_download(timeout=PATIENCE_MS) as saving:
        page.get_by_role("link", name="Save as CSV").click()
    saved = tmp_path / "saved.csv"
    saving.value.save_as(saved)
    assert saving.value.suggested_filename == "punto-terminals.csv"
    found = list(csv.DictReader(io.StringIO(saved.read_text("utf-8-sig"))))
    assert [row["terminal"] for row in found] == list(table.terminals)
    assert not any(cell.startswith(("=", "+", "@")) for row in found for cell in row.values())
    page.emulate_media(media="print")
    expect(page.locator("form.question")).to_be_hidden()
    expect(page.locator("header.bar")).to_be_hidden()
    expect(page.locator("#report")).to_be_visible()
    ink = page.locator("tbody td").first.evaluate("cell => getComputedStyle(cell).color")
    assert ink == "rgb(28, 33, 30)"
    assert len(page.pdf()) > 1_000


def test_events_are_found_by_what_is_known_of_them(table: Table, screens: Screens) -> None:
    page = screens.staff(table.floor, SUPERVISOR, f"/reports?view=events&table={table.name}")
    expect_found(page, "Table opened")
    expect(page.get_by_text("Terminal connection changed")).to_have_count(1)  # as a choice only
    expect_accessible(page)
    field(page, "everything").check()
    expect(page).to_have_url(re.compile("everything=1"))
    expect_found(page, f"{table.terminals[0]} gets 1000.00 in credits")
    field(page, "text").fill("CREDITS 1000")
    field(page, "terminal").fill(table.terminals[1])
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator("tbody tr")).to_have_count(1, timeout=PATIENCE_MS)
    expect_found(page, f"{table.terminals[1]} gets 1000.00 in credits")
    # The address has the whole question.
    other = screens.staff(table.floor, CHIEF, page.url.removeprefix(table.floor.address))
    expect(other.locator("tbody tr")).to_have_count(1, timeout=PATIENCE_MS)
    assert rows(other) == rows(page)
    expect(field(other, "text")).to_have_value("CREDITS 1000")
    page.get_by_role("link", name="Clear all").click()
    expect(field(page, "text")).to_have_value("")
    field(page, "person").select_option(DEALER)
    expect(page).to_have_url(re.compile(f"person={DEALER}"))
    field(page, "text").fill("zebra")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No events match.")).to_be_visible(timeout=PATIENCE_MS)
    # A whole ticket number does not get into the address.
    field(page, "ticket").fill("1234 5678 9012 3456 78")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("ticket=5678"))
    assert "3456" not in page.url


def test_pages_of_a_search_lead_back_to_the_newest(floor: Floor, screens: Screens) -> None:
    # Each terminal is enrolled, seated and given credits, which makes more than a page.
    floor.table(patrons=30)
    page = screens.staff(floor, SUPERVISOR, "/reports?view=events&everything=1")
    expect(page.locator("tbody tr")).to_have_count(50, timeout=PATIENCE_MS)
    page.get_by_role("link", name="Older events").click()
    expect(page).to_have_url(re.compile("before="))
    expect(page.get_by_role("link", name="Newest events")).to_be_visible(timeout=PATIENCE_MS)
    older = rows(page)
    page.reload()
    expect(page.get_by_role("link", name="Newest events")).to_be_visible(timeout=PATIENCE_MS)
    assert rows(page) == older
    page.get_by_role("link", name="Newest events").click()
    expect(page).not_to_have_url(re.compile("before="))


@pytest.mark.parametrize(
    ("asked", "said", "way"),
    [
        ("report=shift&since=yesterday", "The date in this link cannot be read", "Last 24 hours"),
        (
            "report=shift&since=2026-01-02T00:00%2B08:00&until=2026-01-01T00:00%2B08:00",
            "The period ends before it begins",
            "Swap the dates",
        ),
        ("report=shift&table=Z99", "There is no such table on this floor", "All tables"),
        ("view=events&before=99999.table/Z9", "This page is not in the record", "Newest events"),
        ("view=events&until=soon", "The date in this link cannot be read", "Clear the period"),
    ],
)
def test_a_link_that_makes_no_sense_says_so_and_leads_on(
    table: Table, screens: Screens, asked: str, said: str, way: str
) -> None:
    screens.excuse("404|422")
    page = screens.staff(table.floor, SUPERVISOR, f"/reports?{asked}")
    notice = page.get_by_role("alert").filter(has_text=said)
    expect(notice).to_be_visible(timeout=PATIENCE_MS)
    notice.get_by_role("button", name=way).click()
    expect(notice).to_have_count(0)
    expect(page.locator("section.panel")).to_be_visible(timeout=PATIENCE_MS)


def test_a_report_or_a_round_that_does_not_exist_leaves_a_way_on(
    table: Table, screens: Screens
) -> None:
    page = screens.staff(table.floor, SUPERVISOR, "/reports?report=nonsense")
    expect(page.get_by_text("There is no such report")).to_be_visible()
    expect(page.locator(".choices a")).to_have_count(len(REPORTS))
    page.goto(f"{table.floor.address}/reports?view=events&table={table.name}&round=99999")
    expect(page.get_by_text("No events match.")).to_be_visible(timeout=PATIENCE_MS)
    page.get_by_role("link", name="Clear all").click()
    expect(page.locator("tbody tr").first).to_be_visible(timeout=PATIENCE_MS)
    empty = "report=rounds&since=2999-01-01T00:00%2B08:00"
    page.goto(f"{table.floor.address}/reports?{empty}")
    expect(page.get_by_text("Nothing in this period.")).to_be_visible(timeout=PATIENCE_MS)


def test_a_dealer_is_told_whose_reports_they_are(table: Table, screens: Screens) -> None:
    screens.excuse("403")
    page = screens.staff(table.floor, DEALER, "/reports?view=events")
    expect(page.get_by_text("Reports are for the Pit Supervisor or above.")).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(0)
    expect(page.get_by_role("link", name="Sign in as another person")).to_be_visible()


def test_a_link_leads_through_the_sign_in_and_back(table: Table, screens: Screens) -> None:
    screens.excuse("401")
    page = screens.page()
    page.goto(f"{table.floor.address}/reports?view=events&table={table.name}&text=opened")
    expect(page).to_have_url(re.compile("/sign-in"))
    page.get_by_label("User name").fill(SUPERVISOR)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/reports.*table={table.name}&text=opened"))
    expect_found(page, "Table opened")


def test_the_pages_fit_every_screen_in_both_languages(table: Table, screens: Screens) -> None:
    screens.are_still = True
    page = screens.staff(table.floor, SUPERVISOR, "/reports")
    for language in ("en", "zh"):
        for asked in ("", "&view=events&everything=1", "&report=shift"):
            page.goto(f"{table.floor.address}/reports?lang={language}{asked}")
            shown = page.locator(".choices li, tbody tr").first
            expect(shown).to_be_visible(timeout=PATIENCE_MS)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                expect_no_sideways_scroll(page)
            expect_accessible(page)
    expect(page.get_by_text("所有金额均与账本相符。")).to_be_visible()


def test_the_pit_leads_to_the_reports_and_asks_on_there(table: Table, screens: Screens) -> None:
    pit = screens.pit(table, SUPERVISOR)
    page = pit.page
    page.get_by_role("button", name="Events").click()
    page.get_by_label("Search").fill("opened")
    page.get_by_role("link", name="Search the whole record").click()
    expect(page).to_have_url(re.compile(f"view=events&text=opened&table={table.name}"))
    expect_found(page, "Table opened")
    page.get_by_role("link", name="Pit").click()
    page.get_by_role("link", name="Reports").click()
    expect(page.locator(".choices a")).to_have_count(len(REPORTS))
