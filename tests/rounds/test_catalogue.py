"""The rows of the messages, compared with the unions of their classes."""

from typing import get_args

import pytest

from punto.identity import messages as floor
from punto.identity.messages import Fact as FloorFact
from punto.identity.messages import Wish as FloorWish
from punto.rounds import catalogue as table
from punto.rounds.commands import Wish
from punto.rounds.events import Fact
from punto.values.structures import field_names


def test_every_command_and_every_event_has_one_row() -> None:
    assert set(table.COMMANDS) == set(get_args(Wish))
    assert set(table.EVENTS) == set(get_args(Fact))
    assert set(floor.PIT_WISHES) < set(get_args(FloorWish))
    assert set(floor.EVENTS) == set(get_args(FloorFact))


def test_what_a_terminal_alone_can_say_names_the_terminal() -> None:
    own = [kind for kind, row in table.COMMANDS.items() if row.role is None]
    assert all("terminal" in field_names(kind) for kind in own)


@pytest.mark.parametrize("kind", [k for k, row in table.EVENTS.items() if row.moves is not None])
def test_an_event_that_moves_an_amount_names_it_and_the_terminal(kind: type) -> None:
    assert {"terminal", "amount"} <= set(field_names(kind))


def test_no_two_events_share_a_name() -> None:
    names = [row.name for row in table.EVENTS.values()]
    names += [row.name for row in floor.EVENTS.values()]
    assert len(set(names)) == len(names)
