"""The Game Console as a Dealer handles it."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

_RANKS = "Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King"
RANKS = dict(zip("A23456789TJQK", _RANKS.split(), strict=True))
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def card_name(card: str) -> str:
    """A card as the pages call it: ``AS`` is the Ace of spades."""
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


# As a scanner types: all keys within a moment, and Enter.
_SCAN = """card => [...card, "Enter"].forEach(key =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true})))"""


@dataclass(frozen=True, slots=True)
class ConsolePage:
    """The page of a console."""

    page: Page

    @property
    def big(self) -> Locator:
        """The one big next action."""
        return self.page.locator("section.next .go")

    def expect_told(self, words: str) -> None:
        """It tells something beside the play."""
        told = self.page.locator(".notices").get_by_role("alert").filter(has_text=words)
        expect(told).to_be_visible()

    def press(self, title: str) -> None:
        """Press the big button, once it says what is expected."""
        self.page.get_by_role("button", name=title).and_(self.big).click()

    def open_bets(self) -> None:
        """Open the bets of a new round."""
        self.press("Open the bets")
        expect(self.page.locator(".phase")).to_have_text("bets open")

    def close_bets(self) -> None:
        """Close the bets; once the terminals have frozen they are cut off by themselves."""
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
        """A card comes from the scanner."""
        expect(self.page.locator("section.next")).to_be_visible()
        self.page.evaluate(_SCAN, card)

    def deal(self, cards: str) -> None:
        """Key cards in the order they leave the shoe, with the totals where they are due."""
        for number, card in enumerate(cards.split(), start=1):
            self.key(card)
            if number == 4:
                self.press("Announce the totals")

    def press_any(self) -> str:
        """Press the big button whatever it says, and wait for what comes of it."""
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
        """A second person gives name and PIN for a step."""
        self.page.get_by_role("radio", name=name).check()
        self.page.get_by_label("PIN", exact=True).fill(pin)
