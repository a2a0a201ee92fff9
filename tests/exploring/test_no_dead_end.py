"""From every state that a table can come to, somebody can end the round."""

from functools import cache

import pytest

from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.phases import Phase
from support.exploring.explorer import ENDED, Explored, explore
from support.rounds.evening import configuration

pytestmark = pytest.mark.no_cover

GAMES = {"rws-etg": "rws-etg", "mbs": "mbs-tiger"}


@cache
def explored(document: str) -> Explored:
    return explore(configuration(GAMES[document]))


@pytest.mark.parametrize("document", GAMES)
def test_every_phase_is_reached(document: str) -> None:
    # Patrons choose at a live table only.
    assert explored(document).phases == set(Phase) - {Phase.CHOOSING}


@pytest.mark.reading("A-36")
@pytest.mark.parametrize("document", GAMES)
def test_from_every_state_the_round_can_be_ended(document: str) -> None:
    found = explored(document)
    ended = {key for key, table in found.states.items() if table.phase in ENDED}
    assert set(found.states) - found.that_can_reach(ended) == set()


@pytest.mark.parametrize("document", GAMES)
def test_from_every_state_the_next_round_can_begin(document: str) -> None:
    found = explored(document)
    betting = {key for key, table in found.states.items() if table.phase is Phase.BETTING}
    assert set(found.states) - found.that_can_reach(betting) == set()


@pytest.mark.parametrize("document", GAMES)
def test_every_irregularity_of_the_document_can_be_reported(document: str) -> None:
    reported = {
        step.wish.irregularity
        for step in explored(document).steps
        if isinstance(step.wish, ReportIrregularity)
    }
    policies = configuration(GAMES[document]).policies
    assert reported == {policy.irregularity for policy in policies}


@pytest.mark.parametrize("document", GAMES)
def test_an_open_matter_can_always_be_decided_by_the_shift_manager(document: str) -> None:
    found = explored(document)
    frozen = {k for k, table in found.states.items() if table.phase is Phase.AWAITING_RULING}
    decided = {step.before for step in found.steps if found.states[step.after].matter is None}
    declined = {
        step.before
        for step in found.steps
        if found.states[step.after].matter is not None and step.after in decided
    }
    assert frozen - decided - declined == set()
