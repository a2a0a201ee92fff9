from collections.abc import Iterator

import pytest

from effect_words import EffectWords, words_of
from punto.ledger.tickets import ticket_number
from punto.rounds.betting.commands import OpenBets
from punto.rounds.commands import Patron, Timer
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.commands import Settle
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity
from punto.rounds.irregularity.events import (
    CardsCarried,
    CardsCorrected,
    CardsDiscarded,
    IrregularityDeclined,
    PlayResumed,
    ReconstructionDenied,
    RoundResettled,
    RoundVoided,
)
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import AnswerPrinter, CashOut, PrinterAnswer, TakeBill
from punto.rounds.shoe.events import ShoeRetired
from punto.rounds.table.commands import DisableTerminal, SeatTerminal
from punto.rules.dual_control import SamePersonTwice
from punto.rules.first_decision import Decision
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity, Policy, Remedy
from punto.rules.roles import Role
from punto.values import replace
from punto.values.cards import parse_card, parse_cards
from punto.values.ids import Instant, PersonId
from punto.values.money import dollars
from punto.views.procedures.effects import Effects, Money, Play
from punto.views.procedures.procedure import DecidedBet, Procedure, Step, Way, procedure_of, wish_of
from support.rounds.evening import DEALER, SHIFT_MANAGER, SUPERVISOR, T1, Evening
from support.rounds.matters import GAMES, Policies, report, with_cards
from support.rounds.matters import settled as settled_by
from support.views.screens.stages import (
    STAGES,
    betting,
    closed,
    config_for,
    opened,
    run_by_one,
    screens,
    stopped,
    with_bets,
    with_extra_card,
)

clause = pytest.mark.clause
reading = pytest.mark.reading

LATER = Instant(6_000)
"""Five seconds after everything here was reported (A-37)."""

NOTHING_MOVES = EffectWords(
    "Nothing moves until there is a ruling",
    "Bets stand",
    "The cards stay as they are",
    "The shoe stays as it is",
)


def procedure(evening: Evening) -> Procedure:
    found = procedure_of(screens(evening))
    assert found is not None
    return found


def ways(evening: Evening) -> dict[Step, EffectWords]:
    found = procedure(evening).ways
    assert len({way.step for way in found}) == len(found)
    return {way.step: words_of(way.brings) for way in found}


@pytest.mark.parametrize("stage", STAGES)
def test_there_is_a_procedure_only_while_a_matter_is_open(stage: str) -> None:
    evening = STAGES[stage]()
    is_open = evening.phase() is Phase.STOPPED
    assert (procedure_of(screens(evening)) is not None) == is_open


@reading("A-39", "A-53")
def test_a_procedure_says_what_happened_who_reported_it_and_who_must_act() -> None:
    found = procedure(STAGES["dealing stopped"]())
    assert found.irregularity is Irregularity.FOREIGN_CARD
    assert (found.clause, found.report) == ("5.1", "seen by the Dealer")
    assert (found.reporter, found.began_at) == (PersonId("mei"), 1_000)
    assert found.stopped is Phase.DEALING
    assert (found.registered, found.intended) == (parse_cards("KS 3D"), None)
    assert found.awaited is Role.PIT_SUPERVISOR
    assert found.another_person
    assert not found.declined
    assert found.decided is None


@reading("A-39")
def test_a_procedure_shows_the_reports_that_wait_for_its_end() -> None:
    evening = STAGES["dealing stopped"]()
    assert procedure(evening).waiting == ()
    evening.do(ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, "no power"))
    (waiting,) = procedure(evening).waiting
    assert (waiting.irregularity, waiting.words) == (
        Irregularity.TECHNICAL_INTERRUPTION,
        "no power",
    )
    assert (waiting.reporter, waiting.terminals) == (PersonId("mei"), ())


@reading("A-73")
def test_a_person_alone_needs_no_second_person() -> None:
    alone = replace(DEALER, alone=True)
    for reporter in (alone, Timer(alone)):
        evening = run_by_one()
        evening.do(OpenBets(), alone)
        evening.do(report(Irregularity.TECHNICAL_INTERRUPTION), reporter)
        assert not procedure(evening).another_person
        (resumed,) = evening.do(Attest(), replace(SUPERVISOR, person=DEALER.person, alone=True))
        assert isinstance(resumed, PlayResumed)


@reading("A-53", "A-73")
def test_a_table_opened_by_one_person_needs_two_once_there_is_staff() -> None:
    evening, alone = run_by_one(), replace(SUPERVISOR, alone=True)
    evening.do(SeatTerminal(T1), alone)
    evening.do(OpenBets(), alone)
    evening.do(TakeBill(T1, dollars(10), simulated=True), Patron(T1))
    evening.do(CashOut(T1, 7), Patron(T1))
    evening.do(report(Irregularity.FOREIGN_CARD), replace(DEALER, alone=True))
    evening.do(AnswerPrinter(T1, ticket_number(7), PrinterAnswer.FAILED), Patron(T1))
    assert not procedure(evening).another_person  # a patron's act says nothing about the staff
    evening.do(DisableTerminal(T1, "no paper"), SUPERVISOR)
    assert procedure(evening).another_person
    same = replace(SUPERVISOR, person=DEALER.person)
    assert evening.refused(Attest(), same) == SamePersonTwice(DEALER.person)


@reading("A-39", "A-42")
@clause("mbs", "5.1", "5.1.1")
def test_a_foreign_card_voids_the_round_and_takes_the_shoe() -> None:
    assert ways(STAGES["dealing stopped"]()) == {
        Step.ATTEST: EffectWords(
            "Round 1 is void",
            "Every bet of the round is returned",
            "The cards of the round go to the discard",
            "The shoe is withdrawn",
        ),
        Step.DECLINE: NOTHING_MOVES,
    }


@reading("A-39")
def test_a_declined_matter_leaves_three_rulings() -> None:
    goes_on = EffectWords(
        "Round 1 goes on", "Bets stand", "The cards stay as they are", "The shoe stays as it is"
    )
    void = EffectWords(
        "Round 1 is void",
        "Every bet of the round is returned",
        "The cards stay as they are",
        "The shoe is withdrawn",
    )
    evening = STAGES["declined"]()
    assert ways(evening) == {
        Step.RULE_ESTABLISHED: void,
        Step.RULE_GOES_ON: goes_on,
        Step.RULE_VOID: void,
    }
    found = procedure(evening)
    assert (found.declined, found.awaited) == (True, Role.SHIFT_MANAGER)


@clause("mbs", "6.1")
@reading("A-65")
def test_what_no_clause_covers_can_go_on_or_be_void() -> None:
    evening = stopped(closed, Irregularity.NOT_COVERED)()
    assert set(ways(evening)) == {Step.RULE_GOES_ON, Step.RULE_VOID}


@reading("A-28")
def test_between_rounds_there_is_nothing_to_void() -> None:
    assert ways(STAGES["open stopped"]()) == {
        Step.RULE_GOES_ON: EffectWords(
            "The next round may begin",
            "No money moves",
            "The cards stay as they are",
            "The shoe stays as it is",
        )
    }


@reading("A-41")
def test_a_bad_shoe_found_between_rounds_only_goes_itself() -> None:
    evening = stopped(opened, Irregularity.SHORTAGE)()
    assert ways(evening)[Step.ATTEST] == EffectWords(
        "The next round may begin",
        "No money moves",
        "The cards stay as they are",
        "The shoe is withdrawn",
    )


@clause("rws-etg", "5.1.1", "5.1.2")
@clause("mbs", "5.9.1", "5.9.2")
@reading("A-31")
@pytest.mark.parametrize(
    ("document", "cards", "decided", "goes_on"),
    [
        ("rws-etg", "4D KS", (), False),
        ("rws-etg", "4D KS 4C", (("player-pair", Decision.WON),), True),
        ("rws-etg", "4D KS 5C", (("player-pair", Decision.LOST),), True),
        ("mbs", "2D KS 3C", (), False),
    ],
)
def test_an_interruption_says_by_the_first_decision_whether_the_round_goes_on(
    policies: Policies,
    document: str,
    cards: str,
    decided: tuple[tuple[str, Decision], ...],
    *,
    goes_on: bool,
) -> None:
    evening = with_cards(document, policies, cards)
    evening.do(report(Irregularity.TECHNICAL_INTERRUPTION))
    expected = tuple(DecidedBet(BetKey(bet), decision) for bet, decision in decided)
    assert procedure(evening).decided == expected
    play = "Round 1 goes on" if goes_on else "Round 1 is void"
    assert ways(evening)[Step.ATTEST].play == play


@reading("A-33")
def test_an_interruption_is_judged_by_the_cards_on_the_table(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "4D KS")
    evening.do(report(Irregularity.TECHNICAL_INTERRUPTION, "4D KS 4C"))
    found = procedure(evening)
    assert found.decided == (DecidedBet(BetKey("player-pair"), Decision.WON),)
    assert (found.registered, found.intended) == (parse_cards("4D KS"), parse_cards("4D KS 4C"))
    assert ways(evening)[Step.ATTEST] == EffectWords(
        "Round 1 goes on", "Bets stand", "The cards are 4D KS 4C", "The shoe stays as it is"
    )


@reading("A-37")
def test_an_interruption_of_the_betting_goes_on_only_if_it_is_short() -> None:
    evening = STAGES["betting stopped"]()
    ways_of = {
        step: [each for each in procedure(evening).ways if each.step is step] for step in Step
    }
    in_time = Effects(Play.GOES_ON, 1, Money.TIME_GIVEN_BACK, None, (), shoe_withdrawn=False)
    too_late = Effects(Play.VOID, 1, Money.RETURNED, None, (), shoe_withdrawn=False)
    assert ways_of[Step.ATTEST] == [
        Way(Step.ATTEST, in_time, before=LATER),
        Way(Step.ATTEST, too_late),
    ]
    assert words_of(in_time) == EffectWords(
        "Round 1 goes on",
        "Bets stand, and the time to bet is given back",
        "The cards stay as they are",
        "The shoe stays as it is",
    )
    assert [words_of(way.brings) for way in ways_of[Step.DECLINE]] == [NOTHING_MOVES]


@clause("mbs", "6.3")
@reading("A-72")
def test_a_correction_after_payment_takes_back_and_pays_by_the_cards() -> None:
    assert ways(STAGES["settled stopped"]()) == {
        Step.ATTEST: EffectWords(
            "Round 1 is settled again",
            "What was paid is taken back, and the bets are paid by the cards",
            "The cards are KS 3D QH 4C 9D",
            "The shoe stays as it is",
        ),
        Step.DECLINE: EffectWords(
            "Nothing moves until there is a ruling",
            "No money moves",
            "The cards stay as they are",
            "The shoe stays as it is",
        ),
    }


@clause("rws-etg", "5.3.3")
@reading("A-28")
def test_a_void_after_payment_takes_back_what_was_paid(policies: Policies) -> None:
    evening = settled_by("rws-etg", policies)
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS))
    assert ways(evening)[Step.ATTEST] == EffectWords(
        "Round 1 is void",
        "What was paid is taken back, and every bet of the round is returned",
        "The cards of the round go to the discard",
        "The shoe stays as it is",
    )


@clause("rws-etg", "5.4")
@reading("A-43")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("KS 3D QH", "The cards are KS 3D QH 9C"),
        ("4D KS 4C 2H", "The next deal begins with 9C"),
        ("KS 3D QH 4C 2D", "The next deal begins with 9C"),
    ],
)
def test_an_extra_card_is_used_here_or_begins_the_next_deal(
    policies: Policies, cards: str, words: str
) -> None:
    evening = with_extra_card(with_cards("rws-etg", policies, cards), "9C")
    found = procedure(evening)
    assert (found.registered, found.extra) == (parse_cards(cards), parse_cards("9C"))
    assert ways(evening)[Step.ATTEST] == EffectWords(
        "Round 1 goes on", "Bets stand", words, "The shoe stays as it is"
    )


@reading("A-43")
def test_a_card_may_be_used_and_another_wait(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D QH 4C")
    with_extra_card(evening, "2D 9C")
    assert ways(evening)[Step.ATTEST].cards == (
        "The cards are KS 3D QH 4C 2D; The next deal begins with 9C"
    )


@clause("rws-etg", "5.7")
@reading("A-45")
def test_the_attester_decides_an_unknown_order(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D")
    what = Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN
    evening.do(ReportIrregularity(what, "two at once", None, parse_cards("QH 4C")))
    found = procedure(evening)
    assert found.decides_order
    assert (found.awaited, found.extra) == (Role.PIT_SUPERVISOR, parse_cards("QH 4C"))
    attest = ways(evening)[Step.ATTEST]
    assert (attest.play, attest.cards) == ("Round 1 goes on", "The cards go as is decided")
    evening.do(Decline("one at a time"), SUPERVISOR)
    found = procedure(evening)
    assert found.awaited is Role.SHIFT_MANAGER
    assert ways(evening)[Step.RULE_ESTABLISHED].cards == "The cards go as is decided"
    assert ways(evening)[Step.RULE_GOES_ON].cards == "The cards stay as they are"


@reading("A-29")
def test_a_wrong_result_that_comes_to_light_late_waits_for_the_shift_manager(
    policies: Policies,
) -> None:
    evening = settled_by("rws-etg", policies)
    evening.do(OpenBets())
    evening.do(
        ReportIrregularity(
            Irregularity.WRONG_CARD_REGISTERED,
            "on the film",
            parse_cards("KS 3D QH 4C 9D"),
            round_number=1,
        )
    )
    found = procedure(evening)
    assert (found.round_number, found.stopped) == (1, Phase.BETTING)
    assert found.registered == parse_cards("KS 3D QH 4C 2D")
    assert found.awaited is Role.SHIFT_MANAGER
    assert ways(evening)[Step.ATTEST] == EffectWords(
        "Round 2 goes on",
        "What round 1 paid is taken back, and it is paid by its cards",
        "The cards of round 1 are KS 3D QH 4C 9D",
        "The shoe stays as it is",
    )


@reading("A-33")
def test_cards_found_behind_the_registered_ones_go_to_the_discard_too(policies: Policies) -> None:
    for registered in ("KS", ""):
        evening = with_cards("rws-etg", policies, registered)
        cut = ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, "dark", parse_cards("KS 3S"))
        evening.do(cut)
        assert ways(evening)[Step.ATTEST].cards == (
            "The cards are KS 3S; The cards of the round go to the discard"
        )
    nothing = with_cards("rws-etg", policies, "")
    nothing.do(ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, "dark"))
    assert ways(nothing)[Step.ATTEST].cards == "The cards stay as they are"


@reading("A-42")
@pytest.mark.parametrize("registered", ["KS 3D", ""])
def test_unregistered_cards_are_discarded_with_a_void_round(
    policies: Policies, registered: str
) -> None:
    evening = with_cards("rws-etg", policies, registered)
    evening.do(report(Irregularity.FOREIGN_CARD, extra="9C 2H"))
    of_the_round = "The cards of the round go to the discard; " if registered else ""
    assert ways(evening)[Step.ATTEST] == EffectWords(
        "Round 1 is void",
        "Every bet of the round is returned",
        f"{of_the_round}Discarded without being registered: 9C 2H",
        "The shoe is withdrawn",
    )


@reading("A-37")
@pytest.mark.parametrize(("lasted_ms", "play"), [(4_999, "goes on"), (5_000, "is void")])
def test_an_interruption_that_is_over_has_one_end_however_long_it_waits(
    lasted_ms: int, play: str
) -> None:
    evening = with_bets()
    evening.now += 9_000
    wish = report(Irregularity.TECHNICAL_INTERRUPTION)
    evening.do(replace(wish, lasted_ms=lasted_ms), Timer(DEALER))
    assert procedure(evening).began_at == 10_000 - lasted_ms
    (attest,) = (way for way in procedure(evening).ways if way.step is Step.ATTEST)
    assert (words_of(attest.brings).play, attest.before) == (f"Round 1 {play}", None)


def _situations(config: Configuration) -> Iterator[Evening]:
    for cards in ("", "KS 3D QH", "KS 3D QH 4C 2D", "KS 3D QH 4C 2D and paid"):
        evening = betting(config)
        evening.bet(T1, banker=100)
        if cards:
            evening.close()
            evening.deal(cards.removesuffix("and paid"))
        if cards.endswith("paid"):
            evening.do(Settle())
        yield evening


def _reported(evening: Evening, policy: Policy) -> bool:
    """Report an irregularity with the cards that its procedure asks for, if it applies here."""
    now = evening.table.round_now
    dealing = evening.phase() is not Phase.BETTING
    extra = parse_cards("9C") if policy.takes_extra or policy.remedy is Remedy.VOID else ()
    by_cards = policy.remedy is Remedy.BY_THE_CARDS and dealing
    cards = (*now.cards[:-1], parse_card("9D")) if by_cards else None
    wish = ReportIrregularity(policy.irregularity, "seen", cards, extra)
    return isinstance(evening.ask(wish), tuple) and evening.phase() is Phase.STOPPED


@pytest.mark.parametrize("document", GAMES)
def test_what_a_procedure_promises_is_what_happens(policies: Policies, document: str) -> None:
    reached = set()
    for policy in policies[document]:
        for evening in _situations(config_for(document, policies)):
            if not _reported(evening, policy):
                continue
            evening.now += 5_000
            matter = evening.table.matter_now
            for way in procedure(evening).ways:
                if way.before is None:
                    record = evening.record
                    facts = evening.do(wish_of(way.step, evening.table, matter), SHIFT_MANAGER)
                    assert _kept(words_of(way.brings), {type(fact) for fact in facts})
                    evening.record = record
                    reached.add((policy.irregularity, matter.interrupted, way.step))
    assert len({irregularity for irregularity, _, _ in reached}) >= 17
    assert {phase for _, phase, _ in reached} == {
        Phase.BETTING,
        Phase.DEALING,
        Phase.RESULT,
        Phase.SETTLED,
    }


def _kept(words: EffectWords, kinds: set[type]) -> bool:
    """Whether the words announced a void, a new payment, other cards and the shoe correctly."""
    told = {
        RoundVoided: "is void" in words.play,
        RoundResettled: "again" in words.play,
        ShoeRetired: "withdrawn" in words.shoe,
    }
    passed_on = IrregularityDeclined in kinds or kinds == {ReconstructionDenied}
    waits = ("ruling" in words.play) == passed_on
    refunds = ("returned" in words.money) == (RoundVoided in kinds)
    decided = words.cards == "The cards go as is decided"
    corrects = decided or ("The cards are" in words.cards) == (CardsCorrected in kinds)
    carries = decided or ("The next deal" in words.cards) == (CardsCarried in kinds)
    discards = ("without being registered" in words.cards) == (CardsDiscarded in kinds)
    agrees = all((kind in kinds) == is_told for kind, is_told in told.items())
    return agrees and waits and refunds and corrects and carries and discards


def test_asking_what_would_follow_changes_nothing() -> None:
    evening = with_bets()
    evening.do(report(Irregularity.FOREIGN_CARD), DEALER)
    before = evening.table, evening.record.events
    procedure(evening)
    assert (evening.table, evening.record.events) == before
    evening.do(Decline("it is ours"), SUPERVISOR)
