"""Tags of structures in bodies: members of unions, and shared values."""

from collections.abc import Mapping

from punto.rounds import Configuration, Patron, Round, Timer
from punto.rules import Actor, Bet, BetResult, PayRow
from punto.storage.codec.refusal_names import REFUSALS

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
