"""How much a report must know of the time before its period, so that it need not read all of it."""

from collections.abc import Callable, Mapping

from punto.rounds import Phase, Table
from punto.values import Value
from punto.views.reports.endings import oldest_round


class Past(Value):
    """From which states of a table a report may begin."""

    fits: Callable[[Table, Table], bool] | None = None
    """Whether it may begin at a state, given the latest one that is known before its period.

    None if it may begin at any: it needs nothing of the events before.
    """
    is_whole: bool = False
    """Whether it has to begin at the first event."""
    is_of_the_end: bool = False
    """Whether it shows nothing but the end of its period."""


def _knows_rounds(latest: Table, state: Table) -> bool:
    """Every round whose ending may still change was opened later."""
    return state.rounds_count < oldest_round(latest)


def _knows_shoes(latest: Table, state: Table) -> bool:
    """So was the shoe of each of these rounds loaded later, and the one in play."""
    rounds = (each.shoe_number for each in (*latest.past, latest.round) if each is not None)
    shoe = latest.shoes_count + 1 if latest.shoe is None else latest.shoe.number
    return _knows_rounds(latest, state) and state.shoes_count < min((*rounds, shoe))


def _without_matters(latest: Table, state: Table) -> bool:
    """Nothing that was reported earlier is open."""
    del latest
    is_open = state.matter is not None or state.choice is not None or bool(state.waiting)
    return not is_open and state.phase is not Phase.STOPPED


def _without_float(latest: Table, state: Table) -> bool:
    del latest
    return state.chips is None


PASTS: Mapping[str, Past] = {
    "rounds": Past(_knows_rounds),
    "shoes": Past(_knows_shoes),
    "terminals": Past(),
    "dealers": Past(_knows_rounds),
    "shift": Past(_knows_rounds),
    "irregularities": Past(_without_matters),
    "matters": Past(_without_matters),
    "tickets": Past(is_whole=True),  # one of any age may still be out
    "opposite-bets": Past(),
    "incomplete-rounds": Past(is_of_the_end=True),
    "funds-held": Past(is_of_the_end=True),
    "floats": Past(_without_float),
}
"""Of each report, by its name in requests."""
