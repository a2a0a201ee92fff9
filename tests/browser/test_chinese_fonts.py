"""Chinese on a machine without a Chinese font, such as a bare kiosk."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from support.browser.floors import Floor
from support.browser.fonts import fonts_of, settle_fonts
from support.browser.screens import Screens

ROOT = Path(__file__).parents[2]
WRITTEN = (
    *(ROOT / "frontend" / "src" / "words").glob("*.ts"),
    *(ROOT / "src" / "punto" / "rules" / "games").glob("*.toml"),
)
CHINESE = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")


def characters() -> str:
    """Return every Chinese character of all words and names."""
    return "".join(sorted({x for path in WRITTEN for x in CHINESE.findall(path.read_text())}))


@pytest.mark.parametrize(
    "style", ["400 20px var(--sans)", "700 20px var(--sans)", "20px var(--serif)"]
)
def test_every_chinese_character_of_the_words_is_in_a_font_of_the_page(
    style: str, floor: Floor, screens: Screens
) -> None:
    page, written = screens.page(), characters()
    assert len(written) > 500
    page.goto(f"{floor.address}/display?table={floor.table(patrons=0).name}&lang=zh")
    page.evaluate(
        """([style, written]) => {
          const text = document.createElement("p");
          text.id = "written";
          text.style.font = style;
          text.textContent = written;
          document.body.append(text);
        }""",
        [style, written],
    )
    settle_fonts(page)
    # A character without a glyph would be a box of the first font, which has no Chinese.
    for family, is_custom in fonts_of(page, "#written"):
        assert is_custom, family
        assert re.fullmatch("Noto (Sans|Serif) SC( .*)?", family), family


def test_a_terminal_in_chinese_is_drawn_in_its_own_fonts(floor: Floor, screens: Screens) -> None:
    terminal = screens.terminal(floor.table("mbs-fabulous-4s"))
    page = terminal.page
    expect(terminal.credits).to_have_text("$1,000.00")
    # In English the only Chinese is the name of the other language.
    loaded = (
        "[...document.fonts].filter(x => x.family.includes('SC') && x.status === 'loaded').length"
    )
    assert page.evaluate(loaded) <= 1
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("button", name="English")).to_be_visible()
    settle_fonts(page)
    for part in (
        "header h1",
        "header button",
        ".spot .name",
        ".spot .odds",
        "footer button",
        "footer dt",
    ):
        assert all(is_custom for _, is_custom in fonts_of(page, part)), part
    page.get_by_role("button", name="规则").click()
    expect(page.locator("dialog .document")).to_contain_text("年")
    settle_fonts(page)
    assert all(is_custom for _, is_custom in fonts_of(page, "dialog .document"))


def test_the_licences_of_the_fonts_go_along(floor: Floor, screens: Screens) -> None:
    page = screens.page()
    for name in ("noto-sans-sc", "noto-serif-sc", "marcellus", "inter"):
        answer = page.request.get(f"{floor.address}/static/licences/{name}.txt")
        assert "SIL Open Font License" in answer.text() or "SIL OPEN FONT LICENSE" in answer.text()
