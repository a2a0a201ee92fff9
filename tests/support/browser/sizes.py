"""Whether a page fits its screen."""

from playwright.sync_api import Locator, Page, expect

# Wide tables may scroll in a frame of their own; the page and its main part may not.
_WIDEST = """() => {
  const frames = [document.documentElement, ...document.querySelectorAll("main, dialog .body")];
  return frames.filter(frame => frame.scrollWidth > frame.clientWidth).flatMap(frame =>
    [...frame.querySelectorAll("*")]
      .filter(each => each.getBoundingClientRect().right > frame.getBoundingClientRect().right)
      .map(each => `${each.outerHTML.slice(0, 80)} to ${each.getBoundingClientRect().right} px`));
}"""


def expect_no_sideways_scroll(page: Page) -> None:
    """Nothing lies beyond the right edge of the screen."""
    beyond = page.evaluate(_WIDEST)
    assert beyond == [], f"{page.url} is wider than its screen: {beyond}"


_COVERED = """part => {
  const box = part.getBoundingClientRect();
  return [box.left + 8, box.right - 8].some(x => [box.top + 8, box.bottom - 8].some(
    y => !part.contains(document.elementFromPoint(x, y))));
}"""


def expect_uncovered(parts: Locator) -> None:
    """All of these are on the screen, and nothing lies over any corner of them."""
    expect(parts.first).to_be_visible()
    for part in parts.all():
        expect(part).to_be_in_viewport(ratio=0.99)
        assert not part.evaluate(_COVERED), f"{part} is covered"


def expect_in_reach(parts: Locator) -> None:
    """All of these are on the screen as it is, without scrolling, and large enough for a finger."""
    expect(parts.first).to_be_visible()
    for part in parts.all():
        expect(part).to_be_in_viewport(ratio=0.99)
        box = part.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 36, (part, box)
