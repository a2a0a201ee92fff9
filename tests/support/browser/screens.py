"""Browsers on a floor: each screen has its own context, as if it were on its own machine."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError

from support.browser.console_page import ConsolePage
from support.browser.floors import CHIEF, DEALER, Floor, Table
from support.browser.pit_page import PitPage
from support.browser.terminal_page import TerminalPage

DESK, PHONE, KIOSK = (1280, 800), (360, 740), (1920, 1080)
SMALL, WIDE, TABLET = (360, 640), (844, 390), (820, 1180)
PATIENCE_MS = 20_000
"""How long a condition may take on a busy machine; no test waits longer than necessary."""


@dataclass
class Screens:
    """Every screen that a test opens, and every error on any of them."""

    browser: Browser
    are_still: bool = False
    """Whether the browsers ask for reduced motion."""
    troubles: list[str] = field(default_factory=list)
    _excused: list[str] = field(default_factory=list)
    _contexts: list[BrowserContext] = field(default_factory=list)

    def page(self, size: tuple[int, int] = DESK) -> Page:
        """Open an empty page in a browser that the server does not know yet."""
        width, height = size
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce" if self.are_still else "no-preference",
        )
        context.set_default_timeout(PATIENCE_MS)
        context.on("weberror", self._failed)
        context.on("console", self._logged)
        self._contexts.append(context)
        return context.new_page()

    def terminal(self, table: Table, number: int = 1, size: tuple[int, int] = DESK) -> TerminalPage:
        """Open a Player Terminal of a table, by default the first."""
        name, page = table.terminals[number - 1], self.page(size)
        page.goto(table.floor.link("device", name, "/terminal"))
        return TerminalPage(page, name)

    def console(
        self, table: Table, person: str = DEALER, size: tuple[int, int] = DESK
    ) -> ConsolePage:
        """Open the Game Console of a table, with a person signed in."""
        page = self.staff(table.floor, person, f"/console?table={table.name}", size)
        return ConsolePage(page)

    def pit(self, table: Table, person: str = CHIEF, size: tuple[int, int] = DESK) -> PitPage:
        """Open the pit at a table, with a person signed in."""
        return PitPage(self.staff(table.floor, person, f"/pit?table={table.name}", size))

    def staff(self, floor: Floor, person: str, path: str, size: tuple[int, int] = DESK) -> Page:
        """Open any page of the floor, with a person signed in."""
        page = self.page(size)
        page.goto(floor.link("staff", person, path))
        return page

    def display(self, table: Table, size: tuple[int, int] = KIOSK) -> Page:
        """Open the display of a table."""
        page = self.page(size)
        page.goto(f"{table.floor.address}/display?table={table.name}")
        return page

    def excuse(self, pattern: str) -> None:
        """Ignore log messages that match a pattern, because the test itself causes them."""
        self._excused.append(pattern)

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    @property
    def unexcused(self) -> list[str]:
        """Return the errors that no test has excused."""
        return [
            each for each in self.troubles if not any(re.search(x, each) for x in self._excused)
        ]

    def _failed(self, error: WebError) -> None:
        self.troubles.append(f"{error.page.url if error.page else ''}: {error.error}")

    def _logged(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            where = message.page.url if message.page else ""
            self.troubles.append(f"{where}: {message.text}")
