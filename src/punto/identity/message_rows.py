"""The row that declares an event of the floor, beside its class."""

from typing import NamedTuple

from punto.rules import News
from punto.values import stored_name


class FloorFactRow(NamedTuple):
    """The title of an event for the pit, and the reading that it rests on."""

    kind: type
    news: News
    clause: str = ""
    """Empty where the rule documents are silent: who is enrolled is the House's own affair."""
    version: int = 1
    """The version of its stored form."""

    @property
    def name(self) -> str:
        """The name in the record."""
        return stored_name("floor", self.kind)
