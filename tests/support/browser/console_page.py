"""The Game Console as a Dealer handles it."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

_RANKS = "Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King"
RANKS = dict(zip("A23456789TJQK", _RANKS.split(), strict=True))
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def card_name(card: str) -> str:
    """Return the name of a card on the pages: ``AS`` is the Ace of spades."""
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


# A machine that pauses between two keys must not make a hand of the scanner, so all bear one time.
_SCAN = """card => {
  const timeStamp = {value: performance.now()};
  for (const key of [...card, "Enter"]) {
    const event = new KeyboardEvent("keydown", {key, bubbles: true});
    document.body.dispatchEvent(Object.defineProperty(event, "timeStamp", timeStamp));
  }
}"""


def scan(page: Page, card: str) -> None:
    """Read a card as a scanner does: it types faster than any person, and ends with Enter."""
    page.evaluate(_SCAN, card)


@dataclass(frozen=True, slots=True)
class ConsolePage:
    """The page of a console."""

    page: Page

    @property
    def big(self) -> Locator:
        """The big button for the next action."""
        return self.page.locator("section.next .go")

    def expect_told(self, words: str) -> None:
        """Expect an alert with these words beside the play."""
        told = self.page.locator(".notices").get_by_role("alert").filter(has_text=words)
        expect(told).to_be_visible()

    def press(self, title: str) -> None:
        """Press the big button once it has this title."""
        self.page.get_by_role("button", name=title).and_(self.big).click()

    def open_bets(self) -> None:
        """Open the bets of a new round."""
        self.press("Open the bets")
        expect(self.page.locator(".phase")).to_have_text("bets open")

    def close_bets(self) -> None:
        """Close the bets; the server cuts them off once the terminals have frozen."""
        self.press("Close the bets")
        expect(self.page.locator(".phase")).to_have_text("cards being dealt")

    def key(self, card: str) -> None:
        """Key one card and confirm it, and see it in its hand."""
        dealt = self.page.locator(".stage .hand .card")
        before = dealt.count()
        self.page.locator(".pad").get_by_role("button", name=card_name(card)).click()
        self.page.get_by_role("button", name="Yes, register it").click()
        expect(dealt).to_have_count(before + 1)

    def scan(self, card: str) -> None:
        """Scan a card."""
        expect(self.page.locator("section.next")).to_be_visible()
        scan(self.page, card)

    def deal(self, cards: str) -> None:
        """Key cards in the order they leave the shoe; announce the totals after the fourth."""
        for number, card in enumerate(cards.split(), start=1):
            self.key(card)
            if number == 4:
                self.press("Announce the totals")

    def press_any(self) -> str:
        """Press the big button whatever its title is, wait for the effect, and return the title."""
        title = self.big.locator("b")
        dealt, asked = self.page.locator(".stage .hand .card"), title.inner_text()
        before = dealt.count()
        self.press(asked)
        if asked.startswith("Draw"):
            expect(dealt).to_have_count(before + 1)
        else:
            expect(title).not_to_have_text(asked)
        return asked

    def draw_and_settle(self) -> None:
        """Draw from the virtual shoe whatever the console asks for, and pay the round."""
        while self.press_any() != "Settle the round":
            pass

    def settle(self) -> None:
        """Pay the round."""
        self.press("Settle the round")
        expect(self.page.locator(".phase")).to_have_text("round settled")

    def play(self, cards: str) -> None:
        """Close the bets, deal and pay."""
        self.close_bets()
        self.deal(cards)
        self.settle()

    def vouch(self, name: str, pin: str) -> None:
        """Enter a second person's name and PIN for a step."""
        self.page.get_by_role("radio", name=name).check()
        self.page.get_by_label("PIN", exact=True).fill(pin)
