"""How much a report must know of the time before its period, so as not to read all of it."""

from collections.abc import Callable, Mapping

from punto.rounds import Phase, Table
from punto.values import Value
from punto.views.reports.endings import oldest_round


class Past(Value):
    """The condition on a table's state under which a report may begin there."""

    fits: Callable[[Table, Table], bool] | None = None
    """Whether it may begin at a state, given the latest one that is known before its period.

    None if it may begin at any: it needs nothing of the events before.
    """
    is_whole: bool = False
    """Whether it has to begin at the first event."""
    is_of_the_end: bool = False
    """Whether it shows nothing but the end of its period."""


def _knows_rounds(latest: Table, state: Table) -> bool:
    """Return whether every round whose ending may still change was opened after the state."""
    return state.rounds_count < oldest_round(latest)


def _knows_shoes(latest: Table, state: Table) -> bool:
    """Return whether the same holds for the shoes of these rounds, and for the one in play."""
    rounds = (each.shoe_number for each in (*latest.past, latest.round) if each is not None)
    shoe = latest.shoes_count + 1 if latest.shoe is None else latest.shoe.number
    return _knows_rounds(latest, state) and state.shoes_count < min((*rounds, shoe))


def _without_matters(latest: Table, state: Table) -> bool:
    """Return whether no earlier report is still open."""
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
    "tickets": Past(is_whole=True),  # a ticket of any age may still be outstanding
    "opposite-bets": Past(),
    "incomplete-rounds": Past(is_of_the_end=True),
    "funds-held": Past(is_of_the_end=True),
    "floats": Past(_without_float),
}
"""Of each report, by its name in requests."""
