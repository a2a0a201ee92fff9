"""The names of events, refusals and structures in the record, with their present version.

`values/stored_names.py` derives the name of an event from its class.
"""

from collections.abc import Mapping
from typing import get_args

from punto.identity import EVENTS as FLOOR_EVENTS
from punto.identity import Refusal as FloorRefusal
from punto.rounds import EVENTS as TABLE_EVENTS
from punto.rounds import Configuration, Patron, Round, Timer, TrayCannotPay
from punto.rounds import Refusal as TableRefusal
from punto.rules import Actor, Bet, BetRefusal, BetResult, PayRow, TermsRefusal
from punto.values import snake

_Names = Mapping[type, tuple[str, int]]

TABLE_FACTS: _Names = {kind: (row.name, row.version) for kind, row in TABLE_EVENTS.items()}
FLOOR_FACTS: _Names = {kind: (row.name, row.version) for kind, row in FLOOR_EVENTS.items()}


VERSIONS: Mapping[type, int] = {TrayCannotPay: 2}
"""The refusals whose form has changed, each with the version of its present one."""

REFUSALS: Mapping[type, tuple[str, int]] = {
    kind: (snake(kind), VERSIONS.get(kind, 1))
    for union in (TableRefusal, FloorRefusal, BetRefusal, TermsRefusal)
    for kind in get_args(union)
}


TAGS: Mapping[type, str] = {
    Actor: "actor",
    Patron: "patron",
    Timer: "timer",
    **{kind: name for kind, (name, _) in REFUSALS.items()},
}
"""The tag of a structure where several kinds may stand."""

SHARED_IN_EVENTS: Mapping[type, str] = {PayRow: "pay_row", Bet: "bet"}
"""A settlement names the same few pay rows for thousands of bets."""

SHARED_IN_SNAPSHOTS: Mapping[type, str] = {
    **SHARED_IN_EVENTS,
    Configuration: "configuration",
    BetResult: "bet_result",
    Round: "round",
}
"""A table keeps hundreds of rounds, each with the whole configuration it was played under.

Its previous state holds nearly the same rounds.
"""
