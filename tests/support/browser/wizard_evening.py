"""A table where one thing after another goes wrong, so that one page serves many tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, expect

from support.browser.console_page import ConsolePage, scan
from support.browser.floors import Floor, Json, Table
from support.browser.screens import Screens
from support.browser.terminal_page import TerminalPage, balance
from support.browser.wizard_page import WizardPage


@dataclass
class Evening:
    """A table with its Dealer and one patron, where one thing after another goes wrong."""

    table: Table
    terminal: TerminalPage
    console: ConsolePage
    screens: Screens
    rounds: int = 0

    @property
    def wizard(self) -> WizardPage:
        return WizardPage(self.console.page)

    @property
    def owned(self) -> int:
        return self.table.credits_of(self.terminal.name)

    @property
    def phase(self) -> str:
        """The phase, as the server reports it."""
        return str(self._told["phase"])

    @property
    def round_number(self) -> int:
        """The number of the present or last round."""
        return int(self._told["round_number"])

    @property
    def _told(self) -> Json:
        floor = self.console.page.request.get(f"{self.table.floor.address}/api/floor").json()
        return next(each for each in floor["tables"] if each["table"] == self.table.name)

    def expect_owned(self, cents: int) -> None:
        """Expect the record and the terminal to agree on what the patron owns."""
        assert self.owned == cents
        expect(self.terminal.credits).to_have_text(balance(cents))

    def suited(self, ranks: str) -> list[str]:
        """Return cards of one suit, which changes each round, so that no shoe runs out of any."""
        return [f"{rank}{'SHDC'[self.rounds % 4]}" for rank in ranks.split()]

    def open(self) -> None:
        """Open a round with a bet, from a new shoe if the last one was withdrawn."""
        console = self.console
        self.rounds += 1
        shuffled = console.page.get_by_role("button", name="Shuffled by machine")
        opening = console.page.get_by_role("button", name="Open the bets").and_(console.big)
        expect(shuffled.or_(opening)).to_be_visible()
        if shuffled.is_visible():
            shuffled.click()
        console.open_bets()
        self.terminal.expect_open()
        self.terminal.bet("player", "$100")

    def deal(self, ranks: str) -> None:
        dealt = self.console.page.locator(".stage .hand .card")
        for card in self.suited(ranks):
            before = dealt.count()
            scan(self.console.page, card)
            expect(dealt).to_have_count(before + 1)
            if before == 3:
                self.console.press("Announce the totals")

    def finish(self, ranks: str) -> None:
        """Deal the rest of the cards, and pay."""
        if ranks != "-":
            if self.phase == "betting":
                self.console.close_bets()
            self.deal(ranks)
        self.console.settle()


@dataclass
class Evenings:
    """One evening for each game, begun again after a test that failed."""

    floor: Floor
    browser: Browser
    running: dict[str, Evening] = field(default_factory=dict)

    @contextmanager
    def of(self, game: str) -> Iterator[Evening]:
        """Lend an evening between two rounds; keep it for another test if this one passes."""
        evening = self.running.pop(game, None) or self._begin(game)
        try:
            yield evening
        except BaseException:
            evening.screens.close()
            raise
        assert evening.screens.unexcused == []
        self.running[game] = evening

    def _begin(self, game: str) -> Evening:
        # Without motion, which other tests show: a moving page computes all the while.
        screens = Screens(self.browser, are_still=True)
        table = self.floor.table(game, "shoe that reads")
        terminal, console = screens.terminal(table), screens.console(table)
        terminal.choose_chip("$100")
        return Evening(table, terminal, console, screens)

    def close(self) -> None:
        for evening in self.running.values():
            evening.screens.close()
