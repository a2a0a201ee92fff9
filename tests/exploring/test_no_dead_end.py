"""From every state that a table can reach, people can end the round."""

import pytest

from punto.rounds.boxes.events import (
    HandsLaid,
    OptionChosen,
    OptionsClosed,
    OptionsOffered,
)
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.phases import Phase
from support.exploring.explorer import (
    ENDED,
    Explored,
    electronic_tries,
    explore,
    key_with_tray,
    live_tries,
    place_of,
    tray_tries,
)
from support.rounds.evening import configuration, opened
from support.rounds.live import live_configuration, live_opened

GAMES = {"rws-etg": "rws-etg", "mbs": "mbs-tiger", "rws-live": "rws-live"}
LIVE = "rws-live"


# With the scope of a module the tests of one document follow each other, in one process.
@pytest.fixture(scope="module", params=GAMES)
def document(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def found(document: str) -> Explored:
    if document == LIVE:
        return explore(live_opened().table, live_tries, place=place_of)
    return explore(opened(configuration(GAMES[document])).table, electronic_tries)


@pytest.fixture(scope="module")
def found_tray() -> Explored:
    return explore(live_opened().table, tray_tries, key_with_tray)


def test_every_phase_is_reached(document: str, found: Explored) -> None:
    # Patrons choose at a live table only, and terminals freeze at others.
    elsewhere = Phase.CLOSING if document == LIVE else Phase.CHOOSING
    assert found.phases == set(Phase) - {elsewhere}


@pytest.mark.reading("A-36")
def test_from_every_state_the_round_can_be_ended(found: Explored) -> None:
    ended = {key for key, table in found.states.items() if table.phase in ENDED}
    assert set(found.states) - found.that_can_reach(ended) == set()


def test_from_every_state_the_next_round_can_begin(found: Explored) -> None:
    betting = {key for key, table in found.states.items() if table.phase is Phase.BETTING}
    assert set(found.states) - found.that_can_reach(betting) == set()


def test_every_irregularity_of_the_document_can_be_reported(document: str, found: Explored) -> None:
    reported = {
        step.wish.irregularity for step in found.steps if isinstance(step.wish, ReportIrregularity)
    }
    config = live_configuration() if document == LIVE else configuration(GAMES[document])
    policies = config.policies
    assert reported == {policy.irregularity for policy in policies}


def test_an_open_matter_can_always_be_decided_by_the_shift_manager(found: Explored) -> None:
    frozen = {k for k, table in found.states.items() if table.phase is Phase.STOPPED}
    decided = {step.before for step in found.steps if found.states[step.after].matter is None}
    declined = {
        step.before
        for step in found.steps
        if found.states[step.after].matter is not None and step.after in decided
    }
    assert frozen - decided - declined == set()


def test_from_every_state_of_a_tray_its_papers_can_be_completed_and_it_can_be_closed(
    found_tray: Explored,
) -> None:
    done = {
        key
        for key, table in found_tray.states.items()
        if table.tray is None and not table.papers.slips and table.papers.first_count is None
    }
    assert len(done) < len(found_tray.states)
    assert set(found_tray.states) - found_tray.that_can_reach(done) == set()


def test_from_every_state_of_a_tray_the_next_round_can_begin(
    found_tray: Explored,
) -> None:
    betting = {key for key, table in found_tray.states.items() if table.phase is Phase.BETTING}
    assert set(found_tray.states) - found_tray.that_can_reach(betting) == set()


def test_hands_as_they_lie_and_each_choice_are_explored_at_a_live_table_only(
    document: str, found: Explored
) -> None:
    facts = {type(fact) for step in found.steps for fact in step.facts}
    choices = {HandsLaid, OptionsOffered, OptionChosen, OptionsClosed}
    assert facts & choices == (choices if document == LIVE else set())
