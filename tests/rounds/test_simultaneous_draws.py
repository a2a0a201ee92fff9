"""Cards drawn together: the report names them, and no other card changes places."""

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.configuration import CardSource
from punto.rounds.dealing.commands import CardOrigin, DealCard
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.irregularity.events import IrregularityReported, RoundVoided
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.refusals import CardsCannotBe, CardsMissing
from punto.rounds.phases import Phase
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import parse_cards
from punto.values.structures import replace
from support.rounds.evening import SHIFT_MANAGER, SUPERVISOR, Evening, betting, opened
from support.rounds.live import closed as closed_live
from support.rounds.matters import Policies, config_for, report, settled, with_cards

clause = pytest.mark.clause
reading = pytest.mark.reading

UNKNOWN = Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN
KNOWN = Irregularity.SIMULTANEOUS_DRAW
WRONG_AREA = Irregularity.WRONG_AREA


def told(
    what: Irregularity, together: str = "", cards: str | None = None, extra: str = ""
) -> ReportIrregularity:
    """Return a report, which may name the cards that were drawn together."""
    return replace(report(what, cards, extra), together=parse_cards(together))


def together_in(evening: Evening) -> str:
    """Return the cards that were drawn together according to the last report."""
    fact = evening.record.events[-1].fact
    assert isinstance(fact, IrregularityReported)
    return " ".join(str(card) for card in fact.together)


@clause("rws-etg", "5.7")
@reading("A-45", "A-76")
def test_three_cards_drawn_together_of_which_two_are_read_are_put_in_any_order(
    policies: Policies,
) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D QH")
    evening.do(told(UNKNOWN, "3D QH 4C", extra="4C"))
    for moved in ("3D KS 4C QH", "4C 3D QH KS"):
        refusal = evening.refused(Attest(parse_cards(moved)), SUPERVISOR)
        others = ExpectedCards.TOGETHER_IN_ANOTHER_ORDER
        assert refusal == CardsCannotBe(parse_cards(moved), others)
    evening.do(Attest(parse_cards("KS 4C 3D QH")), SUPERVISOR)
    assert evening.table.round_now.cards == parse_cards("KS 4C 3D QH")


@clause("rws-live", "5.10")
@reading("A-45", "A-76")
def test_at_a_live_table_too_no_other_card_changes_places() -> None:
    evening = closed_live()
    evening.deal("KS 3D QH")
    evening.do(told(UNKNOWN, "3D QH 4C", extra="4C"))
    refusal = evening.refused(Attest(parse_cards("3D KS QH 4C")), SUPERVISOR)
    assert isinstance(refusal, CardsCannotBe)
    assert "L 5.10" in refusal.sentence
    evening.do(Attest(parse_cards("KS 4C 3D QH")), SUPERVISOR)
    assert (evening.phase(), evening.table.round_now.cards) == (
        Phase.CHOOSING,
        parse_cards("KS 4C 3D QH"),
    )


@clause("rws-etg", "5.7")
@reading("A-76")
def test_a_ruling_that_establishes_the_draw_moves_no_other_card_either(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D QH")
    evening.do(told(UNKNOWN, "3D QH"))
    evening.do(Decline("one after the other"), SUPERVISOR)
    moved = Rule(Verdict.ESTABLISHED, "so it was", cards=parse_cards("QH 3D KS"))
    assert isinstance(evening.refused(moved, SHIFT_MANAGER), CardsCannotBe)
    evening.do(replace(moved, cards=parse_cards("KS QH 3D")), SHIFT_MANAGER)
    assert evening.table.round_now.cards == parse_cards("KS QH 3D")


@clause("rws-etg", "5.7")
@reading("A-76")
def test_of_equal_cards_the_later_one_was_drawn_together(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D KS")
    evening.do(told(UNKNOWN, "KS 3D"))
    assert isinstance(evening.refused(Attest(parse_cards("3D KS KS")), SUPERVISOR), CardsCannotBe)
    evening.do(Attest(parse_cards("KS KS 3D")), SUPERVISOR)
    assert evening.table.round_now.cards == parse_cards("KS KS 3D")


@clause("rws-etg", "5.7")
@reading("A-76")
@pytest.mark.parametrize(
    ("cards", "extra", "meant"),
    [
        ("KS 3D QH", "", "3D QH"),
        ("KS 3D", "QH", "3D QH"),
        ("KS 3D", "QH 4C", "3D QH 4C"),
        ("", "QH 4C", "QH 4C"),
    ],
)
def test_a_report_that_does_not_say_which_means_the_last_cards(
    policies: Policies, cards: str, extra: str, meant: str
) -> None:
    evening = with_cards("rws-etg", policies, cards)
    evening.do(told(UNKNOWN, extra=extra))
    assert together_in(evening) == meant


@clause("rws-etg", "5.7")
@clause("mbs", "5.8")
@reading("A-45", "A-76")
@pytest.mark.parametrize("document", ["rws-etg", "mbs"])
def test_a_report_of_a_known_order_means_the_cards_that_it_moves(
    policies: Policies, document: str
) -> None:
    evening = with_cards(document, policies, "KS 3D QH")
    others = ExpectedCards.TOGETHER_IN_ANOTHER_ORDER
    moved = CardsCannotBe(parse_cards("3D KS QH"), others)
    assert evening.refused(told(KNOWN, "3D QH", "3D KS QH")) == moved
    before = evening.record
    evening.do(told(KNOWN, "", "KS 3D QH"))
    assert together_in(evening) == "3D QH"
    evening.record = before
    evening.do(told(KNOWN, "", "3D KS QH"))
    assert together_in(evening) == "KS 3D"
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.cards == parse_cards("3D KS QH")


@reading("A-76")
@pytest.mark.parametrize("document", ["rws-etg", "mbs"])
@pytest.mark.parametrize("together", ["KS", "KS 4C", "KS KS"])
def test_drawn_together_are_two_or_more_of_the_cards_that_are_out(
    policies: Policies, document: str, together: str
) -> None:
    evening = with_cards(document, policies, "KS 3D QH")
    expected = CardsCannotBe(parse_cards(together), ExpectedCards.TWO_OR_MORE_TOGETHER)
    assert evening.refused(told(UNKNOWN, together)) == expected


@reading("A-76")
def test_one_card_alone_was_not_drawn_together_with_another(policies: Policies) -> None:
    expected = CardsCannotBe(parse_cards("KS"), ExpectedCards.TWO_OR_MORE_TOGETHER)
    idle = opened(config_for("rws-etg", policies))
    for evening in (idle, settled("rws-etg", policies)):
        assert evening.refused(told(UNKNOWN, extra="KS")) == expected


@reading("A-76")
def test_only_a_report_of_cards_drawn_together_says_which(policies: Policies) -> None:
    evening = settled("rws-etg", policies)
    wish = told(Irregularity.FOREIGN_CARD, "KS 3D")
    none = CardsCannotBe(parse_cards("KS 3D"), ExpectedCards.NONE_TOGETHER)
    assert evening.refused(wish) == none
    evening.do(OpenBets())
    evening.play("KS 3D QH 4C 2D")
    assert evening.refused(replace(told(UNKNOWN, "KS 3D"), round_number=1)) == none


@clause("mbs", "5.8.1")
@reading("A-45", "A-76")
def test_an_unknown_order_voids_whichever_cards_it_was(policies: Policies) -> None:
    for together in ("", "KS 3D"):
        evening = with_cards("mbs", policies, "KS 3D QH")
        evening.do(told(UNKNOWN, together))
        assert together_in(evening) == together
        assert isinstance(evening.do(Attest(), SUPERVISOR)[0], RoundVoided)


@clause("rws-etg", "5.5")
@reading("A-44", "A-76")
def test_a_misplaced_card_does_not_change_the_order_that_the_shoe_has_read(
    policies: Policies,
) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D QH")
    read = ExpectedCards.AS_READ
    for order in ("3D KS QH", "QH KS 3D"):
        wish = report(WRONG_AREA, order)
        assert evening.refused(wish) == CardsCannotBe(parse_cards(order), read)
    with_extra = report(WRONG_AREA, "KS QH 3D 4C", "4C")
    assert evening.refused(with_extra) == CardsCannotBe(parse_cards("KS QH 3D 4C"), read)
    evening.do(report(WRONG_AREA))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.cards == parse_cards("KS 3D QH")
    evening.do(report(WRONG_AREA, "KS 3D QH 4C", "4C"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.cards == parse_cards("KS 3D QH 4C")


@clause("rws-live", "5.8", "5.8.1", "5.8.2")
@reading("A-44", "A-76")
@pytest.mark.parametrize("what", [WRONG_AREA, Irregularity.WRONG_PERSON])
def test_a_misplaced_card_at_a_live_table_does_not_either(what: Irregularity) -> None:
    evening = closed_live()
    evening.deal("KS 3D")
    wish = CardsCannotBe(parse_cards("3D KS"), ExpectedCards.AS_READ)
    assert evening.refused(report(what, "3D KS")) == wish
    evening.do(report(what))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.cards == parse_cards("KS 3D")


@clause("rws-etg", "5.5")
@reading("A-44")
def test_what_was_keyed_from_the_wrong_place_is_put_into_the_order_of_the_draw(
    policies: Policies,
) -> None:
    config = replace(config_for("rws-etg", policies), source=CardSource.KEYED_SHOE)
    evening = betting(config)
    evening.close()
    for card in parse_cards("KS 3D"):
        evening.do(DealCard(card, CardOrigin.KEYED, confirmed=True))
    assert evening.refused(report(WRONG_AREA)) == CardsMissing(WRONG_AREA, "5.5")
    evening.do(report(WRONG_AREA, "3D KS"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.cards == parse_cards("3D KS")


@reading("A-44")
def test_before_the_first_card_none_is_misplaced(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "")
    assert evening.refused(report(WRONG_AREA)) == CardsMissing(WRONG_AREA, "5.5")
