"""The names of structures inside of bodies: where one of several may stand, or what is shared."""

from collections.abc import Mapping

from punto.rounds.commands import Patron, Timer
from punto.rounds.configuration import Configuration
from punto.rounds.state import Round
from punto.rules.games import Bet
from punto.rules.pay_tables import PayRow
from punto.rules.roles import Actor
from punto.rules.settlement import BetResult
from punto.storage.codec.refusal_names import REFUSALS

TAGS: Mapping[type, str] = {
    Actor: "actor",
    Patron: "patron",
    Timer: "timer",
    **{kind: name for kind, (name, _) in REFUSALS.items()},
}
"""What a structure calls itself where it is one of several kinds."""

SHARED_IN_EVENTS: Mapping[type, str] = {PayRow: "pay_row", Bet: "bet"}
"""A settlement names the same few pay rows for thousands of bets."""

SHARED_IN_SNAPSHOTS: Mapping[type, str] = {
    **SHARED_IN_EVENTS,
    Configuration: "configuration",
    BetResult: "bet_result",
    Round: "round",
}
"""And a table keeps hundreds of rounds, each with the whole configuration it was played by.

A table of a moment before has nearly the same rounds.
"""
