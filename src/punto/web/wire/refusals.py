"""Refusals as screens get them: a code, the data, and a sentence in English."""

import re
from collections.abc import Mapping
from typing import Any, Protocol, get_args

import msgspec

from punto.identity import Refusal as FloorRefusal
from punto.rounds import Refusal
from punto.web.wire.forms import form_of

_CLAUSE = re.compile(r"\b(?:[RLM] \d+(?:\.\d+)*|A-\d+)\b")

REFUSALS: Mapping[str, type] = {
    kind.__name__: kind for kind in (*get_args(Refusal), *get_args(FloorRefusal))
}
"""All refusals of tables and of the floor."""


class Refused(Protocol):
    """Any refusal, of a table or of the floor."""

    @property
    def sentence(self) -> str: ...


class RefusalTold(msgspec.Struct, frozen=True):
    """Why a command was not carried out."""

    code: str
    """The name of the refusal; stable, so that a screen can translate it."""
    sentence: str
    clauses: tuple[str, ...]
    fields: dict[str, Any]


def refusal_told(refusal: Refused) -> RefusalTold:
    """Convert a refusal with all its data."""
    return RefusalTold(
        type(refusal).__name__,
        refusal.sentence,
        tuple(dict.fromkeys(_CLAUSE.findall(refusal.sentence))),
        msgspec.to_builtins(form_of(type(refusal)).out(refusal)),
    )


REFUSAL_FIELDS = msgspec.defstruct(
    "RefusalFields",
    [(code, form_of(kind).wire) for code, kind in sorted(REFUSALS.items())],
    module=__name__,
)
"""For the schema: the data that comes with each code."""
