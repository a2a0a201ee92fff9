"""Every kind of irregularity, from the console's wizard to the money, by two people."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from support.browser.floors import PIN, SUPERVISOR, Floor
from support.browser.wizard_cases import NATURAL, VOID, Case
from support.browser.wizard_evening import Evening, Evenings
from support.browser.wizard_mbs import MBS
from support.browser.wizard_page import WizardPage
from support.browser.wizard_rws import RWS
from support.browser.wizard_spread import spread

NAMES = {"Pit Supervisor": "Sofia Lim"}
MANAGER = "Tan Mei Ling"


@pytest.fixture(scope="module")
def evenings(floor: Floor, browser: Browser) -> Iterator[Evenings]:
    evenings = Evenings(floor, browser)
    yield evenings
    evenings.close()


@pytest.mark.parametrize("case", spread(RWS, MBS), ids=str)
def test_two_people_end_an_irregularity_as_its_clause_has_it(
    case: Case, evenings: Evenings
) -> None:
    with evenings.of(case.game) as evening:
        before = evening.owned
        evening.open()
        if case.dealt:
            evening.console.close_bets()
            evening.deal(case.dealt)
        if case.settled:
            evening.console.settle()

        report(case, evening)
        assert evening.phase == "awaiting a ruling"
        evening.wizard.expect_way(case.step, *case.told)
        decide(case, evening)
        evening.wizard.expect_over()
        if case.rest:
            evening.finish(case.rest)

        void = VOID[0] in case.told
        assert evening.phase == ("idle" if void else "settled")
        if void:
            phase = evening.console.page.locator(".phase")
            expect(phase).to_have_text(re.compile(r"Round \d+ is void"))
        evening.expect_owned(before + round(case.won * 100))


def report(case: Case, evening: Evening) -> None:
    """Fill in a report, and expect the right person to confirm it."""
    wizard = evening.wizard
    wizard.open()
    who = f"{case.by} must {'rule' if case.ruling else 'confirm'}"
    wizard.choose(case.title, clause=case.clause, who=who)
    for card in evening.suited(case.extra):
        wizard.add("Cards that are out and not registered", card)
    for card in evening.suited(case.behind):
        wizard.add("Were more cards dealt while nothing was registered?", card)
    for card in evening.suited(case.moved):
        wizard.move_right(card)
    for card in evening.suited(case.instead):
        wizard.remove(evening.suited(case.dealt)[-1])
        wizard.add("The cards on the table, in dealing order", card)
    wizard.say_all_came_together()
    if case.ruling:
        wizard.say("the shutter stuck")
    expect(wizard.review()).to_contain_text(who)
    wizard.report()
    expect(wizard.stopped.locator(".facts")).to_contain_text("Reported by Daniel Ong")


def decide(case: Case, evening: Evening) -> None:
    """Let the second person decide, with everything that the decision needs."""
    if case.adjusted:
        rule_with_credits(evening, case.step, case.adjusted)
        return
    wizard = evening.wizard
    wizard.choose_step(case.step)
    for card in evening.suited(case.decided):
        wizard.move_right(card)
        meanwhile_a_terminal_is_disabled(evening)
    if case.ruling:
        wizard.word("The ruling, in words", "as both hands agree")
    wizard.do(case.step, NAMES.get(case.by, MANAGER))


def rule_with_credits(evening: Evening, step: str, dollars: str) -> None:
    """A ruling that moves money is given in the pit: the console has no money buttons."""
    evening.wizard.choose_step(step)
    expect(evening.wizard.stopped).to_contain_text("in the pit: this screen handles no money")
    expect(evening.console.page.get_by_label("Amount in dollars")).to_have_count(0)
    pit = evening.screens.pit(evening.table)
    wizard = WizardPage(pit.page)
    wizard.choose_step(step)
    wizard.word("The ruling, in words", "as both hands agree")
    wizard.adjust(evening.terminal.name, dollars)
    expect(wizard.way(step)).to_contain_text(f"By the ruling: {evening.terminal.name}")
    wizard.do_alone(step)
    pit.page.close()


def meanwhile_a_terminal_is_disabled(evening: Evening) -> None:
    """Other changes at the table do not undo a decision in progress."""
    pit = evening.screens.pit(evening.table)
    for deed, board in (("Disable", "disabled"), ("Enable", "has bets")):
        pit.section("Seats").get_by_role("button", name="Manage").click()
        sheet = pit.page.get_by_role("dialog")
        sheet.get_by_role("button", name=deed).click()
        if deed == "Disable":
            sheet.get_by_label("Reason").fill("a drink on the screen")
        sheet.get_by_role("button", name=deed, exact=True).click()
        expect(evening.console.page.locator(".board")).to_contain_text(board)
    pit.page.close()


@pytest.mark.parametrize(("game", "clause"), [("rws-etg", "5.2"), ("mbs-tiger", "5.10")])
def test_terminals_that_fail_stop_nobody_and_keep_their_bets(
    game: str, clause: str, evenings: Evenings
) -> None:
    with evenings.of(game) as evening:
        before, wizard = evening.owned, evening.wizard
        evening.open()
        wizard.open()
        goes_on = "No confirmation needed; play goes on at once"
        wizard.choose("terminals interrupted", clause=clause, who=goes_on)
        wizard.sheet.get_by_role("checkbox", name=evening.terminal.name).check()
        expect(wizard.review()).to_contain_text("Bets registered by the terminals stand")
        wizard.sheet.get_by_role("button", name="Report", exact=True).click()
        expect(wizard.sheet).to_have_count(0)
        assert evening.phase == "betting"
        evening.finish(NATURAL)
        evening.expect_owned(before + 100_00)


def test_what_comes_to_light_late_is_for_the_shift_manager(evenings: Evenings) -> None:
    with evenings.of("rws-etg") as evening:
        before, wizard = evening.owned, evening.wizard
        evening.open()
        evening.console.close_bets()
        # 9 to 9 as it was read; in fact the last card was a 3.
        evening.deal("4 2 5 7")
        evening.console.settle()
        evening.expect_owned(before)
        wrong, right = evening.suited("7 3")
        number = evening.round_number
        evening.open()

        wizard.open()
        wizard.of_earlier(number)
        # Where clause 5.3 applies, a paid round is left as it is.
        expect(wizard.kind("foreign card")).to_have_count(0)
        wizard.choose(
            "wrong card registered", clause="5.6", who="Table Games Shift Manager must confirm"
        )
        wizard.remove(wrong)
        wizard.add("The cards on the table, in dealing order", right)
        expect(wizard.review()).to_contain_text("that round is paid again by its cards")
        wizard.report()
        anew = f"Payments of round {number} are reversed, and it is paid by its cards"
        wizard.expect_way("Confirm", "goes on", anew, f"The cards of round {number}", "stays")
        wizard.choose_step("Confirm")
        wizard.do("Confirm", MANAGER)
        wizard.expect_over()
        evening.expect_owned(before + 100_00 - 100_00)

        wizard.open()
        wizard.of_earlier(number)
        wizard.choose(
            "card in the wrong place", clause="5.5", who="Table Games Shift Manager must rule"
        )
        expect(wizard.review()).to_contain_text("stays as paid, unless")
        wizard.report()
        rule_with_credits(evening, "Rule: play goes on", "5")
        wizard.expect_over()
        evening.finish(NATURAL)
        evening.expect_owned(before + 100_00 + 5_00 + 100_00)


def test_a_report_that_is_declined_goes_to_the_shift_manager(evenings: Evenings) -> None:
    with evenings.of("mbs-tiger") as evening:
        before, wizard = evening.owned, evening.wizard
        evening.open()
        wizard.open()
        wizard.choose("cards missing", clause="5.1", who="Pit Supervisor must confirm")
        wizard.review()
        wizard.report()
        # Only people who may confirm are listed: no Dealer, and no one without a PIN.
        expect(wizard.stopped.get_by_role("radio", name="Li Wei")).to_have_count(0)
        wizard.choose_step("Decline")
        wizard.word("Why is the report wrong?", "counted twice")
        wizard.do("Decline", "Sofia Lim", pin="271828")
        evening.console.expect_told("The PIN of sofia.lim is wrong")
        expect(wizard.stopped.locator(".declined")).to_have_count(0)
        wizard.do("Decline", "Sofia Lim")
        declined = wizard.stopped.locator(".declined")
        expect(declined).to_have_text("The report was declined and needs a ruling.")
        expect(wizard.stopped.get_by_role("radio", name="Sofia Lim")).to_have_count(0)
        assert evening.phase == "awaiting a ruling"
        wizard.expect_way("Rule: play goes on", "goes on", "Bets stand", "stay", "stays")
        wizard.choose_step("Rule: established")
        wizard.word("The ruling, in words", "the count was right")
        wizard.do("Rule: established", MANAGER)
        wizard.expect_over()
        assert evening.phase == "idle"
        evening.expect_owned(before)


def test_a_person_cannot_confirm_their_own_report(evenings: Evenings) -> None:
    with evenings.of("rws-etg") as evening:
        before = evening.owned
        evening.open()
        console = evening.screens.console(evening.table, SUPERVISOR)
        pit = evening.screens.pit(evening.table, SUPERVISOR)
        wizard, at_pit = WizardPage(console.page), WizardPage(pit.page)
        wizard.open()
        wizard.choose("unshuffled cards", clause="5.3.5", who="Pit Supervisor must confirm")
        wizard.review()
        wizard.report()
        expect(wizard.stopped.get_by_role("radio", name="Sofia Lim")).to_have_count(0)
        at_pit.choose_step("Confirm")
        at_pit.stopped.get_by_label("Your PIN").last.fill(PIN)
        at_pit.stopped.get_by_role("button", name="Confirm", exact=True).click()
        pit.expect_told("sofia.lim")
        assert evening.phase == "awaiting a ruling"
        wizard.choose_step("Confirm")
        wizard.do("Confirm", "Arun Nair")
        at_pit.expect_over()
        assert evening.phase == "idle"
        evening.expect_owned(before)
        for page in (console.page, pit.page):
            page.close()
