"""Cards and chips as they look and move, and the side bets that are announced."""

import pytest
from playwright.sync_api import Page, expect

from support.browser.floors import Floor
from support.browser.screens import KIOSK, SMALL, TABLET, WIDE, Screens
from support.browser.sizes import on_each
from support.browser.stillness import be_still

# Counts movements by script, which the style sheet's rule for rest cannot stop.
_COUNT_MOVEMENTS = """() => {
  window.movements = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const duration = typeof options === "number" ? options : options?.duration ?? 0;
    if (duration > 1) window.movements += 1;
    return animate.call(this, frames, options);
  };
}"""

# Where a figure would lie on the index of its card, in a picture of the card as it is drawn.
_FIGURE = """card => {
  const frame = card.querySelector(".frame").getBoundingClientRect();
  const [rank, suit] = card.querySelectorAll(".corner b, .corner svg");
  const box = card.querySelector(".front").getBoundingClientRect();
  const notch = {right: box.left + 0.31 * box.width, bottom: box.top + (53 / 140) * box.height};
  return {
    frame: [frame.width / box.width, frame.height / box.height],
    index: Math.max(rank.getBoundingClientRect().right, suit.getBoundingClientRect().right)
      <= notch.right + 1 && suit.getBoundingClientRect().bottom <= notch.bottom + 1,
  };
}"""


def test_a_court_card_shows_a_figure_that_leaves_the_index_free(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    console.open_bets()
    console.close_bets()
    console.deal("KS QH JD JC")
    cards = terminal.page.locator(".stage .hand .card")
    expect(cards).to_have_count(4)
    be_still(terminal.page)
    for card in cards.all():
        # Two halves, the second turned about the middle of the card.
        turns = card.locator("g[transform]").evaluate_all(
            "all => all.map(each => each.getAttribute('transform'))"
        )
        assert turns == ["rotate(0 50 70)", "rotate(180 50 70)"]
    for size in on_each(terminal.page, SMALL, TABLET, KIOSK, (3840, 2160)):
        for card in cards.all():
            seen = card.evaluate(_FIGURE)
            assert seen["frame"] == pytest.approx([0.86, 0.9], abs=0.06)
            assert seen["index"], f"the frame stands on the index at {size}"


def test_each_chip_has_its_number_and_an_edge_of_its_own(floor: Floor, screens: Screens) -> None:
    terminal = screens.terminal(floor.table())
    chips = terminal.page.get_by_role("radio").locator("svg")
    expect(chips.locator("text")).to_have_text(["5", "10", "25", "100", "500", "1K"])
    forms = chips.evaluate_all("all => all.map(each => each.dataset.spots)")
    assert len(set(forms)) >= len(forms) - 1
    faces = chips.locator(".face").evaluate_all("all => all.map(each => each.getAttribute('d'))")
    assert len({*zip(forms, faces, strict=True)}) == len(forms)


def flights(page: Page) -> list[tuple[float, float]]:
    """Return where each flight so far began and ended, from the top of the screen."""
    return [(each["from"], each["to"]) for each in page.evaluate("window.flights")]


# Notes every flight when its chip appears, since it is soon over.
_NOTE_FLIGHTS = """() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (this.parentElement?.classList.contains("flights")) {
      const from = this.getBoundingClientRect().top;
      const way = /translate\\(.*?px, (.*?)px\\)/.exec(frames.at(-1).transform);
      window.flights.push({from, to: from + Number(way[1])});
    }
    return animate.call(this, frames, options);
  };
}"""


def test_a_chip_flies_to_its_bet_and_back(floor: Floor, screens: Screens) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    page = terminal.page
    console.open_bets()
    terminal.expect_open()
    page.evaluate(_NOTE_FLIGHTS)
    for _ in on_each(page, SMALL, WIDE, KIOSK):
        page.evaluate("window.flights = []")
        terminal.bet("player", "$5")
        tray = page.get_by_role("radio", checked=True).bounding_box()
        spot = terminal.spot("player").bounding_box()
        assert tray is not None
        assert spot is not None
        [(begun, landed)] = flights(page)
        assert begun == pytest.approx(tray["y"], abs=12)
        assert spot["y"] <= landed <= spot["y"] + spot["height"]
        page.get_by_role("button", name="Clear").click()
        expect(terminal.spot("player").locator(".amount")).to_have_count(0)
        [_, (left, back)] = flights(page)
        assert spot["y"] <= left <= spot["y"] + spot["height"]
        assert back == pytest.approx(tray["y"], abs=12)
        expect(page.locator(".flights > *")).to_have_count(0)


def test_nothing_moves_with_reduced_motion(floor: Floor, screens: Screens) -> None:
    screens.are_still, table = True, floor.table()
    terminal, console, display = (
        screens.terminal(table),
        screens.console(table),
        screens.display(table),
    )
    for page in (terminal.page, display):
        page.evaluate(_COUNT_MOVEMENTS)
    console.open_bets()
    terminal.expect_open()
    terminal.bet("player", "$5")
    console.play("9S 5H KC 5D")
    terminal.expect_result("player", "Won", 5_00)
    expect(display.locator(".result b").first).to_have_text("Player wins")
    for page in (terminal.page, display):
        assert page.evaluate("window.movements") == 0


def test_a_terminal_announces_the_side_bets_that_won_and_celebrates_only_a_gain(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table()
    terminal, console = screens.terminal(table), screens.console(table)
    page = terminal.page
    console.open_bets()
    terminal.expect_open()
    terminal.choose_chip("$100")
    terminal.bet("player", "$100")
    terminal.choose_chip("$5")
    terminal.bet("tiger", "$5")
    console.play("KS 3D QH 3C 2D")
    hits = page.locator(".hits[aria-live=polite]")
    expect(hits).to_contain_text("Side bets won:")
    expect(hits.locator("b")).to_have_text(["Tiger", "Small Tiger", "Tiger Pair"])
    for _ in on_each(page, SMALL, WIDE, TABLET, KIOSK):
        for each in hits.locator("b").all():
            expect(each).to_be_in_viewport(ratio=0.99)
    # Tiger has won $60, but less than Player has lost.
    expect(page.locator(".own")).to_contain_text("−$40")
    expect(page.locator(".celebrates")).to_have_count(0)
    console.open_bets()
    terminal.expect_open()
    expect(hits).to_be_empty()
    terminal.bet("tiger", "$5")
    console.play("KS 3D QH 3C 2D")
    expect(page.locator(".celebrates")).to_have_count(1)
