"""Waiting until a page has stopped moving."""

from playwright.sync_api import Page

# Endless movement, such as a pulsing light, is not waited for.
_STILL = """
Promise.all(document.getAnimations()
  .filter(each => each.effect?.getComputedTiming().endTime !== Infinity)
  .map(each => each.finished.catch(() => null)))
"""


def be_still(page: Page) -> None:
    """Wait until transitions have ended: half-shown words have half their contrast."""
    page.evaluate(_STILL)
