"""The felt of a live table, as its Dealer uses it."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from support.browser.console_page import ConsolePage


@dataclass(frozen=True, slots=True)
class FeltPage:
    """The console of a live table."""

    page: Page

    @property
    def console(self) -> ConsolePage:
        """This page as the console that every table has."""
        return ConsolePage(self.page)

    @property
    def calls(self) -> Locator:
        """What the Dealer has to say before closing the bets."""
        return self.page.get_by_role("region", name="What to say").get_by_role("listitem")

    @property
    def sensor(self) -> Locator:
        """The panel with the state and the questions of the table's chip sensor."""
        return self.page.get_by_role("region", name="Chip sensor")

    def asked(self, *sentences: str) -> None:
        """Expect the sensor to ask exactly these questions."""
        questions = self.sensor.get_by_role("listitem")
        expect(questions).to_have_count(len(sentences))
        for question, sentence in zip(questions.all(), sentences, strict=True):
            expect(question).to_contain_text(sentence)

    @property
    def line(self) -> Locator:
        """The line in which bets are typed."""
        return self.page.get_by_label("Bets: box, bet and amount")

    def type(self, bets: str) -> None:
        """Type bets, and expect chips on the layout."""
        self.line.fill(bets)
        self.line.press("Enter")
        expect(self.line).to_have_value("")
        expect(self.page.locator(".boxes .lies").first).to_be_visible()

    def press_enter(self) -> None:
        """Take the next step with the Enter key, and wait for its effect."""
        title = self.console.big.locator("b")
        dealt, asked = self.page.locator(".stage .hand .card"), title.inner_text()
        before = dealt.count()
        expect(self.console.big).to_be_enabled()
        self.page.keyboard.press("Enter")
        if asked.startswith("Draw"):
            expect(dealt).to_have_count(before + 1)
        else:
            expect(title).not_to_have_text(asked)

    def tick_all(self) -> None:
        """Tick off everything that was taken and paid, with one key."""
        self.page.keyboard.press("*")
        ticks = self.page.get_by_role("checkbox")
        expect(ticks.and_(self.page.get_by_role("checkbox", checked=False))).to_have_count(0)
        expect(ticks.first).to_be_checked()

    def spot(self, box: str, bet: str) -> Locator:
        """The spot of a bet in a box."""
        told = re.compile(rf"^Box {box}, {bet}(,|$)")
        return self.page.locator(".boxes").get_by_role("button", name=told)

    def lay(self, box: str, bet: str, chip: str, times: int = 1) -> None:
        """Tap a chip, then tap a spot once for each chip."""
        self.page.get_by_role("button", name=f"Chip of {chip}", exact=True).click()
        for _ in range(times):
            self.spot(box, bet).click()

    def choose_box(self, box: str) -> None:
        """Tap the head of a box."""
        head = self.page.get_by_label(f"Box {box}", exact=True).locator(".head").first
        head.click()

    def open_bets(self) -> None:
        """Open the bets of a new round."""
        self.console.press("Open the bets")
        expect(self.page.get_by_role("button", name="Close the bets")).to_be_visible()

    def close(self) -> None:
        """Close the bets when nothing is left to say."""
        self.console.press("Close the bets")
        expect(self.page.locator(".phase")).to_have_text("cards being dealt")

    def pass_over(self) -> None:
        """Close the bets although something is left to say; this takes a second touch."""
        self.console.press("Close the bets")
        self.page.get_by_role("button", name="Close anyway").click()
        expect(self.page.locator(".phase")).to_have_text("cards being dealt")

    def deal(self, cards: str, after: int = 0) -> None:
        """Let the shoe read cards in their order; announce the totals after the fourth."""
        dealt = self.page.locator(".stage .hand .card")
        for number, card in enumerate(cards.split(), start=after + 1):
            self.console.scan(card)
            expect(dealt).to_have_count(number)
            if number == 4:
                self.console.press("Announce the totals")
                expect(self.page.get_by_role("button", name="Announce the totals")).to_have_count(0)

    def settle(self) -> None:
        """Settle the round."""
        self.console.press("Settle the round")
        expect(self.page.locator(".phase")).to_have_text("round settled")

    def lines(self, title: str) -> list[str]:
        """Return the lines of a list, such as what to take or to pay, each as one string."""
        heading = self.page.get_by_role("heading", name=title, exact=False)
        rows = heading.locator("xpath=..").get_by_role("listitem")
        return [" ".join(each.split()) for each in rows.all_inner_texts()]
