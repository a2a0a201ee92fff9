"""What a feed works out anew, and for whom."""

import json
from collections.abc import Callable

import pytest

from punto.values.ids import Instant
from punto.views.terminal import terminal_view
from punto.views.watching import Watched, watch
from punto.web.screens.audiences import OfDisplay, OfTerminal
from punto.web.screens.feeds import OF_NO_TERMINAL, TableFeed
from punto.web.screens.screen import Screen
from rounds.evening import T1, Evening
from views.screens.stages import opened, played, settled


def two_rounds() -> Evening:
    return played(opened(), "KS 3D QH 4C 2D", "9S 9D 9H 9C")


EVENINGS: dict[str, Callable[[], Evening]] = {"settled": settled, "two rounds": two_rounds}
NOW = Instant(1_000)


@pytest.mark.parametrize("name", EVENINGS)
def test_a_card_changes_the_own_part_of_no_terminal(name: str) -> None:
    evening = EVENINGS[name]()
    watched, seen_count = Watched(), 0
    for event in evening.record.events:
        after = watch(watched, event)
        if isinstance(event.fact, OF_NO_TERMINAL):
            seen_count += 1
            for terminal in after.table.seats:
                assert terminal_view(after, terminal) == terminal_view(watched, terminal)
        watched = after
    assert seen_count >= 4


def test_what_was_dealt_leaves_without_an_own_part_and_what_was_settled_with_it() -> None:
    events = settled().record.events
    first_card = next(n for n, each in enumerate(events) if isinstance(each.fact, OF_NO_TERMINAL))
    feed, patron, display = TableFeed(), Screen(OfTerminal(T1)), Screen(OfDisplay())
    feed.begin(list(enumerate(events[:first_card], 1)))
    for screen in (patron, display):
        feed.join(screen)
        screen.take(NOW)
    feed.take(first_card + 1, events[first_card : first_card + 1])
    message = patron.take(NOW)
    assert message is not None
    assert set(json.loads(message)) == {"say", "now", "version", "public"}
    feed.take(first_card + 2, events[first_card + 1 :])
    message = patron.take(NOW)
    assert message is not None
    told = json.loads(message)
    assert told["private"]["last_round"] is not None
    assert told["version"] == len(events)
