"""Names that derive from the class of a message, for a table and for the floor alike."""

import re
from typing import Literal, NamedTuple, get_args

Screen = Literal["terminal", "console", "pit"]
"""The screens from which people send commands."""

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


def snake(kind: type) -> str:
    """The name of a class in small letters, its words joined by underscores."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", kind.__name__).lower()


def stored_name(group: str, kind: type) -> str:
    """The name of an event in the record and on screens, such as ``shoe.cards_burned``.

    A name is never given to another event. A changed form gets the next version and an upcaster.
    """
    return f"{group}.{snake(kind).removeprefix(f'{group}_')}"


def members(*unions: object) -> tuple[type, ...]:
    """The classes of these unions, each once."""
    return tuple(dict.fromkeys(kind for union in unions for kind in get_args(union)))
