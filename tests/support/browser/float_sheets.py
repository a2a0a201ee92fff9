"""The sheets of a live table's tray: chips are counted, and people sign."""

from playwright.sync_api import Locator, Page, expect

from support.browser.floors import PIN


def sheet_of(page: Page, deed: str) -> Locator:
    """Press the button of a step with the tray, and return its sheet."""
    page.get_by_role("button", name=deed, exact=True).click()
    return page.get_by_role("dialog").last


def count(sheet: Locator, chips: dict[int, int]) -> None:
    """Enter a number of chips of each value in dollars."""
    for value, number in chips.items():
        sheet.get_by_label(f"${value:,}", exact=True).fill(str(number))


def signed(sheet: Locator, person: str | None = None) -> None:
    """Sign a step with a PIN: one's own, or that of a person at the screen."""
    if person is not None:
        sheet.get_by_text(person).click()
    sheet.locator("input[type=password]").fill(PIN)
    done(sheet)


def done(sheet: Locator) -> None:
    """Do it, and see the sheet go."""
    page = sheet.page
    before = page.get_by_role("dialog").count()
    sheet.locator("form .gold").click()
    expect(page.get_by_role("dialog")).to_have_count(before - 1)
