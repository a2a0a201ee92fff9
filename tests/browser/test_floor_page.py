"""The floor page of the pit: every table with its money, checked against the export, and links."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from oracle.expectation import expectation
from punto.bootstrap.rule_book import shipped_game
from punto.lab import exact_odds
from support.browser.accessibility import expect_accessible
from support.browser.floors import CHIEF, Floor, Table
from support.browser.fonts import fonts_of, settle_fonts
from support.browser.screens import DESK, KIOSK, PHONE, SMALL, TABLET, Screens
from support.browser.sizes import expect_fit_for_fingers, expect_no_sideways_scroll

UHD = (3840, 2160)
DROPS = {"purse.cash_taken", "purse.bill_taken", "purse.ticket_taken", "tray.chips_bought"}
ENDS = {"round.settled", "matter.round_voided", "matter.round_resettled"}


@dataclass
class Counted:
    """A table's takings, counted from its exported events and nothing else."""

    game: str = ""
    decks: int = 0
    drop: int = 0
    round_number: int = 0
    results: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    void: set[int] = field(default_factory=set)

    def take(self, name: str, fact: dict[str, Any], shared: list[Any]) -> None:
        if name == "table.configured":
            terms = fact["configuration"]["terms"]
            game = terms["game"] if isinstance(terms["game"], dict) else shared[terms["game"]]
            self.game, self.decks = game["key"], terms["decks"]
        elif name == "round.bets_opened":
            self.round_number = fact["round_number"]
        elif name in DROPS:
            self.drop += fact["amount"]
        elif name in ENDS or name == "matter.earlier_round_resettled":
            number = fact.get("round_number", self.round_number)
            flat = [bet for _, bets in fact["results"] for bet in bets]
            self.results[number] = [bet for bet in flat if bet["result"] != "returned"]
            self.void.discard(number)
            if name == "matter.round_voided":
                self.void.add(number)

    @property
    def bets(self) -> list[dict[str, Any]]:
        return [bet for bets in self.results.values() for bet in bets]

    @property
    def win(self) -> int:
        return -sum(int(bet["profit"]) for bet in self.bets)

    @property
    def handle(self) -> int:
        return sum(int(bet["stake"]) for bet in self.bets)

    @property
    def settled(self) -> int:
        return len(self.results) - len(self.void)

    @property
    def expected(self) -> float:
        return float(-sum(bet["stake"] * _expectation(self, bet["bet"]) for bet in self.bets))

    @property
    def deviation(self) -> float:
        rounds = (_staked(bets) for bets in self.results.values())
        return sqrt(
            sum(
                float(one * two * _covariance(self.game, self.decks, a, b))
                for stakes in rounds
                for a, one in stakes.items()
                for b, two in stakes.items()
            )
        )


def _staked(bets: list[dict[str, Any]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for bet in bets:
        found[bet["bet"]] = found.get(bet["bet"], 0) + bet["stake"]
    return found


_edges: dict[tuple[str, str, int], Any] = {}


def _expectation(table: Counted, bet: str) -> Any:  # noqa: ANN401 (a fraction)
    key = (table.game, bet, table.decks)
    if key not in _edges:
        _edges[key] = expectation(*key)
    return _edges[key]


@cache
def _covariance(game_key: str, decks: int, one: str, two: str) -> float:
    game = shipped_game(game_key)
    assert game is not None
    return float(exact_odds(game, decks).covariance(one, two))


def counted(export: Path) -> dict[str, Counted]:
    tables: dict[str, Counted] = {}
    for line in export.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row.get("table") == "events" and row["stream"].startswith("table/"):
            body = json.loads(row["body"])
            table = tables.setdefault(row["stream"].removeprefix("table/"), Counted())
            table.take(row["name"], body["fact"], body.get("shared", []))
    return tables


@dataclass(frozen=True)
class Demo:
    """A running demonstration with a past, and a browser in its pit."""

    folder: Path
    context: BrowserContext
    address: str

    def page(self, section: str, size: tuple[int, int] = KIOSK) -> Page:
        page = self.context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"{self.address}&{section}")
        return page

    def exported(self) -> dict[str, Counted]:
        file = self.folder / "all.jsonl"
        file.unlink(missing_ok=True)
        words = ["export", str(file), "--database", str(self.folder / "data" / "floor.db")]
        subprocess.run([sys.executable, "-m", "punto", *words], check=True, capture_output=True)
        return counted(file)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Demo]:
    """Play three hours, then run the floor without patrons, so that its money stays as it is."""
    folder = tmp_path_factory.mktemp("demo")
    _start(folder, "--history", "3h").terminate_and_wait()
    running = _start(folder, "--robots", "0")
    links = running.links
    context = browser.new_context()
    page = context.new_page()
    page.goto(next(link["url"] for link in links if link["screen"] == "pit"))
    page.wait_for_url(re.compile("/pit"))
    path, _, query = page.url.partition("?")
    slot = next(part for part in query.split("&") if part.startswith("slot="))
    yield Demo(folder, context, f"{path}?{slot}")
    context.close()
    running.terminate_and_wait()


@dataclass(frozen=True)
class Running:
    """The process of a demonstration, and the links that it printed."""

    process: "subprocess.Popen[str]"
    links: list[dict[str, str]]

    def terminate_and_wait(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=60)


def _start(folder: Path, *options: str) -> Running:
    words = ["demo", "--port", "0", "--data", str(folder / "data"), "--no-browser", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "punto", *words, *options], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return Running(process, json.loads(process.stdout.readline())["links"])


def figure(page: Page, table: str, name: str) -> str:
    """The text of one figure on a table's card, with single spaces."""
    shown = page.locator(f"[data-table='{table}'] [data-figure='{name}'] dd")
    return " ".join(shown.inner_text().split())


def money(cents: float, *, signed: bool = False) -> str:
    cents = round(cents)
    digits = f"{abs(cents) / 100:,.2f}" if cents % 100 else f"{abs(cents) // 100:,}"
    sign = "−" if cents < 0 else "+" if signed and cents > 0 else ""
    return f"{sign}${digits}"


def expect_figures(page: Page, tables: dict[str, Counted]) -> None:
    """Compare every card with the export."""
    for name, table in tables.items():
        expect(page.locator(f"[data-table='{name}'] [data-figure='win'] dd")).to_have_text(
            money(table.win, signed=True)
        )
        assert figure(page, name, "handle") == money(table.handle)
        assert figure(page, name, "drop") == money(table.drop)
        assert figure(page, name, "hold") == f"{_signed(100 * table.win / table.drop, 1)} %"
        assert int(figure(page, name, "rounds").split()[0]) >= table.settled
        assert figure(page, name, "theoretical") == money(table.expected, signed=True)
        z = figure(page, name, "z")
        if not z.startswith("Too early"):
            distance = (table.win - table.expected) / table.deviation
            plus = "+" if round(distance, 2) > 0 else ""
            assert z.split()[0] == plus + _signed(distance, 2)


def _signed(number: float, digits: int) -> str:
    return f"{number:.{digits}f}".replace("-", "−")


def test_the_figures_of_every_table_are_those_of_the_export(demo: Demo) -> None:
    page = demo.page("section=floor")
    page.get_by_label("Period").select_option("week")
    expect(page.locator("[data-table]")).to_have_count(4)
    tables = demo.exported()
    assert set(tables) == {"A1", "B1", "B2", "L1"}
    expect_figures(page, tables)
    total = page.locator("[data-total='win'] dd")
    expect(total).to_have_text(money(sum(each.win for each in tables.values()), signed=True))

    # The page of a table shows the same, and the numbers of its line end there.
    page.locator("[data-table='B1'] h2 a").click()
    expect(page).to_have_url(re.compile(r"section=table.*table=B1|table=B1.*section=table"))
    b1 = tables["B1"]
    last = page.get_by_role("region", name="Figures").locator("tbody tr").last
    expect(last.locator("td").nth(0)).to_have_text(money(b1.win, signed=True))
    expect(last.locator("td").nth(1)).to_have_text(money(b1.expected, signed=True))
    low = b1.expected - 2 * b1.deviation
    expect(last.locator("td").nth(2)).to_have_text(money(low, signed=True))
    page.go_back()
    expect(page.locator("[data-table]")).to_have_count(4)
    page.go_forward()
    expect(page.get_by_role("heading", name="Table B1")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Table B1")).to_be_visible()
    page.close()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_floor_and_table_fit_every_screen_and_axe_finds_nothing(language: str, demo: Demo) -> None:
    for section in ("section=floor", "section=table&table=L1"):
        page = demo.page(f"{section}&period=week&lang={language}")
        expect(page.locator("[data-figure='win']").first).to_be_visible()
        for width, height in (SMALL, PHONE, TABLET, DESK, KIOSK, UHD):
            page.set_viewport_size({"width": width, "height": height})
            expect_no_sideways_scroll(page)
        page.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
        expect_fit_for_fingers(page)
        expect_accessible(page)
        if language == "zh":
            settle_fonts(page)
            assert all(is_own for _, is_own in fonts_of(page, "main dt"))
        page.close()


def test_a_link_that_leads_nowhere_says_so_and_shows_the_way(
    floor: Floor, screens: Screens
) -> None:
    table = floor.table(patrons=0)
    page = screens.staff(floor, CHIEF, "/pit?section=table&table=Z99")
    main = page.get_by_role("main")
    expect(main).to_contain_text("There is no table Z99 on this floor")
    main.get_by_role("link", name=table.name, exact=True).click()
    expect(page.get_by_role("heading", name=f"Table {table.name}")).to_be_visible()
    expect(main).to_contain_text("No rounds in this period")
    page.goto(f"{floor.address}/pit?section=cellar&table={table.name}")
    expect(main).to_contain_text("The pit has no page “cellar”")
    main.get_by_role("link", name="Back to the floor").click()
    expect(page.locator(f"[data-table='{table.name}']")).to_be_visible()
    page.goto(f"{floor.address}/pit?section=table&table={table.name}&period=century")
    expect(main).to_contain_text("“century” is not a period")
    page.get_by_label("Period").select_option("hour")
    expect(page).to_have_url(re.compile("period=hour"))
    expect(main).to_contain_text("Choose another period, or wait for the first round.")


def test_new_work_is_counted_in_badges_and_sounds_once_where_it_is_allowed(
    floor: Floor, screens: Screens
) -> None:
    calm, table = floor.table(patrons=0), floor.table(patrons=1)
    page = screens.staff(floor, CHIEF, "/pit?section=floor")
    card = page.locator(f"[data-table='{table.name}']")
    expect(card).to_contain_text("Nothing pending")
    page.get_by_role("button", name="Sound off").click()
    expect(page.get_by_role("button", name="Sound on")).to_be_visible()
    rung = page.locator(".tools [data-rung]")
    expect(rung).to_have_attribute("data-rung", "1")
    before = _badge(page)
    terminal = screens.terminal(table, size=PHONE)
    terminal.page.get_by_role("button", name="Menu").click()
    terminal.page.get_by_role("button", name="Call an attendant").click()
    expect(card).to_contain_text("A patron calls for an attendant")
    expect(page).to_have_title(f"({before + 1}) Pit · Punto")
    expect(rung).to_have_attribute("data-rung", "2")
    page.wait_for_timeout(7_000)
    expect(rung).to_have_attribute("data-rung", "2")
    # A table that needs attention comes before one that does not.
    order = page.locator("[data-table]").evaluate_all("all => all.map(each => each.dataset.table)")
    assert order.index(table.name) < order.index(calm.name)
    page.get_by_role("button", name="Approvals").click()
    page.get_by_role("button", name="Mark as attended").click()
    expect(page.get_by_role("button", name="Mark as attended")).to_have_count(0)


def _badge(page: Page) -> int:
    found = re.match(r"\((\d+)\)", page.title())
    return int(found[1]) if found else 0


def limits_of(table: Table) -> str:
    return f"[data-change='{table.name}']"


def test_limits_of_several_tables_are_shown_before_they_are_changed(
    floor: Floor, screens: Screens
) -> None:
    one, two, live = floor.table(patrons=0), floor.table("rws-etg", patrons=0), floor.live_table()
    page = screens.staff(floor, CHIEF, "/pit?section=floor")
    page.get_by_role("button", name="Limits of several tables").click()
    sheet = page.get_by_role("dialog")
    for table in (one, two, live):
        sheet.get_by_role("checkbox", name=table.name, exact=True).check()
    show = sheet.get_by_role("button", name="Preview")
    expect(show).to_be_disabled()
    sheet.get_by_label("For").select_option("original")
    sheet.get_by_label("Minimum").fill("ten")
    expect(sheet).to_contain_text("Please enter dollars")
    sheet.get_by_label("Minimum").fill("999999")
    show.click()
    expect(sheet.locator(limits_of(one))).to_contain_text("Would be refused")
    expect(sheet.locator(limits_of(live))).to_contain_text("follow the layout")
    expect(sheet.get_by_role("button", name="Change limits at 0 tables")).to_be_disabled()
    sheet.get_by_role("button", name="Back").click()
    sheet.get_by_label("Minimum").fill("25")
    show.click()
    expect(sheet.locator(limits_of(two))).to_contain_text("$25 – ")
    expect_accessible(page)
    sheet.get_by_role("button", name="Change limits at 2 tables").click()
    for table in (one, two):
        expect(sheet.locator(limits_of(table))).to_contain_text("Applies from the next round")
    sheet.get_by_role("button", name="Close").last.click()
    page.goto(f"{floor.address}/pit?section=limits&table={one.name}")
    expect(page.get_by_label("Banker: Minimum")).to_have_value("25")
    expect(page.get_by_text("from the next round", exact=False).first).to_be_visible()
