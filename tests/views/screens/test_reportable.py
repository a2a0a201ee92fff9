"""What the console offers to report: everything that the engine accepts, and nothing else."""

from collections.abc import Iterator

import pytest

from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.phases import Phase
from punto.rules.irregularity_policies import Irregularity, Late, Remedy
from punto.rules.roles import Role
from punto.values.cards import Card, parse_cards
from punto.values.structures import replace
from punto.views.procedures.reportable_irregularities import (
    EARLIER_SHOWN,
    EarlierRound,
    Naming,
    Reportable,
    WhyNot,
    earlier_rounds,
    reportable,
)
from support.rounds.evening import T1, Evening
from support.rounds.matters import Policies, establish, with_cards
from support.views.screens.stages import (
    STAGES,
    betting,
    closed,
    configuration,
    configured,
    opened,
    played,
    settled,
    void,
    with_extra_card,
)

clause = pytest.mark.clause
reading = pytest.mark.reading

EXTRA = parse_cards("9H")


def offered(evening: Evening) -> dict[Irregularity, Reportable]:
    config = evening.table.configuration
    assert config is not None
    return {each.irregularity: each for each in reportable(evening.table, config)}


def at_a_virtual_shoe(cards: str = "") -> Evening:
    config = replace(configuration(), source=CardSource.VIRTUAL_SHOE)
    evening = betting(config)
    evening.close()
    evening.deal(cards)
    return evening


def worded(each: Reportable, evening: Evening) -> Iterator[ReportIrregularity]:
    """Yield reports with the parts that are required, and one with the optional parts too."""
    out = () if evening.table.round is None else evening.table.round.cards
    terminals = (T1,) if each.terminals else ()
    words = "seen" if each.words else ""
    named = EXTRA * 2 if each.together else EXTRA
    bare = each.extra is not Naming.MUST and not (each.together and len(out) < 2)
    extras: list[tuple[Card, ...]] = [()] if bare or each.extra is Naming.NO else []
    extras += [] if each.extra is Naming.NO else [named]
    for extra in extras:
        cards: tuple[Card, ...] | None = None
        if each.remedy is Remedy.BY_THE_CARDS:
            cards = (*out[:-1], *EXTRA)
        elif each.cards is Naming.MUST:
            cards = (*out, *extra)
        if cards != out or extra or each.cards is not Naming.MUST:
            yield ReportIrregularity(each.irregularity, words, cards, extra, terminals)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("document", ["rws-etg", "mbs"])
def test_what_is_offered_is_taken_and_what_is_not_is_refused(stage: str, document: str) -> None:
    config = configuration({"rws-etg": "rws-etg", "mbs": "mbs-tiger"}[document])
    evening = STAGES[stage]()
    table = replace(evening.table, configuration=config)
    if table.round is not None:
        table = replace(table, round=replace(table.round, configuration=config))
    evening.record = replace(evening.record, table=table)
    for each in offered(evening).values():
        for wish in worded(each, evening):
            answer = Evening(evening.record, evening.now).ask(wish, command_id="probe")
            assert isinstance(answer, tuple) == (each.why_not is None), (each, wish, answer)


def test_nothing_can_be_reported_while_the_table_is_closed() -> None:
    assert offered(configured()) == {}


@reading("A-39")
def test_while_a_matter_is_open_all_but_the_same_can_be_reported_as_the_round_stood() -> None:
    found = offered(STAGES["dealing stopped"]())
    again = [what for what, each in found.items() if each.why_not is WhyNot.REPORTED]
    assert len(again) == 1
    before = offered(closed("KS 3D"))
    assert {what: replace(each, why_not=None) for what, each in found.items()} == {
        what: replace(each, why_not=None) for what, each in before.items()
    }


def test_every_irregularity_of_the_document_is_told_with_its_clause_and_who_confirms() -> None:
    found = offered(closed("KS 3D"))
    assert list(found) == [policy.irregularity for policy in configuration().policies]
    foreign = found[Irregularity.FOREIGN_CARD]
    assert (foreign.clause, foreign.remedy) == ("5.1", Remedy.VOID)
    assert foreign.attested_by is Role.PIT_SUPERVISOR
    assert foreign.withdraws_shoe
    assert found[Irregularity.WRONG_NUMBER_OF_CARDS].attested_by is Role.SHIFT_MANAGER


@clause("mbs", "5.10")
@reading("A-34")
def test_terminals_that_fail_are_named_and_nobody_has_to_confirm_it() -> None:
    found = offered(closed("KS"))[Irregularity.TERMINAL_INTERRUPTION]
    assert (found.terminals, found.attested_by, found.late) == (True, None, None)
    assert found.why_not is None


@clause("mbs", "6.1")
def test_what_no_clause_covers_needs_words_and_a_shift_manager() -> None:
    found = offered(opened())[Irregularity.NOT_COVERED]
    assert (found.words, found.attested_by) == (True, Role.SHIFT_MANAGER)
    assert not offered(opened())[Irregularity.FOREIGN_CARD].words


@reading("A-47")
def test_a_card_face_up_in_the_shoe_is_a_matter_for_a_ruling_before_the_first_card() -> None:
    before, after = (offered(e)[Irregularity.FACE_UP_CARD] for e in (closed(), closed("KS")))
    assert (before.remedy, before.clause, before.words) == (Remedy.RULING, "6.1", True)
    assert (after.remedy, after.clause, after.words) == (Remedy.PLAY_ON, "5.6", False)


def test_without_a_policy_for_the_uncovered_a_face_up_card_waits_for_the_first_card() -> None:
    evening = closed()
    face_up = tuple(
        p for p in configuration().policies if p.irregularity is Irregularity.FACE_UP_CARD
    )
    now = evening.table.round_now
    only = replace(now, configuration=replace(now.configuration, policies=face_up))
    (found,) = reportable(replace(evening.table, round=only), configuration())
    assert (found.remedy, found.why_not) == (Remedy.PLAY_ON, WhyNot.NOT_NOW)


@reading("A-43")
def test_a_card_that_is_out_is_named_and_in_the_deal_all_of_them_in_order() -> None:
    what = Irregularity.EXCESS_OR_EXPOSED_CARD
    in_deal, no_card, before = (offered(e)[what] for e in (closed("KS"), closed(), opened()))
    assert (in_deal.cards, in_deal.extra, in_deal.why_not) == (Naming.MUST, Naming.MAY, None)
    assert (no_card.cards, no_card.extra, no_card.why_not) == (Naming.MUST, Naming.MAY, None)
    assert (before.cards, before.extra, before.why_not) == (Naming.NO, Naming.MUST, None)


@reading("A-43")
def test_no_more_cards_can_wait_than_the_next_deal_begins_with() -> None:
    evening = opened()
    for card in ("9H", "9D", "9S", "9C"):
        establish(with_extra_card(evening, card))
    assert offered(evening)[Irregularity.EXCESS_OR_EXPOSED_CARD].why_not is WhyNot.NOT_NOW


@clause("mbs", "5.9")
@reading("A-33")
def test_cards_may_have_been_dealt_while_nothing_was_registered() -> None:
    what = Irregularity.TECHNICAL_INTERRUPTION
    assert offered(closed("KS"))[what].cards is Naming.MAY
    assert offered(betting())[what].cards is Naming.NO
    assert offered(opened())[what].why_not is WhyNot.NO_ROUND_TO_REACH


@reading("A-72")
def test_a_wrong_card_needs_cards_that_are_out() -> None:
    what = Irregularity.WRONG_CARD_REGISTERED
    assert offered(closed("KS"))[what].why_not is None
    assert offered(settled())[what].why_not is None
    assert offered(closed())[what].why_not is WhyNot.NO_CARD_IS_OUT


@reading("A-75")
def test_where_no_card_is_registered_what_is_about_dealt_cards_has_to_name_some() -> None:
    for what in (Irregularity.DEALT_ORDER_LOST, Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN):
        for evening in (betting(), closed()):
            found = offered(evening)[what]
            assert (found.extra, found.why_not) == (Naming.MUST, None)
        assert offered(closed("KS"))[what].extra is Naming.MAY
        assert offered(at_a_virtual_shoe())[what].why_not is WhyNot.NO_CARD_IS_OUT


@reading("A-70")
def test_of_a_virtual_shoe_no_card_comes_but_as_it_was_drawn() -> None:
    found = offered(at_a_virtual_shoe("KS 3D"))
    for what in (Irregularity.WRONG_ORDER, Irregularity.WRONG_CARD_REGISTERED):
        assert (found[what].why_not, found[what].extra) == (WhyNot.AS_DRAWN, Naming.NO)
    assert found[Irregularity.TECHNICAL_INTERRUPTION].why_not is None


def test_without_a_shoe_there_is_no_card_to_be_out() -> None:
    assert void().table.shoe is None
    assert offered(void())[Irregularity.FOREIGN_CARD].extra is Naming.NO


@clause("rws-etg", "5.7")
def test_the_attester_decides_the_order_so_that_the_report_names_none(
    policies: Policies,
) -> None:
    found = offered(with_cards("rws-etg", policies, "KS 3D"))
    unknown = found[Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN]
    assert (unknown.cards, unknown.extra, unknown.why_not) == (Naming.NO, Naming.MAY, None)


@reading("A-29", "A-30")
def test_earlier_rounds_are_offered_with_their_cards_the_newest_first() -> None:
    evening = played(opened(), "KS 3D QH 4C 2D", "KS 3D QH 4C 3C", "KS 3D QH 4C 4D")
    cards = (parse_cards("KS 3D QH 4C 3C"), parse_cards("KS 3D QH 4C 2D"))
    expected = (EarlierRound(2, cards[0]), EarlierRound(1, cards[1]))
    assert earlier_rounds(evening.table) == expected
    found = offered(evening)
    assert found[Irregularity.WRONG_CARD_REGISTERED].late is Late.BY_THE_CARDS
    assert found[Irregularity.WRONG_ORDER].late is Late.RULING
    assert found[Irregularity.FOREIGN_CARD].late is None


def test_only_so_many_earlier_rounds_are_offered() -> None:
    evening = played(opened(), *["KS 3D QH 4C 2D"] * 7)
    past = evening.table.past * 5
    table = replace(evening.table, past=past)
    assert len(earlier_rounds(table)) == EARLIER_SHOWN < len(past)


def test_a_round_is_reported_by_the_document_that_it_was_played_by() -> None:
    other: Configuration = configuration("rws-etg")
    evening = settled()
    table = replace(evening.table, configuration=other)
    found = reportable(table, other)
    assert found[0].clause == "5.9"
    idle = replace(table, phase=Phase.IDLE)
    assert reportable(idle, other)[0].clause == "5.1"
