"""The felt of a live table: bets by touch, what to say, the deal, and what to take and to pay."""

import re
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from support.browser.accessibility import expect_accessible
from support.browser.felt_page import FeltPage
from support.browser.floors import PIN, Floor
from support.browser.screens import DESK, KIOSK, TABLET, Screens
from support.browser.sizes import (
    expect_fit_for_fingers,
    expect_no_sideways_scroll,
    expect_uncovered,
    on_each,
)
from support.browser.wizard_page import WizardPage

SIZES = (DESK, KIOSK, TABLET)

# Banker draws the 2 to 6 and wins; a half is paid on Banker (4.1.1).
BANKER_ON_6 = "KS 2D QH 4C 2C"
PLAYER_ON_9 = "9S KD KH QC"


@pytest.mark.clause("rws-live", "2.1.1", "3.3", "3.4", "3.8")
def test_a_round_from_the_first_chip_to_the_payout(floor: Floor, screens: Screens) -> None:
    felt = FeltPage(screens.console(floor.live_table()).page)
    felt.open_bets()
    # The box at the Dealer's right comes first, and is at the right of the screen.
    boxes = felt.page.locator(".boxes .head b")
    assert boxes.all_inner_texts() == ["1", "2", "3", "5", "6", "7", "8", "9", "10"]
    first, last = boxes.first.bounding_box(), boxes.last.bounding_box()
    assert first is not None
    assert last is not None
    assert first["x"] > last["x"]

    felt.lay("1", "Banker", "$500", times=2)
    felt.lay("5", "Player", "$100", times=3)
    felt.lay("5", "Any Tie", "$25")
    expect(felt.spot("1", "Banker")).to_contain_text("$1,000")
    table = felt.page.get_by_role("region", name="Differential")
    expect(table).to_contain_text("Player $300")
    expect(table).to_contain_text("Banker $1,000")
    expect(felt.calls).to_have_text(["Nothing. All bets are in order."])
    felt.close()
    felt.deal(BANKER_ON_6)
    felt.settle()
    assert felt.lines("Take") == [
        "5 Any Tie $25 1 × 25",
        "5 Player $300 3 × 100",
    ]
    assert felt.lines("Pay") == ["1 Banker half of $1,000 $500 1 × 500"]
    expect_accessible(felt.page)


@pytest.mark.clause("rws-live", "5.1", "5.2")
def test_what_has_to_be_said_is_answered_with_one_touch(floor: Floor, screens: Screens) -> None:
    table = floor.live_table(box_differential=1_000, table_differential=1_500)
    felt = FeltPage(screens.console(table).page)
    felt.open_bets()
    felt.lay("2", "Player", "$25", times=2)
    expect(felt.calls).to_have_count(1)
    expect(felt.calls).to_contain_text("Box 2: Player $50 is below the minimum of $100")
    felt.calls.get_by_role("button", name="Raise to $100").click()
    expect(felt.spot("2", "Player")).to_contain_text("$100")
    expect(felt.calls).to_have_text(["Nothing. All bets are in order."])

    felt.lay("1", "Banker", "$500", times=3)
    expect(felt.calls).to_contain_text("Box 1: Banker is $500 over")
    felt.calls.get_by_role("button", name="Take back $500").click()
    expect(felt.spot("1", "Banker")).to_contain_text("$1,000")
    # Within the limit of each box, but over that of the table.
    felt.lay("3", "Banker", "$500", times=2)
    expect(felt.calls).to_contain_text("Table: Banker is $400 over")
    expect_accessible(felt.page)
    felt.calls.get_by_role("button", name="Take back $400").click()
    expect(felt.spot("3", "Banker")).to_contain_text("$600")
    expect(felt.calls).to_have_text(["Nothing. All bets are in order."])


@pytest.mark.clause("rws-live", "5.1.1")
def test_closing_over_a_warning_takes_a_second_touch(floor: Floor, screens: Screens) -> None:
    felt = FeltPage(screens.console(floor.live_table(box_differential=1_000)).page)
    felt.open_bets()
    felt.lay("1", "Banker", "$1,000", times=2)
    expect(felt.calls).to_contain_text("Box 1: Banker is $1,000 over")
    felt.console.press("Close the bets")
    asked = felt.page.get_by_role("alertdialog")
    expect(asked).to_contain_text("One warning is still open")
    # A second Enter leads back to the bets.
    felt.page.keyboard.press("Enter")
    expect(asked).to_have_count(0)
    expect(felt.page.get_by_role("button", name="Close the bets")).to_be_visible()
    felt.pass_over()
    expect(felt.page.get_by_text("1 warning passed over")).to_be_visible()
    felt.deal("KS 3D QH 4C 2D")
    felt.settle()
    assert felt.lines("Pay") == ["1 Banker $1,000 of $2,000 plays $1,000 1 × 1K"]


@pytest.mark.clause("rws-live", "5.1.1")
def test_a_warning_is_passed_over_with_keys_alone(floor: Floor, screens: Screens) -> None:
    felt = FeltPage(screens.console(floor.live_table(box_differential=1_000)).page)
    keys, asked = felt.page.keyboard, felt.page.get_by_role("alertdialog")
    felt.open_bets()
    felt.type("1 b 2000")
    expect(felt.calls).to_contain_text("Box 1: Banker is $1,000 over")
    for _ in range(2):
        # The key that asks does not answer as well, and another one leads back.
        keys.press("Enter")
        expect(asked).to_contain_text("it is recorded as passed over")
        expect(asked.get_by_role("button", name="Back to the bets")).to_be_focused()
        keys.press("Enter")
        expect(asked).to_have_count(0)
    keys.press("Enter")
    keys.press("Tab")
    keys.press("Enter")
    expect(felt.page.locator(".phase")).to_have_text("cards being dealt")
    expect(felt.page.get_by_text("1 warning passed over")).to_be_visible()


def test_bets_are_typed_on_wherever_a_touch_has_left_the_focus(
    floor: Floor, screens: Screens
) -> None:
    felt = FeltPage(screens.console(floor.live_table()).page)
    page, keys = felt.page, felt.page.keyboard
    felt.open_bets()
    page.get_by_role("button", name="Float").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    keys.type("8 b 300")
    expect(felt.line).to_have_value("8 b 300")
    keys.press("Enter")
    expect(felt.spot("8", "Banker")).to_contain_text("$300")
    # A touch of another button leaves Enter to the next step.
    page.get_by_role("button", name="中文").click()
    page.get_by_role("button", name="English").click()
    keys.press("Enter")
    expect(page.locator(".phase")).to_have_text("cards being dealt")


def test_the_wins_on_area_and_a_standing_patron_fit_and_nothing_moves(
    floor: Floor, screens: Screens
) -> None:
    felt = FeltPage(screens.console(floor.live_table()).page)
    felt.open_bets()
    expect(felt.page.locator(".panel")).to_contain_text("pw6 Player Wins On 6")
    tie = felt.spot("5", "Any Tie")
    before = {size: tie.bounding_box() for size in on_each(felt.page, *SIZES)}
    felt.type("5 b 500 bw6 25, 5 + b 300")
    for size in on_each(felt.page, *SIZES):
        assert tie.bounding_box() == before[size]
    felt.page.get_by_label("Box 5", exact=True).get_by_role("button", name="Wins On").click()
    spots = felt.page.locator(".panel .spot")
    expect(spots).to_have_count(28)
    for _ in on_each(felt.page, *SIZES):
        expect_uncovered(spots)
        expect_fit_for_fingers(felt.page)
    felt.choose_box("5")
    for _ in on_each(felt.page, *SIZES):
        expect_uncovered(felt.page.locator(".panel li"))


@pytest.mark.parametrize("boxes", [7, 9, 14])
def test_the_felt_fits_its_screen(boxes: int, floor: Floor, screens: Screens) -> None:
    labels = tuple(str(number) for number in range(1, boxes + 1))
    felt = FeltPage(screens.console(floor.live_table(boxes=labels)).page)
    felt.open_bets()
    felt.lay(labels[-1], "Banker", "$5,000")
    felt.lay(labels[0], "Banker Pair", "$25")
    parts = felt.page.locator(".boxes .head, .boxes .spot, .boxes .wins, .chips button")
    for _ in on_each(felt.page, *SIZES):
        expect_no_sideways_scroll(felt.page)
        expect_uncovered(parts)
        expect_fit_for_fingers(felt.page)


@pytest.mark.parametrize(
    "boxes", [("A", "VIP 5", "Terrace 12"), tuple(f"T{number}" for number in range(1, 15))]
)
def test_a_layout_without_wins_on_areas_and_with_labels_of_its_own(
    boxes: tuple[str, ...], floor: Floor, screens: Screens
) -> None:
    table = floor.live_table(boxes=boxes, wins_on=False)
    felt = FeltPage(screens.console(table).page)
    felt.open_bets()
    heads = felt.page.locator(".boxes .head b")
    assert heads.all_inner_texts() == list(boxes)
    expect(felt.page.locator(".boxes .wins")).to_have_count(0)
    felt.lay(boxes[1], "Banker", "$500")
    felt.lay(boxes[0], "Player", "$100")
    for _ in range(2):
        for _size in on_each(felt.page, DESK, KIOSK, (834, 1194)):
            expect_no_sideways_scroll(felt.page)
            expect_uncovered(felt.page.locator(".boxes .head, .boxes .spot, .chips button"))
            expect_fit_for_fingers(felt.page)
        felt.page.get_by_role("button", name="中文").or_(
            felt.page.get_by_role("button", name="English")
        ).click()
    # A bet that this layout does not offer is marked as one that makes no sense.
    felt.line.fill(f"{boxes[0].split()[0]} bw6 25")
    felt.line.press("Enter")
    expect(felt.page.locator(".line .wrong mark")).to_have_text("bw6")
    felt.line.fill("")
    felt.close()
    felt.deal(PLAYER_ON_9)
    felt.settle()
    assert felt.lines("Take") == [f"{boxes[1]} Banker $500 1 × 500"]
    assert felt.lines("Pay") == [f"{boxes[0]} Player $100 1 × 100"]


_COUNT = "window.keys = 0; addEventListener('keydown', () => { window.keys += 1 }, true)"


@pytest.mark.clause("rws-live", "1.19")
def test_a_whole_round_takes_at_most_110_keys(floor: Floor, screens: Screens) -> None:
    table = floor.live_table("virtual shoe", box_differential=1_000)
    felt = FeltPage(screens.console(table).page)
    page, keys = felt.page, felt.page.keyboard
    expect(page.get_by_role("button", name="Open the bets")).to_be_enabled()
    page.evaluate(_COUNT)
    keys.press("Enter")
    expect(felt.line).to_be_focused()
    keys.type(
        "1 b 500 t 50 2 p 500 pp 25 3 b 500 5 p 500 6 b 500 7 p 500 8 b 500 bp 25 9 p 500 10 b 2k"
    )
    keys.press("Enter")
    expect(page.locator(".boxes .lies")).to_have_count(12)
    expect(felt.calls).to_contain_text("Box 10: Banker is $1,000 over")
    keys.press("/")
    expect(felt.spot("10", "Banker")).to_contain_text("$1,000")
    expect(felt.calls).to_have_text(["Nothing. All bets are in order."])
    while felt.console.big.locator("b").inner_text() != "Settle the round":
        felt.press_enter()
    felt.press_enter()
    expect(page.locator(".phase")).to_have_text("round settled")
    # Whatever the cards are, the tie and both pairs are taken or paid.
    assert len(felt.lines("Take")) + len(felt.lines("Pay")) >= 3
    # The star of a keyboard without a number pad takes two keys.
    keys.press("Shift+Digit8")
    expect(page.get_by_role("checkbox", checked=False)).to_have_count(0)
    expect(page.get_by_role("checkbox").first).to_be_checked()
    pressed = int(page.evaluate("window.keys"))
    assert 90 < pressed <= 110, pressed


def test_a_line_that_makes_no_sense_is_marked_and_nothing_is_taken(
    floor: Floor, screens: Screens
) -> None:
    felt = FeltPage(screens.console(floor.live_table()).page)
    felt.open_bets()
    for line, mark, why in (
        ("5 b 500 4 p 100", "4", "is not a box"),
        ("5 x 100", "x", "is not a bet"),
        ("5 b 1oo", "1oo", "is not an amount"),
        ("5 b 500 b 400", "b", "was named before"),
        ("5 b", "…", "is not an amount"),
        ("5 b -100", "-100", "is not an amount"),
        ("5 b 1.005", "1.005", "is not an amount"),
        ("5 b 12345678901", "12345678901", "is not an amount"),
        ("b 500", "b", "is not a box"),
        ("5 500", "500", "is not a bet"),
        ("5 b 500 and 6 p 100", "and", "is not a box"),
        ("5 b p 100", "p", "is not an amount"),
        ("5 nobody b 100", "nobody", "is not a bet"),
        ("５ b 100", "５", "is not a box"),
        ("5 b １００", "１００", "is not an amount"),
        (",", "…", "is not a box"),
    ):
        felt.line.fill(line)
        felt.line.press("Enter")
        wrong = felt.page.locator(".line .wrong")
        expect(wrong).to_contain_text(why)
        expect(wrong.locator("mark")).to_have_text(mark)
    expect(felt.page.locator(".boxes .lies")).to_have_count(0)
    expect(felt.page.locator(".boxes .head").filter(has_text="free")).to_have_count(9)
    # A scanner types into the same line, and its card is not taken for a bet.
    felt.line.fill("")
    felt.page.keyboard.type("KD")
    felt.page.keyboard.press("Enter")
    expect(felt.page.get_by_role("alert")).to_contain_text("King of diamonds was read")
    felt.page.get_by_role("button", name="Dismiss").click()
    felt.line.fill("5 b 500, 5 + b 300")
    felt.line.press("Enter")
    expect(felt.spot("5", "Banker")).to_have_accessible_name(
        "Box 5, Banker, seated $500, standing $300"
    )


@pytest.mark.clause("rws-live", "1.20", "1.21", "5.16")
def test_bets_are_corrected_by_touch_and_repeated_with_one_key(
    floor: Floor, screens: Screens
) -> None:
    felt = FeltPage(screens.console(floor.live_table()).page)
    page = felt.page
    felt.open_bets()
    felt.type("5 b 500 t 100 7 p 300")
    felt.choose_box("5")
    panel = page.locator(".panel")
    panel.get_by_role("button", name="Any Tie $100").click()
    panel.get_by_role("button", name="Move").click()
    felt.spot("5", "Banker Pair").click()
    expect(felt.spot("5", "Any Tie")).not_to_contain_text("$")
    expect(felt.spot("5", "Banker Pair")).to_contain_text("$100")
    page.get_by_role("button", name="Undo").click()
    expect(felt.spot("5", "Any Tie")).to_contain_text("$100")
    panel.get_by_role("button", name="Any Tie $100").click()
    page.get_by_role("button", name="Chip of $25", exact=True).click()
    panel.get_by_role("button", name="− $25").click()
    expect(felt.spot("5", "Any Tie")).to_contain_text("$75")
    panel.get_by_role("button", name="Withdraw").click()
    expect(felt.spot("5", "Any Tie")).not_to_contain_text("$")
    # A standing patron bets in a seated patron's box, and staff record it.
    page.get_by_role("button", name="Standing patron").click()
    panel.get_by_role("button", name="New patron").click()
    felt.lay("5", "Banker", "$100", times=2)
    expect(felt.spot("5", "Banker")).to_have_accessible_name(
        "Box 5, Banker, seated $500, standing $200"
    )
    panel.get_by_role("listitem").filter(has_text="standing").get_by_role(
        "button", name="placed by staff"
    ).click()
    expect(felt.spot("5", "Banker")).to_have_accessible_name(
        "Box 5, Banker, seated $500, standing $200 placed by staff"
    )
    felt.close()
    felt.deal(PLAYER_ON_9)
    felt.settle()
    felt.open_bets()
    expect(page.locator(".boxes .lies")).to_have_count(0)
    page.keyboard.press("*")
    expect(felt.spot("5", "Banker")).to_have_accessible_name(
        "Box 5, Banker, seated $500, standing $200"
    )
    expect(felt.spot("7", "Player")).to_contain_text("$300")


@pytest.mark.clause("rws-live", "5.3")
def test_winnings_of_a_patron_who_walked_away_are_held(floor: Floor, screens: Screens) -> None:
    felt = FeltPage(screens.console(floor.live_table()).page)
    felt.open_bets()
    felt.type("5 p 300 t 25 7 b 300")
    felt.close()
    felt.choose_box("5")
    felt.page.get_by_role("button", name="Walks away").click()
    expect(felt.page.locator(".panel")).to_contain_text("walked away")
    felt.deal(PLAYER_ON_9)
    felt.settle()
    assert felt.lines("Pay") == ["5 Player held: the patron walked away $300 3 × 100"]
    # A bet that lost is taken, and nothing of it is held.
    assert felt.lines("Take") == ["5 Any Tie $25 1 × 25", "7 Banker $300 3 × 100"]
    held = felt.page.get_by_role("region", name="Held for patrons")
    # The stake and its profit.
    expect(held).to_contain_text("$600")
    held.get_by_role("button", name="Pay out").click()
    felt.console.vouch("Sofia Lim", PIN)
    felt.page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    expect(held).to_have_count(0)


@pytest.mark.clause("rws-live", "5.7", "5.12", "5.12.2", "5.12.3")
def test_two_patrons_choose_differently_after_an_exposed_card(
    floor: Floor, screens: Screens
) -> None:
    felt = FeltPage(screens.console(floor.live_table()).page)
    felt.open_bets()
    felt.type("1 b 500 2 p 300 3 b 200")
    felt.close()
    felt.deal("KS 2D")
    wizard = WizardPage(felt.page)
    wizard.open()
    wizard.choose("excess or exposed card", clause="5.7", who="Pit Supervisor must confirm")
    wizard.add("Cards that are out and not registered", "QH")
    wizard.review()
    wizard.report()
    wizard.choose_step("Confirm")
    wizard.do("Confirm", "Sofia Lim")
    asked = felt.page.get_by_role("region", name="Ask each patron")
    expect(asked).to_contain_text("reconstructed hand")
    rows = asked.get_by_role("listitem")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("wins $500 at most · loses $500 at most")
    expect(rows.nth(0)).to_contain_text("gets $500 back")
    expect(rows.nth(0).get_by_role("button", name="Continue")).to_contain_text("if no answer")
    expect_accessible(felt.page)
    # The first continues, the second takes the bets back, the third gives no answer.
    felt.page.keyboard.press("+")
    expect(rows.nth(0)).to_contain_text("chosen")
    rows.nth(1).get_by_role("button", name="Take the bets back").click()
    expect(rows.nth(1)).to_contain_text("chosen")
    felt.console.press("End the choice")
    expect(felt.page.locator(".stage .hand .card")).to_have_count(3)
    felt.page.locator("section.next").wait_for()
    felt.deal("4C 2C", after=3)
    felt.settle()
    assert felt.lines("Take") == ["Nothing to take."]
    assert felt.lines("Pay") == [
        "1 Banker half of $500 $250 2 × 100 2 × 25",
        "3 Banker half of $200 $100 1 × 100",
    ]


@pytest.mark.clause("rws-live", "5.9", "5.12.1")
def test_patrons_continue_with_the_hand_as_it_is(floor: Floor, screens: Screens) -> None:
    felt = FeltPage(screens.console(floor.live_table(face_down=True)).page)
    felt.open_bets()
    felt.type("1 b 500 2 p 300")
    felt.close()
    felt.deal("KS 2D")
    wizard = WizardPage(felt.page)
    wizard.open()
    wizard.choose("card dealt face up", clause="5.9", who="Pit Supervisor must confirm")
    wizard.review()
    wizard.report()
    wizard.choose_step("Confirm")
    wizard.do("Confirm", "Sofia Lim")
    asked = felt.page.get_by_role("region", name="Ask each patron")
    expect(asked).to_contain_text("hand as it is")
    felt.page.keyboard.press("-")
    expect(asked.get_by_role("listitem").nth(0)).to_contain_text("chosen")
    felt.console.press("End the choice")
    expect(asked).to_have_count(0)


@pytest.mark.clause("rws-live", "5.12.1")
def test_hands_whose_order_is_lost_are_played_as_they_lie(floor: Floor, screens: Screens) -> None:
    felt = FeltPage(screens.console(floor.live_table()).page)
    felt.open_bets()
    felt.type("1 b 500 2 p 300")
    felt.close()
    # Dealt in this order, the 9 would be Banker's; it lies in Player's hand.
    felt.deal("KS 9D QH")
    wizard = WizardPage(felt.page)
    wizard.open()
    wizard.choose(
        "order of the dealt cards lost", clause="5.12.1", who="Pit Supervisor must confirm"
    )
    nine = wizard.sheet.get_by_role("radiogroup", name="Nine of diamonds")
    expect(nine.get_by_role("radio", name="Banker")).to_be_checked()
    nine.get_by_role("radio", name="Player").check()
    queen = wizard.sheet.get_by_role("radiogroup", name="Queen of hearts")
    queen.get_by_role("radio", name="Banker").check()
    wizard.review()
    wizard.report()
    wizard.choose_step("Confirm")
    wizard.do("Confirm", "Sofia Lim")
    expect(felt.page.get_by_role("region", name="Ask each patron")).to_contain_text("hand as it is")
    felt.console.press("End the choice")
    lies = felt.page.get_by_role("region", name="Player hand: King of spades, Nine of diamonds")
    expect(lies).to_be_visible()


@pytest.mark.clause("rws-live", "3.9")
def test_the_acceptor_squeezes_against_a_clock(floor: Floor, screens: Screens) -> None:
    felt = FeltPage(screens.console(floor.live_table(face_down=True)).page)
    felt.open_bets()
    felt.type("1 b 500 2 p 300 3 p 200")
    felt.close()
    player = felt.page.get_by_role("region", name="Player cards")
    expect(player).to_contain_text("highest seated bet on this hand")
    player.get_by_role("button", name="Squeeze").click()
    expect(player.get_by_role("timer")).to_contain_text(" s")
    expect_accessible(felt.page)
    felt.deal("KS")
    expect(player.get_by_role("timer")).to_have_count(0)
    player.get_by_role("combobox").select_option(label="Box 3")
    expect(player).to_contain_text("turned by Box 3")


@pytest.mark.clause("rws-live", "5.4")
def test_a_server_that_dies_between_the_close_and_the_payment(
    tmp_path: Path, screens: Screens
) -> None:
    screens.excuse("WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|503")
    with closing(Floor(tmp_path)) as floor:
        felt = FeltPage(screens.console(floor.live_table()).page)
        felt.open_bets()
        felt.type("1 b 500 2 p 300")
        felt.close()
        felt.deal("9S KD KH QC")
        floor.kill()
        felt.console.expect_told("Do not deal or pay")
        floor.start()
        expect(felt.page.get_by_text("After an interruption")).to_be_visible()
        expect(felt.page.locator(".notices")).not_to_contain_text("Do not deal or pay")
        felt.page.get_by_role("radio", name="Confirm").check()
        felt.console.vouch("Sofia Lim", PIN)
        felt.page.get_by_role("button", name="Confirm", exact=True).click()
        felt.settle()
        assert felt.lines("Take") == ["1 Banker $500 1 × 500"]
        assert felt.lines("Pay") == ["2 Player $300 3 × 100"]


def test_a_float_that_cannot_pay_says_which_fill_would_help(floor: Floor, screens: Screens) -> None:
    felt = FeltPage(screens.console(floor.live_table(chips=((100, 3),))).page)
    felt.open_bets()
    felt.type("1 b 100 2 p 900")
    felt.close()
    felt.deal(PLAYER_ON_9)
    expect(felt.page.get_by_role("alert")).to_contain_text("The float cannot pay $900 to box 2")
    # With the three in the tray and the one that box 1 loses.
    expect(felt.page.get_by_role("alert")).to_contain_text("This fill would help: 1 × $500")


def test_the_felt_in_chinese(floor: Floor, screens: Screens) -> None:
    felt = FeltPage(screens.console(floor.live_table(box_differential=1_000)).page)
    felt.open_bets()
    felt.type("1 b 2000 2 p 50")
    expect(felt.calls).to_have_count(2)
    felt.page.get_by_role("button", name="中文").click()
    said = felt.page.get_by_role("region", name="须宣布")
    expect(said).to_contain_text("1 号位：庄超出注差上限 $1,000，多 $1,000")
    expect(said).to_contain_text("2 号位：闲 $50 低于最低投注 $100，请加注或撤回")
    expect_accessible(felt.page)
    english = felt.page.locator("main, aside").all_inner_texts()
    words = re.findall(r"[A-Za-z]{3,}", " ".join(english))
    assert set(words) <= {"Enter", "Say", "more", "Bets", "Daniel", "Ong"}
