"""A Player Terminal as a patron handles it."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect


def balance(cents: int) -> str:
    """Format an amount as the pages show a patron's credits."""
    return f"${cents / 100:,.2f}"


def money(cents: int) -> str:
    """Format an amount as the pages show a stake: with cents only if there are any."""
    return balance(cents).removesuffix(".00")


def gain(cents: int) -> str:
    """Format what a bet won or lost, as its spot on the layout shows it."""
    sign = "+" if cents > 0 else "−" if cents < 0 else ""
    return sign + money(abs(cents))


@dataclass(frozen=True, slots=True)
class TerminalPage:
    """The page of a terminal."""

    page: Page
    name: str

    @property
    def credits(self) -> Locator:
        """What the patron owns."""
        return self.page.locator(".purse .credits dd")

    @property
    def notice(self) -> Locator:
        """The phrase in the middle of the table."""
        return self.page.locator(".stage .middle")

    def expect_told(self, words: str) -> None:
        """Expect an alert beside the play: a refusal, or that the line is lost."""
        told = self.page.locator(".terminal").get_by_role("alert").filter(has_text=words)
        expect(told).to_be_visible()

    def spot(self, bet: str) -> Locator:
        """The place of a bet on the layout."""
        return self.page.locator(f'[data-bet="{bet}"]')

    def expect_open(self) -> None:
        """Expect the bets to be open."""
        expect(self.page.locator(".spot.open").first).to_be_visible()

    def choose_chip(self, label: str) -> None:
        """Choose another chip, such as ``$25``."""
        self.page.get_by_role("radio", name=f"Chip of {label}", exact=True).click()

    def bet(self, bet: str, stake: str, times: int = 1) -> None:
        """Put the chosen chip on a bet this many times, and expect the whole stake registered."""
        for _ in range(times):
            self.spot(bet).click()
        self.expect_registered(bet, stake)

    def expect_registered(self, bet: str, stake: str) -> None:
        """Expect a stake to be marked as registered."""
        expect(self.spot(bet).locator(".amount")).to_have_text(f"Stake {stake} Registered")

    def expect_result(self, bet: str, result: str, won: int) -> None:
        """Expect a bet to show its result, and what it won or lost, in cents."""
        expect(self.spot(bet).locator(".outcome")).to_have_text(f"{result} {gain(won)}")

    def expect_hand(self, side: str, told: str) -> None:
        """Expect a hand to have this description for screen readers."""
        expect(self.page.get_by_role("region", name=f"{side} hand: {told}")).to_be_visible()

    def open_money(self) -> Locator:
        """Open the sheet for money in and out."""
        self.page.get_by_role("button", name="Money", exact=True).click()
        sheet = self.page.get_by_role("dialog", name="Money")
        expect(sheet).to_be_visible()
        return sheet

    def present(self, number: str, amount: str) -> None:
        """Enter a ticket's number and amount, and add it to the credits."""
        sheet = self.page.get_by_role("dialog", name="Money")
        sheet.get_by_label("Ticket number").fill(number)
        sheet.get_by_label("Amount on the ticket").fill(amount)
        sheet.get_by_role("button", name="Add to credits").click()

    def in_another_tab(self) -> "TerminalPage":
        """Open the same terminal again, in another tab of the same browser."""
        page = self.page.context.new_page()
        page.goto(self.page.url)
        return TerminalPage(page, self.name)

    def close_sheet(self) -> None:
        """Close the open sheet."""
        self.page.get_by_role("dialog").get_by_role("button", name="Close").click()
        expect(self.page.get_by_role("dialog")).to_have_count(0)
