"""A person joins the floor and leaves it: in the pit, at the doors, and at the screens."""

from playwright.sync_api import Page, expect

from support.browser.floors import CHIEF, PASSWORD, PIN, Floor
from support.browser.pit_page import PitPage
from support.browser.screens import Screens
from support.browser.wizard_page import WizardPage

TOLD = (
    "Person added",
    "Role granted",
    "Acting role granted",
    "Person invited",
    "Password and PIN chosen",
    "Acting role ended",
    "Role revoked",
    "Locked out",
    "Unlocked",
    "Person dismissed",
)


def test_a_person_joins_the_floor_acts_is_locked_out_and_leaves(
    floor: Floor, screens: Screens
) -> None:
    screens.excuse("status of 40[13]")
    table = floor.table()
    pit, person = screens.pit(table, CHIEF), f"wei.{table.name.lower()}"
    name = f"Wei Ling {table.name}"
    main = pit.section("People")
    main.get_by_label("Full name").fill(name)
    main.get_by_label("User name").fill(person)
    main.get_by_role("button", name="Add", exact=True).click()
    sheet = pit.page.get_by_role("dialog", name=name)
    sheet.get_by_role("button", name="Grant a role: Dealer").click()
    row = pit.page.get_by_role("row").filter(has_text=person)
    expect(row).to_contain_text("Dealer")
    sheet.get_by_role("radio", name="Grant an acting role").check()
    sheet.get_by_role("radio", name="Pit Supervisor").check()
    sheet.get_by_role("radio", name="for 1 h").check()
    sheet.get_by_role("button", name="Grant an acting role: Pit Supervisor").click()
    expect(row).to_contain_text("acting Pit Supervisor")
    sheet.get_by_role("button", name="Invite to choose password and PIN").click()
    link = sheet.locator("output").inner_text()
    sheet.get_by_role("button", name="Close").click()

    page = screens.page()
    page.goto(link)
    for field, secret in enumerate((PASSWORD, PASSWORD, PIN, PIN)):
        page.locator("input[type=password]").nth(field).fill(secret)
    page.get_by_role("button", name="Save and sign in").click()
    expect(page.get_by_text("acting Pit Supervisor")).to_be_visible()
    expect(row).not_to_contain_text("no password yet")

    page.goto(f"{floor.address}/console?table={table.name}")
    reports_no_more(WizardPage(page), pit, name)
    locked_out_and_dismissed(page, pit, person, name)
    events = pit.section("Events")
    for title in TOLD:
        expect(events.get_by_role("row").filter(has_text=title).first).to_be_visible()


def reports_no_more(wizard: WizardPage, pit: PitPage, name: str) -> None:
    """Revoke a person's last role: their screen closes at once, and they cannot even report."""
    wizard.open()
    wizard.choose("cards missing", clause="5.1", who="Pit Supervisor must confirm")
    wizard.review()
    pit.page.get_by_role("button", name=f"Manage: {name}").click()
    sheet = pit.page.get_by_role("dialog", name=name)
    sheet.get_by_role("button", name="End the acting role").click()
    expect(sheet.get_by_role("button", name="End the acting role")).to_have_count(0)
    # The person is still a Dealer, so the console stays open.
    expect(wizard.sheet.get_by_role("button", name="Report and stop play")).to_be_enabled()
    sheet.get_by_role("radio", name="Revoke a role").check()
    sheet.get_by_role("radio", name="Dealer").check()
    sheet.get_by_role("button", name="Revoke a role: Dealer").click()
    expect(pit.page.get_by_role("row").filter(has_text=name)).to_contain_text("no role")
    expect(wizard.page.get_by_text("The Game Console is for the Dealer")).to_be_visible()
    expect(wizard.sheet).to_have_count(0)


_GUESS_THRICE = """async () => {
  const { csrf } = await (await fetch("/api/session")).json();
  const said = { present_password: "not the word", password: "another long word", pin: "271828" };
  for (let tries = 0; tries < 3; tries += 1)
    await fetch("/api/secrets/change", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Punto-CSRF": csrf },
      body: JSON.stringify(said),
    });
}"""


def locked_out_and_dismissed(page: Page, pit: PitPage, person: str, name: str) -> None:
    """Three wrong passwords at their own screen lock a person out until the pit unlocks them."""
    page.evaluate(_GUESS_THRICE)
    row = pit.page.get_by_role("row").filter(has_text=person)
    sheet = pit.page.get_by_role("dialog", name=name)
    expect(row).to_contain_text("locked out")
    sheet.get_by_label("Your PIN").fill(PIN)
    sheet.get_by_role("button", name="Unlock").click()
    expect(row).not_to_contain_text("locked out")
    sheet.get_by_role("button", name="Dismiss").click()
    sheet.get_by_role("button", name="Dismiss · Are you sure?").click()
    expect(row).to_contain_text("dismissed")
    sheet.get_by_role("button", name="Close").click()
