"""What a terminal says about its game: the aim, every bet with its limits, and a large layout."""

import pytest
from playwright.sync_api import expect

from oracle.odds import ODDS
from support.browser.floors import Floor
from support.browser.screens import KIOSK, Screens
from support.browser.sizes import expect_in_reach, expect_no_sideways_scroll, on_each

clause = pytest.mark.clause


@clause("rws-etg", "3.1")
@clause("mbs", "2.2")
def test_the_rules_tell_the_aim_and_the_limits_of_every_bet(floor: Floor, screens: Screens) -> None:
    table = floor.table("mbs-tiger")
    page = screens.terminal(table).page
    page.get_by_role("button", name="Rules").click()
    sheet = page.get_by_role("dialog", name="Rules and pay table")
    expect(sheet.locator(".aim")).to_contain_text("closest to 9")
    expect(sheet.locator("td.limits")).to_have_count(len(ODDS["mbs-tiger"]))
    for shown in sheet.locator("td.limits").all():
        expect(shown).to_contain_text("$5 – ")


@clause("rws-live", "3.1")
def test_the_display_of_a_live_table_tells_the_aim(floor: Floor, screens: Screens) -> None:
    page = screens.display(floor.table("rws-live", patrons=0))
    aim = page.locator(".aim")
    expect(aim).to_contain_text("closest to 9")
    for _ in on_each(page, KIOSK, (1080, 1920)):
        expect(aim).to_be_in_viewport(ratio=1)
        expect_no_sideways_scroll(page)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("mbs-tiger-no-commission", marks=clause("mbs", "App. H")),
        pytest.param("mbs-tiger", marks=clause("mbs", "App. I")),
        pytest.param("mbs-fortune-six", marks=clause("mbs", "App. J")),
        pytest.param("mbs-super-6", marks=clause("mbs", "App. K")),
    ],
)
def test_a_large_terminal_shows_the_whole_layout_at_once(
    game: str, floor: Floor, screens: Screens
) -> None:
    page = screens.terminal(floor.table(game), size=KIOSK).page
    spots = page.locator("[data-bet]")
    expect(spots).to_have_count(len(ODDS[game]))
    expect_no_sideways_scroll(page)
    expect_in_reach(spots)
