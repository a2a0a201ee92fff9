"""A module is named after what it holds, not after what it does."""

from support.architecture.sources import SOURCES, name_of

DOES = ("ing", "ed")
NOUNS = {"bookkeeping", "floor_feed", "seating"}
"""Nouns that only end like a participle."""
NOT_YET = {"decided", "reporting"}
"""Names that are not nouns yet. The list may only shrink."""


def test_a_module_is_named_by_a_noun() -> None:
    found = {path.stem for path in SOURCES if path.stem.endswith(DOES)}
    assert found - NOUNS == NOT_YET, [name_of(path) for path in SOURCES if path.stem in found]
