"""What axe-core finds on a page."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from support.browser.stillness import be_still

AXE = Path(__file__).parents[3] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")


def expect_accessible(page: Page) -> None:
    """Expect that axe-core finds no serious accessibility violation on the page."""
    be_still(page)
    page.evaluate(_axe())
    found: list[dict[str, Any]] = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations)"
    )
    grave = [
        f"{each['id']}: {node['html']}"
        for each in found
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]
    assert grave == [], f"{page.url}\n" + "\n".join(grave)
