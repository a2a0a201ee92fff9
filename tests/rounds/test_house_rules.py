"""A document that says less than the shipped ones, or something else."""

import pytest

from punto.bootstrap.table_setup import HOUSE, HOUSE_POLICIES
from punto.rounds.betting.commands import OpenBets
from punto.rounds.irregularity.commands import Attest, Rule, Verdict
from punto.rounds.irregularity.events import IrregularityReported, PlayResumed
from punto.rounds.irregularity.refusals import NotInThisDocument
from punto.rounds.phases import Phase
from punto.rounds.table.commands import CloseTable, ConfigureTable, OpenTable
from punto.rules.irregularity_policies import Irregularity, Policy, Remedy
from punto.rules.roles import Role
from punto.values import replace
from punto.values.ids import Instant
from support.rounds.evening import (
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    Evening,
    betting,
    configuration,
    opened,
)
from support.rounds.matters import Policies, config_for, report, settled, with_cards

reading = pytest.mark.reading

FACE_UP = Irregularity.FACE_UP_CARD
PLAY_ON = Policy(
    FACE_UP,
    "9.9",
    Remedy.PLAY_ON,
    Role.PIT_SUPERVISOR,
    withdraws_shoe=False,
    reaches_settled=False,
)


def without(policies: tuple[Policy, ...], what: Irregularity) -> tuple[Policy, ...]:
    return tuple(policy for policy in policies if policy.irregularity is not what)


def test_what_happens_under_a_houses_own_document_rests_on_house_rules() -> None:
    house = replace(configuration(), document=HOUSE, policies=HOUSE_POLICIES)
    evening = betting(house)
    evening.bet(T1, banker=100)
    evening.play("KS 3D QH 4C 2D")  # the fifth card by the Table of Play
    assert {event.clause for event in evening.record.events} == {"house rules"}


@reading("A-37")
def test_a_clause_that_plays_on_gives_betting_time_back_too() -> None:
    config = replace(configuration(), policies=(*HOUSE_POLICIES, PLAY_ON))
    evening = betting(config)
    evening.do(report(FACE_UP))
    evening.now += 3_000
    # Opened at 1,000 for 20,000, and stopped for 3,000.
    assert evening.do(Attest(), SUPERVISOR) == (PlayResumed(Instant(24_000)),)
    assert evening.record.events[-1].clause == "9.9"


@reading("A-47")
def test_a_clause_that_points_to_one_that_the_document_lacks_says_nothing() -> None:
    points = replace(PLAY_ON, before_first_card=Irregularity.SHORTAGE)
    evening = betting(replace(configuration(), policies=(*HOUSE_POLICIES, points)))
    assert evening.refused(report(FACE_UP)) == NotInThisDocument(FACE_UP)


@pytest.mark.clause("mbs", "5.6", "6.1")
@reading("A-47")
def test_a_face_up_card_before_the_first_one_is_still_called_so(policies: Policies) -> None:
    evening = betting(config_for("mbs", policies))
    (told,) = evening.do(report(FACE_UP))
    assert isinstance(told, IrregularityReported)
    assert (told.policy.irregularity, told.policy.clause) == (FACE_UP, "6.1")


def configured_again(evening: Evening, policies: tuple[Policy, ...]) -> None:
    """Close the table, and open it again under another document."""
    evening.do(CloseTable(), SUPERVISOR)
    evening.do(ConfigureTable(replace(configuration(), policies=policies)), PIT_MANAGER)
    evening.do(OpenTable())


@reading("A-64")
def test_after_a_void_round_the_rules_are_those_of_the_table(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "4D KS")
    evening.do(report(Irregularity.NOT_COVERED))
    evening.do(Rule(Verdict.VOID, "a fight"), SHIFT_MANAGER)
    configured_again(evening, policies["mbs"])
    assert evening.phase() is Phase.IDLE
    (told,) = evening.do(report(Irregularity.NOT_COVERED))
    assert isinstance(told, IrregularityReported)
    assert told.policy.clause == "6.1"


@reading("A-64")
def test_a_round_that_never_was_is_judged_by_the_rules_of_the_table(policies: Policies) -> None:
    wrong_area = Irregularity.WRONG_AREA
    evening = settled("rws-etg", policies)
    configured_again(evening, without(policies["mbs"], wrong_area))
    evening.do(OpenBets())
    assert evening.refused(report(wrong_area, earlier=0)) == NotInThisDocument(wrong_area)


def test_play_that_goes_on_before_the_first_round_has_no_betting_time(policies: Policies) -> None:
    evening = opened(config_for("mbs", policies))
    evening.do(report(Irregularity.NOT_COVERED))
    _, resumed = evening.do(Rule(Verdict.GOES_ON, "no harm"), SHIFT_MANAGER)
    assert resumed == PlayResumed(Instant(0))
