"""Running a script: refusals must be announced, and the first line that fails ends it."""

from punto.rehearsals.transcripts import as_data
from punto.rounds.phases import Phase
from punto.values.ids import Instant, TableId, TerminalId
from punto.values.money import dollars
from support.rehearsals.stage import BETS_OPEN, SET_UP, failure, held, run

T1 = TerminalId("T1")


def test_a_script_without_expectations_holds_when_nothing_is_refused() -> None:
    scene = held("T1 bets banker 100", "mei plays KS 3D QH 4C 2D")
    assert scene.table.phase is Phase.SETTLED
    assert scene.table.credits_of(T1) == dollars(1100)


def test_an_unannounced_refusal_ends_the_rehearsal_at_its_line() -> None:
    assert failure("T1 bets banker 5", "mei settles", "expect phase betting") == (
        2,
        "no refusal",
        "refusal OutOfPhase: settling the round: bets are open, and closing them comes next "
        "(R 3.7, M 3.2); expected once the cards are complete (R 3.13, M 1.1.16)",
    )


def test_a_refusal_in_the_last_line_is_not_announced_either() -> None:
    assert failure("mei settles")[0] == 1


def test_a_refusal_is_announced_by_the_next_statement_whatever_comments_are_between() -> None:
    scene = held("mei settles", "", "# too early", "expect refusal OutOfPhase")
    assert scene.table.phase is Phase.BETTING


def test_a_refusal_that_does_not_come_is_missed() -> None:
    assert failure("T1 bets banker 5", "expect refusal OutOfPhase") == (
        2,
        "refusal OutOfPhase",
        "no refusal",
    )


def test_another_refusal_than_the_announced_one_is_told() -> None:
    assert failure("mei settles", "expect refusal NoShoe") == (
        2,
        "refusal NoShoe",
        "refusal OutOfPhase: settling the round: bets are open, and closing them comes next "
        "(R 3.7, M 3.2); expected once the cards are complete (R 3.13, M 1.1.16)",
    )


def test_the_words_of_a_refusal_are_a_part_of_its_sentence() -> None:
    held("mei settles", 'expect refusal OutOfPhase "bets are open"')
    line, expected, _ = failure("mei settles", 'expect refusal OutOfPhase "bets are closed"')
    assert (line, expected) == (2, "refusal OutOfPhase with the words 'bets are closed'")


def test_a_refused_command_changes_nothing() -> None:
    before = held("T1 bets banker 100").record(TableId("A1"))
    after = held("T1 bets banker 100", "mei settles", "expect refusal OutOfPhase")
    assert after.table == before.table
    assert after.record(TableId("A1")).events == before.events


def test_what_comes_after_a_failure_is_not_run() -> None:
    transcript = run(BETS_OPEN + "expect phase idle\nmei closes bets\n")
    assert transcript.entries[-1].statement.text == "expect phase idle"
    assert transcript.scene.table.phase is Phase.BETTING


def test_a_statement_of_several_commands_ends_at_the_first_that_is_refused() -> None:
    transcript = run(BETS_OPEN + "mei plays KS 3D QH 4C\nexpect refusal OutOfPhase\n")
    happened = transcript.entries[-2].happened
    assert [type(one.asked.wish).__name__ for one in happened[-2:]] == ["AnnounceTotals", "Settle"]
    assert happened[-1].refusal is not None
    assert transcript.scene.table.phase is Phase.DEALING


def test_time_stands_still_until_the_script_moves_it() -> None:
    first = held("expect phase betting").now
    assert held("wait 300 ms", "wait 2 minutes").now == first + 120_300
    assert held("at 20:15").now == first + 15 * 60_000
    assert held("at 20:15:30.250").now == first + 15 * 60_000 + 30_250
    assert held("at 20:00 the next day").now == first + 24 * 3_600_000


def test_a_script_may_begin_on_an_earlier_date() -> None:
    scene = held("# Long ago.", "shows: a date", "on 1970-01-02", "expect no shoe", before="")
    assert scene.now == Instant((24 + 20) * 3_600_000)


def test_lines_happen_at_the_table_that_was_named_last() -> None:
    scene = held("table B2", "siti configures the table", "bo opens the table", before=SET_UP)
    assert scene.table.configuration is not None
    assert scene.table.configuration.document == "mbs"
    assert scene.record(TableId("A1")).table.dealer is not None


def test_a_name_between_quotation_marks_is_taken_as_it_is() -> None:
    held('"zed" opens bets', "expect refusal PersonUnknown")
    held('arun seats "T9"', "expect refusal TerminalUnknown")
    held('T1 bets "dragon" 5', "expect refusal BetsRefused")
    held('arun sends T2 to "C3"', "table B2", "siti configures the table")


def test_the_role_of_a_sender_is_the_one_held_at_that_moment() -> None:
    held(
        "tan lets bo act as Pit Supervisor until 21:00",
        'bo disables T1: "screen"',
        'expect by "bo, acting Pit Supervisor"',
        "at 21:00",
        "bo enables T1",
        "expect refusal RoleTooLow",
    )


def test_a_timer_acts_for_the_dealer_on_duty_or_for_a_named_person() -> None:
    held("timer opens bets", "expect refusal NotForATimer")
    held("mei begins the closing", "timer of bo cuts off", "expect refusal NotTheDealerOnDuty")
    held("mei begins the closing", 'timer of "zed" cuts off', "expect refusal PersonUnknown")
    held("table B2", "timer opens bets", "expect refusal PersonUnknown")


def test_a_table_without_a_configuration_is_asked_all_the_same() -> None:
    held("table B2", "bo deals KS", "expect refusal OutOfPhase")
    held("table B2", "bo loads the shoe", "expect refusal OutOfPhase")


def test_cards_are_dealt_as_the_source_of_the_table_gives_them() -> None:
    scene = held(
        "table C3 plays rws-etg",
        "  cards from a keyed shoe",
        "siti configures the table",
        "bo opens the table",
        "bo loads the shoe",
        "bo opens bets",
        "bo plays KS 3D QH 4C 2D",
        before=SET_UP,
    )
    assert scene.table.phase is Phase.SETTLED


def test_carried_cards_are_counted_when_totals_are_due() -> None:
    lost = "mei reports excess-or-exposed-card with extra cards"
    scene = held(f"{lost} 5S", "arun attests", "mei plays KS 2C 8H")
    assert scene.table.phase is Phase.SETTLED
    scene = held(f"{lost} 5S KS 2C 2H", "arun attests", "mei closes bets", "mei deals KD")
    assert scene.table.round_now.totals_announced


def test_terminals_that_are_lost_do_not_freeze() -> None:
    scene = held("mei reports T2 lost", "mei closes bets")
    assert scene.table.round_now.frozen == {T1}


def test_a_terminal_that_has_frozen_is_not_asked_again() -> None:
    held("mei begins the closing", "T1 freezes", "T2 freezes", "mei cuts off")


def test_a_ticket_is_known_to_the_whole_floor() -> None:
    scene = held(
        "T1 cashes out",
        "T1 answers for the printer: printed",
        "T2 takes the ticket of T1",
        "expect credits T2 1000",
        "T1 takes the ticket of T1",
        "expect refusal TicketAlreadyPaid",
        "T1 takes the ticket of T2 over 5",
        "expect refusal TicketNotOnFile",
    )
    assert len(scene.tickets.issued) == len(scene.tickets.ended) == 1


def test_a_repeated_cash_out_is_registered_once() -> None:
    scene = held(
        "T1 cashes out with chance 99 under id out-1",
        "T1 answers for the printer about ticket 99: printed under id print-1",
        "T1 answers for the printer about ticket 99: printed under id print-1",
        "expect repeat",
    )
    assert len(scene.tickets.issued) == 1


def test_cards_that_no_decks_hold_make_no_virtual_shoe() -> None:
    held(
        "table C3 plays rws-etg with 4 decks",
        "  cards from a virtual shoe",
        "siti configures the table",
        "bo opens the table",
        "bo loads a virtual shoe beginning KS KS KS KS KS",
        "expect refusal CommitmentDoesNotFit",
        "bo loads a virtual shoe beginning KS KS KS KS",
        before=SET_UP,
    )


def test_a_day_that_no_calendar_has_is_counted() -> None:
    transcript = run("wait 3653 days\n" * 1000 + "people\n  tan Shift Manager\n")
    told = as_data(transcript)["lines"][-1]["commands"][0]["events"][0]["at"]
    assert told == "day 3673454T20:00:00Z"


def test_a_patron_may_be_said_to_do_what_only_staff_may() -> None:
    held("T1 settles", "expect refusal RoleTooLow")


def test_a_timer_does_not_act_for_a_dealer_who_is_dismissed() -> None:
    before = BETS_OPEN + "mei begins the closing\nwait 2 seconds\n"
    held("timer cuts off", "expect phase dealing", before=before)
    held("tan dismisses mei", "timer cuts off", "expect refusal PersonIsDismissed", before=before)


def test_a_table_takes_what_the_other_table_has_sent() -> None:
    moved = ("table B2", "siti configures the table", "table A1", "arun sends T1 to B2")
    scene = held(*moved, "table B2", "arun receives T1 from A1", before=SET_UP)
    assert scene.table.credits_of(T1) == dollars(1000)
    never_sent = ("table B2", "arun receives T2 from A1", "expect refusal NothingWasSent")
    held(*moved, *never_sent, before=SET_UP)


def test_a_new_plan_is_played_when_the_table_is_configured_again() -> None:
    scene = held(
        "arun closes the table",
        "table A1 now plays mbs-tiger",
        "siti configures the table",
        before=SET_UP,
    )
    assert scene.table.configuration is not None
    assert scene.table.configuration.terms.game.key == "mbs-tiger"


def test_the_rules_of_another_document_come_with_its_words() -> None:
    scene = held("table C3 plays mbs-tiger", "  rules of rws-etg", "siti configures the table")
    assert scene.table.configuration is not None
    assert scene.table.configuration.phrases.closing == "No More Bets"
    assert scene.table.configuration.phrases.opening == "Place your bets, please"
