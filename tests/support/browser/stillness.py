"""A page that moves, waited for."""

from playwright.sync_api import Page

# What moves for ever, such as a light that pulses, is not waited for.
_STILL = """
Promise.all(document.getAnimations()
  .filter(each => each.effect?.getComputedTiming().endTime !== Infinity)
  .map(each => each.finished.catch(() => null)))
"""


def be_still(page: Page) -> None:
    """Let whatever moves in or out come to its place: half-shown words have half their contrast."""
    page.evaluate(_STILL)
