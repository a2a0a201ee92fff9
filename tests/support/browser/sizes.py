"""Whether a page fits its screen."""

import time
from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

from support.browser.screens import PATIENCE_MS

# Wide tables may scroll inside a frame; the page and its main part may not.
_WIDEST = """() => {
  const frames = [document.documentElement, ...document.querySelectorAll("main, dialog .body")];
  return frames.filter(frame => frame.scrollWidth > frame.clientWidth).flatMap(frame =>
    [...frame.querySelectorAll("*")]
      .filter(each => each.getBoundingClientRect().right > frame.getBoundingClientRect().right)
      .map(each => `${each.outerHTML.slice(0, 80)} to ${each.getBoundingClientRect().right} px`));
}"""

_DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def on_each(page: Page, *sizes: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Show the page on one screen after the other; yields each size once it is drawn."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(_DRAWN)
        yield width, height


def expect_no_sideways_scroll(page: Page) -> None:
    """Expect nothing beyond the right edge of the screen."""
    beyond = page.evaluate(_WIDEST)
    assert beyond == [], f"{page.url} is wider than its screen: {beyond}"


# All parts in one question: a question for each part costs more than all other work of a test.
_OUT_OF_SIGHT = """parts => new Promise(done => {
  const seen = new Map();
  const watch = new IntersectionObserver(entries => {
    for (const each of entries) seen.set(each.target, each.intersectionRatio);
    if (seen.size < parts.length) return;
    watch.disconnect();
    done(parts.filter(part => seen.get(part) < 0.99).map(part => part.outerHTML.slice(0, 80)));
  });
  for (const part of parts) watch.observe(part);
})"""

_COVERED = """parts => parts.filter(part => {
  const box = part.getBoundingClientRect();
  return [box.left + 8, box.right - 8].some(x => [box.top + 8, box.bottom - 8].some(
    y => !part.contains(document.elementFromPoint(x, y))));
}).map(part => part.outerHTML.slice(0, 80))"""

_LESS_THAN_36_PX = """parts => parts.map(part => [part, part.getBoundingClientRect()])
  .filter(([_, box]) => Math.min(box.width, box.height) < 36)
  .map(([part, box]) => `${part.outerHTML.slice(0, 80)}: ${box.width} x ${box.height}`)"""


def expect_on_screen(parts: Locator) -> None:
    """Expect all of these parts on the screen without scrolling, as soon as the page is drawn."""
    expect(parts.first).to_be_visible()
    end = time.monotonic() + PATIENCE_MS / 1_000
    while out := parts.evaluate_all(_OUT_OF_SIGHT):
        assert time.monotonic() < end, f"{parts.page.url}: not on the screen: {out}"
        time.sleep(0.05)


def expect_uncovered(parts: Locator) -> None:
    """Expect all of these parts on the screen, with no corner covered."""
    expect_on_screen(parts)
    covered = parts.evaluate_all(_COVERED)
    assert covered == [], f"{parts.page.url}: covered: {covered}"


def expect_in_reach(parts: Locator) -> None:
    """Expect all of these on the screen without scrolling, and large enough for a finger."""
    expect_on_screen(parts)
    too_small = parts.evaluate_all(_LESS_THAN_36_PX)
    assert too_small == [], f"{parts.page.url}: {too_small}"


# A small radio button or checkbox is pressed by its label, so the label is measured.
_TOO_SMALL = """() =>
  [...document.querySelectorAll("button, a, input, select, summary, [role=radio]")]
  .filter(each => each.checkVisibility() && !each.closest("[inert]"))
  .map(each => each.matches("[type=radio], [type=checkbox]") ? each.closest("label") : each)
  .map(each => [each.textContent.trim() || each.outerHTML, each.getBoundingClientRect()])
  .filter(([_, box]) => box.width > 0 && (box.width < 43.9 || box.height < 43.9))
  .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""


def expect_fit_for_fingers(page: Page) -> None:
    """Expect everything that can be pressed to be at least 44 px wide and high."""
    too_small = page.evaluate(_TOO_SMALL)
    assert too_small == [], f"{page.url}: {too_small}"


_OVERLAPS = """parts => {
  const boxes = parts.map(each => [each.textContent.trim(), each.getBoundingClientRect()])
    .filter(([_, box]) => box.width > 2 && box.height > 2);
  return boxes.flatMap(([name, one], index) => boxes.slice(index + 1)
    .filter(([_, other]) => one.left < other.right - 1 && other.left < one.right - 1
      && one.top < other.bottom - 1 && other.top < one.bottom - 1)
    .map(([other]) => `${name} and ${other}`));
}"""


def expect_apart(parts: Locator) -> None:
    """Expect that none of these parts overlaps another."""
    expect(parts.first).to_be_visible()
    overlaps = parts.evaluate_all(_OVERLAPS)
    assert overlaps == [], overlaps
