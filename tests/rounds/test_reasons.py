"""A reason that consists of blanks counts as missing."""

import pytest

from punto.rounds.adjustment.commands import AskAdjustment
from punto.rounds.betting.commands import OpenBets
from punto.rounds.command_names import WishName, wish_name
from punto.rounds.command_refusals import ReasonMissing
from punto.rounds.irregularity.commands import Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.shoe.commands import RetireShoe
from punto.rounds.table.commands import DisableTerminal
from punto.rules.irregularity_policies import Irregularity
from punto.values.money import dollars
from support.rounds.evening import SHIFT_MANAGER, SUPERVISOR, T1, opened
from support.rounds.matters import GAMES, Policies, report, settled, with_cards

BLANKS = ("", "  ", "\t\n")


@pytest.mark.parametrize("blank", BLANKS)
def test_what_needs_a_reason_is_not_done_for_blanks(blank: str) -> None:
    evening = opened()
    for wish in (
        AskAdjustment(T1, dollars(5), blank),
        DisableTerminal(T1, blank),
        RetireShoe(blank),
    ):
        assert evening.refused(wish, SUPERVISOR) == ReasonMissing(wish_name(wish))


@pytest.mark.parametrize("blank", BLANKS)
def test_nothing_is_denied_or_ruled_in_blanks(policies: Policies, blank: str) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    evening.do(report(Irregularity.FOREIGN_CARD))
    assert evening.refused(Decline(blank), SUPERVISOR) == ReasonMissing(WishName("Decline"))
    evening.do(Decline("it is ours"), SUPERVISOR)
    ruling = Rule(Verdict.VOID, blank)
    assert evening.refused(ruling, SHIFT_MANAGER) == ReasonMissing(WishName("Rule"))


@pytest.mark.clause("rws-etg", "5.12")
@pytest.mark.clause("mbs", "6.1")
@pytest.mark.reading("A-65")
@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("document", GAMES)
def test_what_no_clause_describes_is_described_by_its_reporter(
    policies: Policies, document: str, blank: str
) -> None:
    missing = ReasonMissing(WishName("ReportIrregularity"))
    evening = with_cards(document, policies, "4D KS")
    assert evening.refused(ReportIrregularity(Irregularity.NOT_COVERED, blank)) == missing
    late = settled(document, policies)
    late.do(OpenBets())
    wish = ReportIrregularity(Irregularity.NOT_COVERED, blank, round_number=1)
    assert late.refused(wish) == missing
    # The clause itself says what happened.
    evening.do(ReportIrregularity(Irregularity.FOREIGN_CARD, blank))
