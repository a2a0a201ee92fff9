"""The smaller buttons of the console: those steps that would be accepted now."""

from punto.rounds.shoe.commands import NoteCutCard
from punto.rounds.table.commands import AnnounceLastRound
from punto.views.screens.console import SideStep, side_steps
from support.rounds.evening import Evening
from support.rounds.live import live_betting, live_opened
from support.views.screens.stages import (
    STAGES,
    at_a_shuffler,
    betting,
    closed,
    configured,
    opened,
    settled,
)


def steps(evening: Evening) -> set[SideStep]:
    return set(side_steps(evening.table))


def test_the_shoe_is_seen_to_between_rounds() -> None:
    shoe = {SideStep("CountCards"), SideStep("RetireShoe"), SideStep("NoteCutCard")}
    table = {SideStep("ChangeDealer"), SideStep("CloseTable")}
    assert steps(opened()) == shoe | table
    assert steps(settled()) == shoe | table


def test_in_a_round_only_the_cut_card_and_the_dealer() -> None:
    assert steps(betting()) == {SideStep("NoteCutCard"), SideStep("ChangeDealer")}
    assert steps(closed("KS")) == {SideStep("NoteCutCard"), SideStep("ChangeDealer")}


def test_the_cut_card_comes_once() -> None:
    evening = opened()
    evening.do(NoteCutCard())
    assert SideStep("NoteCutCard") not in steps(evening)


def test_a_shuffler_has_neither_cut_card_nor_count_and_may_restart_its_roads() -> None:
    found = steps(at_a_shuffler())
    assert SideStep("RestartRoads") in found
    assert not found & {SideStep("NoteCutCard"), SideStep("CountCards")}


def test_nothing_at_a_closed_table_and_the_same_as_in_a_round_while_a_matter_is_open() -> None:
    assert steps(configured()) == set()
    found = steps(STAGES["dealing stopped"]())
    assert found == {SideStep("NoteCutCard"), SideStep("ChangeDealer")}


def test_the_last_round_of_a_live_table_is_announced_once_also_while_a_round_is_played() -> None:
    assert SideStep("AnnounceLastRound") in steps(live_betting())
    evening = live_opened()
    assert SideStep("AnnounceLastRound") in steps(evening)
    evening.do(AnnounceLastRound())
    assert SideStep("AnnounceLastRound") not in steps(evening)
