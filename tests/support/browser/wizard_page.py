"""The console's wizard for an irregularity: what happened, who confirms, what follows, do it."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from support.browser.console_page import card_name
from support.browser.floors import PIN


@dataclass(frozen=True, slots=True)
class WizardPage:
    """The wizard of a console, from the button beside the play until play goes on."""

    page: Page

    @property
    def sheet(self) -> Locator:
        """The dialog in which a report is entered."""
        return self.page.get_by_role("dialog", name="Something went wrong")

    @property
    def stopped(self) -> Locator:
        """The procedure of an open irregularity."""
        return self.page.get_by_role("article", name="Play has stopped")

    def open(self) -> None:
        """Open the wizard."""
        self.page.get_by_role("button", name="Something went wrong").click()

    def kind(self, title: str) -> Locator:
        """The button of one kind of irregularity."""
        name = self.page.get_by_text(title, exact=True)
        return self.sheet.get_by_role("listitem").filter(has=name).get_by_role("button")

    def choose(self, title: str, *, clause: str, who: str) -> None:
        """Choose what happened, and expect this clause and this person to confirm it."""
        button = self.kind(title)
        expect(button.locator(".clause")).to_have_text(clause)
        expect(button.locator("small")).to_have_text(who)
        button.click()

    def of_earlier(self, number: int) -> None:
        """Choose a round before the present or last one."""
        self.sheet.get_by_role("radio", name="An earlier round").check()
        self.sheet.get_by_role("combobox", name="An earlier round").select_option(str(number))

    def row(self, title: str) -> Locator:
        """A row of cards in a report, or in a decision."""
        return self.page.locator("section.row").filter(has_text=title)

    def add(self, title: str, card: str) -> None:
        """Put a card into a row."""
        row = self.row(title)
        row.locator(".pad").get_by_role("button", name=card_name(card)).click()
        expect(row.get_by_role("button", name=f"{card_name(card)}: Clear")).to_be_visible()

    def remove(self, card: str) -> None:
        """Take a card out of its row."""
        self.page.get_by_role("button", name=f"{card_name(card)}: Clear").click()

    def move_right(self, card: str) -> None:
        """Let a card change places with the next one."""
        self.page.get_by_role("button", name=f"{card_name(card)}: →").click()

    def say_all_came_together(self) -> None:
        """Tick all cards that are out, where the wizard asks which were drawn together."""
        for card in self.sheet.get_by_role("group").get_by_role("checkbox").all():
            card.check()

    def say(self, words: str) -> None:
        """Describe in words what happened."""
        self.sheet.get_by_label("In your words").fill(words)

    def review(self) -> Locator:
        """Go on to the review: what will be reported, and what follows."""
        self.sheet.get_by_role("button", name="Continue").click()
        return self.sheet.locator(".review")

    def report(self) -> None:
        """Send the report, and expect play to stop."""
        self.sheet.get_by_role("button", name="Report and stop play").click()
        expect(self.sheet).to_have_count(0)
        expect(self.stopped).to_be_visible()

    def way(self, step: str) -> Locator:
        """The row with the effects of a step on play, money, cards and shoe."""
        return self.stopped.get_by_role("row").filter(
            has=self.page.get_by_role("rowheader", name=re.compile(f"^{step}"))
        )

    def expect_way(self, step: str, *told: str) -> None:
        """Expect a step to promise these effects on play, money, cards and shoe."""
        for cell, words in zip(self.way(step).last.get_by_role("cell").all(), told, strict=True):
            expect(cell).to_contain_text(words)

    def choose_step(self, step: str) -> None:
        """Choose a step."""
        self.stopped.get_by_role("radio", name=step).check()

    def word(self, label: str, words: str) -> None:
        """Put a ruling or a denial into words."""
        self.stopped.get_by_label(label).fill(words)

    def adjust(self, terminal: str, dollars: str) -> None:
        """Let the ruling give credits to a terminal, or take some if the amount is negative."""
        self.stopped.get_by_role("button", name="Adjust a terminal’s credits").click()
        self.stopped.get_by_label("Terminal").last.select_option(terminal)
        self.stopped.get_by_label("Amount in dollars").last.fill(dollars)

    def do(self, step: str, name: str, pin: str = PIN) -> None:
        """Take a step with a second person's name and PIN."""
        self.stopped.get_by_role("radio", name=name).check()
        self.stopped.get_by_label("PIN", exact=True).fill(pin)
        self.stopped.get_by_role("button", name=step, exact=True).click()

    def do_alone(self, step: str, pin: str = PIN) -> None:
        """Take a step with the PIN of the person who is signed in at the pit."""
        self.stopped.get_by_label("Your PIN").fill(pin)
        self.stopped.get_by_role("button", name=step, exact=True).click()
        self.expect_over()

    def expect_over(self) -> None:
        """Expect that play is no longer stopped."""
        expect(self.stopped).to_have_count(0)
