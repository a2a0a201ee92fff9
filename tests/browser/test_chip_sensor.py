"""A live table that reads its chips: questions at the console, alarms in the pit."""

import pytest
from playwright.sync_api import expect

from support.browser.accessibility import expect_accessible
from support.browser.felt_page import FeltPage
from support.browser.floors import Floor, Newcomer
from support.browser.pit_page import PitPage
from support.browser.screens import DESK, KIOSK, TABLET, Screens
from support.browser.sizes import expect_fit_for_fingers, expect_no_sideways_scroll, on_each


def test_the_pit_admits_a_sensor_that_then_reads_the_felt(floor: Floor, screens: Screens) -> None:
    table = floor.live_table()
    felt, pit = FeltPage(screens.console(table).page), PitPage(screens.pit(table).page)
    felt.open_bets()
    expect(felt.sensor).to_have_count(0)
    device = Newcomer(floor.address)
    main = pit.section("Terminals")
    main.get_by_label("Code on the screen").fill(device.asks())
    main.get_by_label("Terminal", exact=True).fill(f"{table.name}-S")
    main.get_by_label("Place").fill("under the felt")
    main.get_by_label("Reads the chips of table").select_option(table.name)
    expect_accessible(pit.page)
    main.get_by_role("button", name="Admit").click()
    row = pit.page.get_by_role("row", name=f"{table.name}-S")
    expect(row).to_contain_text("under the felt")
    pit.look_at(floor.table().name)
    expect(pit.section("Seats").get_by_text(f"{table.name}-S", exact=True)).to_have_count(0)
    expect(felt.sensor).to_contain_text("It has read nothing yet. Enter the bets by hand.")
    device.enrolled().reads(b5_player=3)
    felt.asked("Box 5: Player $300 lies there, not recorded")
    felt.sensor.get_by_role("button", name="Take $300").click()
    expect(felt.spot("5", "Player")).to_contain_text("$300")


@pytest.mark.clause("rws-live", "5.13", "5.16")
def test_what_is_read_is_taken_or_kept_with_one_touch(floor: Floor, screens: Screens) -> None:
    table = floor.live_table()
    sensor, felt = floor.sensor(table), FeltPage(screens.console(table).page)
    felt.open_bets()
    sensor.reads(b1_banker=5, b5_player=3, b5_tie=1)
    felt.asked(
        "Box 1: Banker $500 lies there, not recorded",
        "Box 5: Player $300 lies there, not recorded",
        "Box 5: Any Tie $100 lies there, not recorded",
    )
    expect(felt.page.locator(".boxes .lies")).to_have_count(0)
    expect_accessible(felt.page)
    felt.sensor.get_by_role("button", name="Take all 3").click()
    expect(felt.spot("5", "Player")).to_contain_text("$300")
    expect(felt.sensor).to_contain_text("Its reading matches the record.")

    # The typed bets and the reading differ: one bet too high, one too low.
    felt.type("1 b 800, 7 p 200")
    sensor.reads(b1_banker=5, b5_player=3, b5_tie=1, b7_player=4)
    felt.asked("Box 1: Banker $800 recorded, $500 read", "Box 7: Player $200 recorded, $400 read")
    expect(felt.spot("1", "Banker")).to_contain_text("$800")
    felt.sensor.get_by_role("button", name="Keep $800").click()
    felt.asked("Box 7: Player $200 recorded, $400 read")
    felt.sensor.get_by_role("button", name="Take $400").click()
    expect(felt.spot("7", "Player")).to_contain_text("$400")
    expect(felt.sensor.get_by_role("listitem")).to_have_count(0)
    expect(felt.spot("1", "Banker")).to_contain_text("$800")


@pytest.mark.clause("rws-live", "5.6")
def test_a_late_change_is_an_alarm_at_the_console_and_in_the_pit(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table()
    sensor, felt = floor.sensor(table), FeltPage(screens.console(table).page)
    pit = PitPage(screens.pit(table).page)
    felt.open_bets()
    sensor.reads(b1_banker=5)
    felt.sensor.get_by_role("button", name="Take $500").click()
    expect(felt.spot("1", "Banker")).to_contain_text("$500")
    felt.close()
    sensor.reads(b1_banker=9)
    late = "Box 1: Banker changed after “No more Bets”, from $500 to $900"
    felt.asked(late)
    expect(felt.sensor.get_by_role("button", name="Take")).to_have_count(0)
    # Taking the chips up again does not hide the late bet.
    sensor.reads(b1_banker=5)
    felt.asked(late)
    alarm = pit.page.get_by_role("region", name="Chip sensor")
    expect(alarm).to_contain_text(late)
    expect_accessible(pit.page)
    alarm.get_by_role("button", name="Refuse the change").click()
    expect(alarm).to_have_count(0)
    expect(felt.sensor.get_by_role("listitem")).to_have_count(0)


@pytest.mark.clause("rws-live", "5.13")
def test_to_close_over_an_open_question_takes_a_second_touch(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table()
    sensor, felt = floor.sensor(table), FeltPage(screens.console(table).page)
    pit = PitPage(screens.pit(table).page)
    felt.open_bets()
    felt.type("1 b 800")
    sensor.reads(b1_banker=5)
    felt.asked("Box 1: Banker $800 recorded, $500 read")
    felt.console.press("Close the bets")
    asks = felt.page.get_by_role("alertdialog")
    expect(asks).to_contain_text("recorded as passed over")
    expect(felt.line).to_be_visible()
    expect_accessible(felt.page)
    asks.get_by_role("button", name="Back to the bets").click()
    expect(asks).to_have_count(0)
    felt.pass_over()
    # An unanswered question is still shown, and the pit sees that it was passed over.
    felt.asked("Box 1: Banker $800 recorded, $500 read")
    expect(pit.section("Float")).to_contain_text("Box 1")
    expect(pit.page.get_by_role("main")).to_contain_text("L 5.13")
    expect(pit.section("Events")).to_contain_text("Chip reading passed over")


def test_a_sensor_that_sends_rubbish_is_faulty_and_not_silent(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table()
    sensor, felt = floor.sensor(table), FeltPage(screens.console(table).page)
    pit = PitPage(screens.pit(table).page)
    felt.open_bets()
    sensor.reads(b1_banker=5)
    felt.asked("Box 1: Banker $500 lies there, not recorded")
    assert sensor.sends_rubbish() == 422
    expect(felt.sensor).to_contain_text("faulty")
    expect(felt.sensor).to_contain_text("a message that is not a reading")
    expect(felt.sensor.get_by_role("listitem")).to_have_count(0)
    assert sensor.sends_rubbish() == 422
    pit.section("Float")
    expect(pit.page.get_by_role("region", name="Chip sensor")).to_contain_text("faulty")
    felt.page.get_by_role("button", name="中文").click()
    chinese = felt.page.get_by_role("region", name="筹码感应器")
    assert sensor.sends_rubbish() == 422
    expect(chinese).to_contain_text("收到的内容不是读数")


def test_a_faulty_and_a_dead_sensor_say_so_and_the_bets_go_on(
    floor: Floor, screens: Screens
) -> None:
    table = floor.live_table()
    sensor, felt = floor.sensor(table), FeltPage(screens.console(table).page)
    expect(felt.sensor).to_contain_text("It has read nothing yet. Enter the bets by hand.")
    felt.open_bets()
    sensor.reads(b1_banker=5)
    felt.asked("Box 1: Banker $500 lies there, not recorded")
    told = sensor.reads(b4_banker=5)
    assert told["refusal"]["code"] == "ReadBoxUnknown"
    expect(felt.sensor).to_contain_text("faulty")
    expect(felt.sensor).to_contain_text("The last reading was not used: chips read in box 4")
    expect(felt.sensor.get_by_role("listitem")).to_have_count(0)
    expect(felt.sensor).to_contain_text("Nothing read since", timeout=30_000)
    felt.type("1 b 500")
    felt.close()
    felt.page.get_by_role("button", name="中文").click()
    chinese = felt.page.get_by_role("region", name="筹码感应器")
    expect(chinese).to_contain_text("没有读数")
    expect_accessible(felt.page)


def test_questions_fit_every_screen_in_both_languages(floor: Floor, screens: Screens) -> None:
    table = floor.live_table()
    sensor, felt = floor.sensor(table), FeltPage(screens.console(table).page)
    felt.open_bets()
    felt.type("1 b 800")
    sensor.reads(b1_banker=5, b5_player=3, b5_tie=1)
    felt.asked("Box 1: Banker $800 recorded", "Box 5: Player $300", "Box 5: Any Tie $100")
    for language in ("中文", "English"):
        for _ in on_each(felt.page, DESK, KIOSK, TABLET):
            expect_no_sideways_scroll(felt.page)
            expect_fit_for_fingers(felt.page)
        felt.page.get_by_role("button", name=language).click()
    felt.page.get_by_role("button", name="中文").click()
    chinese = felt.page.get_by_role("region", name="筹码感应器").get_by_role("listitem")
    expect(chinese.first).to_contain_text("1 号位：庄记录 $800，读到 $500")
    chinese.first.get_by_role("button", name="维持 $800").click()
    expect(chinese).to_have_count(2)
