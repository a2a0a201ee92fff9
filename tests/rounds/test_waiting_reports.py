"""Reports made while another matter is open, and matters while patrons choose (A-39)."""

import pytest

from punto.live.betting_boxes import PatronKey
from punto.rounds.boxes.commands import (
    AskSqueeze,
    ChooseOption,
    CloseLayout,
    EndOptions,
    HandOver,
    PlayerOption,
)
from punto.rounds.boxes.events import HandHandedOver, OptionsClosed, OptionsOffered
from punto.rounds.commands import Timer
from punto.rounds.dealing.events import CardBeyondDecks
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest, ReportIrregularity, Rule, Verdict
from punto.rounds.irregularity.events import (
    CardsCorrected,
    IrregularityReported,
    PlayResumed,
    ReportLapsed,
    ReportQueued,
    RoundVoided,
    TerminalsInterrupted,
)
from punto.rounds.irregularity.refusals import CardsCannotBe, ReportedAlready, TooManyReportsWait
from punto.rounds.irregularity.waiting_reports import WAITING_MAX
from punto.rounds.phases import Phase
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import parse_card, parse_cards
from punto.values.ids import TableId, TerminalId
from punto.values.sides import Side
from punto.values.structures import replace
from punto.views.reports.irregularities import matters_report
from support.rounds.evening import (
    DEALER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    betting,
    terms_for,
)
from support.rounds.live import ANN, BEN, BOX_2, EVE, face_down, lay, live_betting
from support.rounds.matters import Policies, config_for, report, with_cards

reading = pytest.mark.reading
clause = pytest.mark.clause
POWER = ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, "no power")
JOKER = ReportIrregularity(Irregularity.FOREIGN_CARD, "a joker")
DISPUTE = ReportIrregularity(Irregularity.NOT_COVERED, "a dispute")
GOES_ON = Rule(Verdict.GOES_ON, "as it was")


def dark(*terminals: TerminalId) -> ReportIrregularity:
    return ReportIrregularity(Irregularity.TERMINAL_INTERRUPTION, "dark", terminals=terminals)


def waiting(evening: Evening) -> list[ReportIrregularity]:
    return [each.report for each in evening.table.waiting]


@reading("A-34", "A-39")
def test_reports_are_taken_up_as_they_came_and_those_about_terminals_last(
    policies: Policies,
) -> None:
    evening = with_cards("rws-etg", policies, "4D KS 4C")
    for wish in (POWER, dark(T1), DISPUTE, dark(T2), JOKER):
        evening.do(wish)
    assert waiting(evening) == [DISPUTE, JOKER, dark(T1), dark(T2)]
    assert evening.phase() is Phase.STOPPED
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.matter_now.policy.irregularity is Irregularity.NOT_COVERED
    evening.do(GOES_ON, SHIFT_MANAGER)
    facts = evening.do(Attest(), SUPERVISOR)
    assert [type(fact) for fact in facts[-2:]] == [TerminalsInterrupted, TerminalsInterrupted]
    assert waiting(evening) == []
    assert replay(evening.record.events) == evening.table


@reading("A-39")
def test_a_report_is_taken_up_in_the_name_of_its_reporter(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "4D KS 4C")
    evening.do(DISPUTE)
    evening.do(POWER, SUPERVISOR)
    *_, taken_up = evening.do(GOES_ON, SHIFT_MANAGER)
    assert isinstance(taken_up, IrregularityReported)
    assert taken_up.reporter == SUPERVISOR.person
    assert evening.table.matter_now.reporter == SUPERVISOR.person


@reading("A-39")
def test_what_a_void_round_leaves_nothing_to_say_about_lapses_with_the_reason(
    policies: Policies,
) -> None:
    evening = with_cards("rws-etg", policies, "4D KS")
    evening.do(JOKER)
    evening.do(POWER)
    *_, lapsed = evening.do(Attest(), SUPERVISOR)
    assert lapsed == ReportLapsed(
        Irregularity.TECHNICAL_INTERRUPTION,
        "clause 5.1 reaches no round now, expected a round within its reach (A-28)",
    )
    assert (evening.phase(), waiting(evening)) == (Phase.IDLE, [])


@reading("A-39", "A-69")
def test_a_card_that_cannot_be_is_an_alarm_when_its_report_is_taken_up(
    policies: Policies,
) -> None:
    config = replace(config_for("rws-etg", policies), terms=terms_for("rws-etg", decks=4))
    evening = betting(config)
    evening.close()
    evening.deal("4D KS")
    evening.do(DISPUTE)
    evening.do(report(Irregularity.EXCESS_OR_EXPOSED_CARD, extra="4D 4D 4D 4D"))
    *_, beyond, alarm = evening.do(GOES_ON, SHIFT_MANAGER)
    assert isinstance(beyond, CardBeyondDecks)
    assert isinstance(alarm, IrregularityReported)
    assert alarm.automatic
    assert waiting(evening) == []


@reading("A-37")
def test_the_time_of_a_stop_is_given_back_once(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    evening.bet(T1, banker=100)
    closes_at = evening.table.round_now.closes_at
    start = evening.now
    evening.do(DISPUTE)
    evening.now += 1000
    evening.do(POWER)
    evening.now += 1000
    evening.do(GOES_ON, SHIFT_MANAGER)
    evening.now += 1000
    (resumed,) = evening.do(Attest(), SUPERVISOR)
    assert isinstance(resumed, PlayResumed)
    assert resumed.closes_at - closes_at == evening.now - start


@reading("A-37")
def test_an_interruption_is_measured_from_before_its_report_and_not_from_its_turn(
    policies: Policies,
) -> None:
    evening = betting(config_for("rws-etg", policies))
    evening.bet(T1, banker=100)
    evening.do(DISPUTE)
    evening.do(POWER)
    evening.now += 5000
    evening.do(GOES_ON, SHIFT_MANAGER)
    facts = evening.do(Attest(), SUPERVISOR)
    assert isinstance(facts[0], RoundVoided)


@reading("A-37")
def test_what_a_timer_measured_is_kept_while_its_report_waits(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    evening.bet(T1, banker=100)
    evening.do(DISPUTE)
    measured = ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, lasted_ms=4000)
    (queued,) = evening.do(measured, Timer(DEALER))
    assert queued == ReportQueued(measured, DEALER.person)
    evening.now += 60_000
    evening.do(GOES_ON, SHIFT_MANAGER)
    assert evening.table.matter_now.lasted_ms == 4000
    facts = evening.do(Attest(), SUPERVISOR)
    assert isinstance(facts[0], PlayResumed)


@reading("A-37")
def test_a_time_that_a_person_guessed_does_not_wait_either(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    evening.do(DISPUTE)
    guessed = ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, lasted_ms=4000)
    (queued,) = evening.do(guessed)
    assert isinstance(queued, ReportQueued)
    assert queued.report.lasted_ms == 0


@reading("A-39")
def test_the_same_is_not_reported_twice_of_one_round_or_terminal(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "4D KS 4C")
    evening.do(POWER)
    assert evening.refused(POWER) == ReportedAlready(POWER.irregularity)
    evening.do(JOKER)
    assert evening.refused(JOKER) == ReportedAlready(JOKER.irregularity)
    evening.do(dark(T1))
    assert evening.refused(dark(T2, T1)) == ReportedAlready(dark().irregularity)
    evening.do(dark(T2))
    evening.do(DISPUTE)
    evening.do(DISPUTE)


@reading("A-39")
def test_so_many_may_wait_and_no_more(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "4D KS 4C")
    evening.do(POWER)
    for _ in range(WAITING_MAX):
        evening.do(DISPUTE)
    assert evening.refused(DISPUTE) == TooManyReportsWait(WAITING_MAX)


@reading("A-39")
def test_what_could_not_be_reported_before_is_refused_at_once(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "4D KS 4C")
    evening.do(POWER)
    wrong = report(Irregularity.WRONG_ORDER, "4D KS 5C")
    assert isinstance(evening.refused(wrong), CardsCannotBe)


@clause("rws-live", "5.4", "5.4.1", "5.4.2")
@reading("A-83")
def test_an_interruption_while_patrons_choose_leaves_their_choice_open_or_voids_the_round() -> None:
    for cards, phase in (("KS 3D 2H", Phase.CHOOSING), ("KS 3D", Phase.IDLE)):
        evening = asked_after(cards)
        choose(evening, ann="return")
        evening.do(POWER)
        evening.do(Attest(), SUPERVISOR)
        assert evening.phase() is phase
        assert evening.table.round_now.void is (phase is Phase.IDLE)
        layout = evening.table.round_now.layout
        assert layout is not None
        assert bool(layout.asked) is (phase is Phase.CHOOSING)
        assert replay(evening.record.events) == evening.table


def asked_after(cards: str, squeezed_by: PatronKey | None = None) -> Evening:
    """Ann and Ben bet on Banker, Eve on Player; cards are in the wrong order, and all choose."""
    evening = live_betting(face_down())
    lay(evening, ANN, banker=1000)
    lay(evening, EVE, BOX_2, player=900)
    lay(evening, BEN, BOX_2, banker=5000)
    evening.do(CloseLayout(passed_over=True))
    if squeezed_by is not None:
        evening.do(AskSqueeze(squeezed_by, Side.BANKER))
    evening.deal(cards)
    out = parse_cards(cards)
    evening.do(
        ReportIrregularity(Irregularity.WRONG_ORDER, cards=(out[1], out[0], *out[2:])), DEALER
    )
    evening.do(Attest(), SUPERVISOR)
    assert evening.phase() is Phase.CHOOSING
    return evening


def choose(evening: Evening, **options: str) -> None:
    """Record some choices, and leave the others open."""
    for patron, option in options.items():
        evening.do(ChooseOption(PatronKey(patron), PlayerOption(option)))


@reading("A-83")
def test_a_card_put_right_while_patrons_choose_is_dealt_on_with_after_their_choice() -> None:
    evening = asked_after("KS 3D 2H")
    out = evening.table.round_now.cards
    right = (*out[:-1], parse_card("9H"))
    evening.do(ReportIrregularity(Irregularity.WRONG_CARD_REGISTERED, cards=right))
    facts = evening.do(Attest(), SUPERVISOR)
    assert [type(fact) for fact in facts] == [CardsCorrected, PlayResumed]
    assert evening.phase() is Phase.CHOOSING
    evening.do(EndOptions())
    assert evening.table.round_now.cards == right


@reading("A-84")
def test_a_ruling_lets_a_stopped_choice_go_on() -> None:
    evening = asked_after("KS 3D 2H")
    evening.do(DISPUTE)
    facts = evening.do(GOES_ON, SHIFT_MANAGER)
    assert isinstance(facts[-1], PlayResumed)
    assert evening.phase() is Phase.CHOOSING


@reading("A-63", "A-84")
def test_a_second_error_ends_the_choice_and_asks_those_who_still_play() -> None:
    evening = asked_after("KS 3D 2H")
    choose(evening, ann="return")
    out = evening.table.round_now.cards
    again = ReportIrregularity(Irregularity.WRONG_ORDER, cards=(out[1], out[0], *out[2:]))
    evening.do(again)
    facts = evening.do(Attest(), SUPERVISOR)
    assert [type(fact) for fact in facts[1:]] == [OptionsClosed, HandHandedOver, OptionsOffered]
    assert facts[2] == HandHandedOver(Side.BANKER, None)  # Ben stands
    assert facts[3] == OptionsOffered((EVE, BEN), reconstructed=True)
    evening.do(EndOptions())
    assert evening.phase() is Phase.DEALING


@reading("A-86")
def test_where_nobody_is_left_to_be_asked_the_coup_is_dealt_to_its_end() -> None:
    evening = asked_after("KS 3D 2H")
    choose(evening, ann="return", ben="return", eve="return")
    out = evening.table.round_now.cards
    again = ReportIrregularity(Irregularity.WRONG_ORDER, cards=(out[1], out[0], *out[2:]))
    evening.do(again)
    facts = evening.do(Attest(), SUPERVISOR)
    assert isinstance(facts[-1], PlayResumed)
    assert evening.phase() is Phase.DEALING
    assert evening.table.choice is None


@reading("A-63")
def test_a_hand_goes_to_the_highest_seated_bet_left_when_its_acceptor_is_out() -> None:
    evening = live_betting(face_down())
    lay(evening, ANN, banker=1000)
    lay(evening, EVE, BOX_2, banker=900)
    lay(evening, BEN, BOX_2, banker=5000)
    evening.do(CloseLayout(passed_over=True))
    evening.deal("KS 3D 2H")
    evening.do(HandOver(Side.BANKER, EVE))
    out = parse_cards("KS 3D 2H")
    evening.do(ReportIrregularity(Irregularity.WRONG_ORDER, cards=(out[1], out[0], out[2])))
    evening.do(Attest(), SUPERVISOR)
    choose(evening, eve="return")
    facts = evening.do(EndOptions())
    assert facts[1] == HandHandedOver(Side.BANKER, ANN)
    # No one asked for it: it follows from the reading, and not from L 5.8.2.
    assert [event.clause for event in evening.record.events if event.fact == facts[1]] == ["A-63"]
    layout = evening.table.round_now.layout
    assert layout is not None
    assert layout.acceptors[Side.BANKER] == ANN


@reading("A-63")
def test_a_hand_without_a_seated_bet_left_goes_to_the_dealer() -> None:
    evening = asked_after("KS 3D 2H")
    choose(evening, eve="return")
    assert evening.do(EndOptions())[1] == HandHandedOver(Side.PLAYER, None)


def test_a_squeeze_ends_when_its_patron_takes_the_bet_back() -> None:
    evening = asked_after("KS 3D 2H", squeezed_by=ANN)
    choose(evening, ann="return")
    evening.do(EndOptions())
    layout = evening.table.round_now.layout
    assert layout is not None
    assert layout.squeeze is None


def test_the_report_of_irregularities_names_who_first_reported_and_what_lapsed_or_waits(
    policies: Policies,
) -> None:
    evening = with_cards("rws-etg", policies, "4D KS")
    for wish in (JOKER, POWER, dark(T1), DISPUTE):
        evening.do(wish)
    evening.do(Attest(), SUPERVISOR)
    evening.do(DISPUTE)
    rows = matters_report({TableId("A1"): evening.record.events}).rows
    upshots = sorted((row.irregularity, row.upshot, row.reported_by) for row in rows)
    assert [each[:2] for each in upshots] == [
        ("foreign card", "void"),
        ("not covered", "open"),
        ("not covered", "open"),
        ("technical interruption", "lapsed"),
        ("terminal interruption", "open"),
    ]
    assert len({reported_by for *_, reported_by in upshots}) == 1
