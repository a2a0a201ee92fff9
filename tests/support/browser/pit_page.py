"""The pit, as its people use it."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

SECTIONS = (
    "Floor",
    "This table",
    "Approvals",
    "Seats",
    "Limits",
    "Tickets",
    "Tables",
    "People",
    "Terminals",
    "Events",
)


@dataclass(frozen=True, slots=True)
class PitPage:
    """The page of the pit."""

    page: Page

    def expect_told(self, words: str) -> None:
        """Expect an alert with these words."""
        told = self.page.locator(".notices").get_by_role("alert").filter(has_text=words)
        expect(told).to_be_visible()

    def section(self, name: str) -> Locator:
        """One of the pit's sections, such as Seats."""
        self.page.get_by_role("navigation").get_by_role("button", name=name).click()
        return self.page.get_by_role("main")

    def look_at(self, table: str) -> None:
        """Switch the pit to another table."""
        self.page.get_by_role("tab", name=re.compile(rf"^{re.escape(table)}\b")).click()

    def admit(self, code: str, terminal: str, place: str) -> None:
        """Admit the device that shows a code, as a terminal that is new on the floor."""
        main = self.section("Terminals")
        main.get_by_label("Code on the screen").fill(code)
        main.get_by_label("Terminal", exact=True).fill(terminal)
        main.get_by_label("Place").fill(place)
        main.get_by_role("button", name="Admit").click()
        expect(self.page.get_by_role("row", name=terminal)).to_be_visible()

    def seat(self, terminal: str) -> None:
        """Seat a terminal at the table that the pit looks at."""
        waiting = self.section("Seats").get_by_role("listitem").filter(has_text=terminal)
        waiting.get_by_role("button", name="Assign here").click()
        expect(self.page.get_by_role("row", name=terminal)).to_be_visible()
