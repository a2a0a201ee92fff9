"""The fonts in which a page is drawn."""

from playwright.sync_api import Page


def fonts_of(page: Page, selector: str) -> list[tuple[str, bool]]:
    """Return the fonts in which a part of a page is drawn, and whether each came with the page."""
    asking = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        asking.send(f"{domain}.enable")
    root = asking.send("DOM.getDocument")["root"]["nodeId"]
    found = asking.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})
    assert found["nodeIds"]
    fonts = [
        font
        for node in found["nodeIds"]
        for font in asking.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    ]
    assert fonts
    return [(font["familyName"], font["isCustomFont"]) for font in fonts]


def settle_fonts(page: Page) -> None:
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
