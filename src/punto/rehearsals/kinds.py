"""All kinds of words that the forms ask for, by name."""

from collections.abc import Mapping
from typing import Final

from punto.rehearsals import list_kinds, name_kinds, value_kinds, vocabulary
from punto.rehearsals.cursors import Kind

KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for module in (name_kinds, value_kinds, list_kinds, vocabulary)
    for kind in vars(module).values()
    if isinstance(kind, Kind)
}
