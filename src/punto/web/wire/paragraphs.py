"""The paragraphs of a rule document, for the help pages of terminals."""

import msgspec
from msgspec import Struct

from punto.rules import Document


class ParagraphTold(Struct, frozen=True):
    """One numbered paragraph, in our own words."""

    number: str
    kind: str
    meaning: str


def paragraphs_told(document: Document) -> bytes:
    """Return all paragraphs of a document, encoded."""
    return msgspec.json.encode(
        [ParagraphTold(each.number, each.kind.value, each.meaning) for each in document.paragraphs]
    )
