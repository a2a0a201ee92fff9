"""The names of facts in the record, with the version of their present form."""

from collections.abc import Mapping

from punto.identity import EVENTS as FLOOR_EVENTS
from punto.rounds import EVENTS as TABLE_EVENTS

Names = Mapping[type, tuple[str, int]]

TABLE_FACTS: Names = {kind: (row.name, row.version) for kind, row in TABLE_EVENTS.items()}
FLOOR_FACTS: Names = {kind: (row.name, row.version) for kind, row in FLOOR_EVENTS.items()}
