"""Rule documents: their identity, and the duties that each paragraph gives the software.

Evidence: the tests that cover each paragraph and each reading.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from punto.rules.file_sections import Fault, Section, load_file
from punto.rules.irregularity_policies import Policy, parse_role, read_policy
from punto.rules.roles import Role
from punto.values import Value, replace


class Kind(Enum):
    """The sort of duty that a paragraph imposes."""

    DEFINITION = "DEF"
    SCREEN = "UI"
    BETTING = "BET"
    DEALING = "DEAL"
    PAYMENT = "PAY"
    IRREGULARITY = "IRR"
    ROLE = "ROLE"


class Paragraph(Value):
    """One numbered paragraph, in our own words."""

    number: str
    kind: Kind
    meaning: str
    owner: str
    """The package that implements it."""
    open: bool
    """Whether it is not implemented yet, so that no test can cover it."""


class Phrases(Value):
    """The words that open and close betting (A-25)."""

    opening: str
    """Empty if the document leaves these words to the table."""
    closing: str


@dataclass(frozen=True, slots=True)
class Document:
    """An approved rule document; version and date are None if it prints none (A-71)."""

    key: str
    operator: str
    operator_name: str
    title: str
    version: int | None
    effective: datetime | None
    titles: Mapping[Role, str] = field(hash=False)
    """The operator's own title for each role of the ladder (A-52)."""
    paragraphs: tuple[Paragraph, ...]
    policies: tuple[Policy, ...] = ()
    """The policy for each irregularity; incomplete while procedures are still to come."""
    phrases: tuple[Phrases, ...] = ()
    """The phrases that may open and close betting; empty if the document gives none."""
    fixed_readings: tuple[str, ...] = ()
    """Readings with a switch that tables under this document may not change (A-15, A-16)."""
    acted_for: tuple[Role, ...] = tuple(Role)
    """The roles in which another person may act (A-52)."""

    def only(self, paragraphs: tuple[Paragraph, ...]) -> "Document":
        """Return a copy with only these paragraphs."""
        return replace(self, paragraphs=paragraphs)


def load_document(text: str) -> Document | tuple[Fault, ...]:
    """Read a document file, or return all its faults."""
    return load_file(text, _document)


def _document(file: Section) -> Document:
    return Document(
        key=file.text("key"),
        operator=file.text("operator"),
        operator_name=file.text("operator_name"),
        title=file.text("title"),
        version=file.number_or_unknown("version"),
        effective=file.instant_or_unknown("effective"),
        titles=_titles(file),
        paragraphs=tuple(_paragraph(section) for section in file.sections("paragraphs")),
        policies=_policies(file),
        phrases=_phrases(file),
        fixed_readings=file.texts("fixed_readings") if file.has("fixed_readings") else (),
        acted_for=_acted_for(file),
    )


def _phrases(file: Section) -> tuple[Phrases, ...]:
    pairs = []
    for section in file.sections("phrases") if file.has("phrases") else ():
        opening = section.text("opening") if section.has("opening") else ""
        pairs.append(Phrases(opening, section.text("closing")))
        section.finish()
    return tuple(pairs)


def _titles(file: Section) -> Mapping[Role, str]:
    section = file.section("titles")
    titles = {role: section.text(role.name.lower()) for role in Role}
    section.finish()
    return titles


def _acted_for(file: Section) -> tuple[Role, ...]:
    if not file.has("acted_for"):
        return tuple(Role)
    highest = file.parsed("acted_for", parse_role, Role.DEALER)
    return tuple(role for role in Role if role <= highest)


def _policies(file: Section) -> tuple[Policy, ...]:
    if not file.has("irregularities"):
        return ()
    sections = tuple(file.sections("irregularities"))
    policies = tuple(map(read_policy, sections))
    # As written: an unreadable name is reported as such and must not match its fallback.
    written = [section.table.get("what") for section in sections]
    for index, (section, policy) in enumerate(zip(sections, policies, strict=True)):
        what = policy.irregularity.value
        if what == written[index] and what in written[:index]:
            section.fault("what", f"what {what!r}: named twice, expected one policy for each")
        others = {
            "before_first_card": policy.before_first_card,
            "beyond_reconstruction": policy.beyond_reconstruction,
        }
        for key, other in others.items():
            named = other is not None and other.value == section.table[key]
            if named and section.table[key] not in written:
                sentence = f"{key} {section.table[key]!r}: expected a policy of that name"
                section.fault(key, sentence)
    return policies


def _paragraph(section: Section) -> Paragraph:
    paragraph = Paragraph(
        number=section.text("number"),
        kind=section.choice("kind", Kind, Kind.DEFINITION),
        meaning=section.text("meaning"),
        owner=section.text("owner"),
        open=section.flag("open"),
    )
    section.finish()
    return paragraph


class Evidence(Value):
    """Test names by paragraph (``mbs 4.10``) and by reading (``A-03``)."""

    paragraphs: Mapping[str, tuple[str, ...]]
    readings: Mapping[str, tuple[str, ...]]

    def for_paragraph(self, document: str, number: str) -> tuple[str, ...]:
        """Return the tests that cover a paragraph."""
        return self.paragraphs.get(f"{document} {number}", ())

    def for_reading(self, reading: str) -> tuple[str, ...]:
        """Return the tests that cover a reading."""
        return self.readings.get(reading, ())


def load_evidence(text: str) -> Evidence:
    """Read the generated list of tests."""
    data = json.loads(text)
    return Evidence(
        {key: tuple(tests) for key, tests in data["paragraphs"].items()},
        {key: tuple(tests) for key, tests in data["readings"].items()},
    )
