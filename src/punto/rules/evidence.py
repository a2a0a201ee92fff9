"""Evidence: the tests that cover each paragraph and each reading."""

import json
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Evidence:
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
