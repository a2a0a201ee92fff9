"""The announcement of events in the pit, for a table and for the floor alike."""

from typing import Literal, NamedTuple

Topic = Literal[
    "irregularity",
    "money",
    "ticket",
    "round",
    "shoe",
    "table",
    "terminal",
    "connection",
    "people",
]
Severity = Literal["grave", "notable", "routine"]


class News(NamedTuple):
    """The announcement of an event in the pit: a title, its topic, and its severity."""

    title: str
    topic: Topic
    severity: Severity
