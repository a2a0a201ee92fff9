"""No paragraph and no reading is left out without notice."""

from importlib.util import find_spec

import pytest

from punto.bootstrap.rule_book import shipped_documents, shipped_evidence, shipped_readings
from punto.rules.documents import Evidence
from punto.rules.readings import Reading

DOCUMENTS = shipped_documents()
READINGS = shipped_readings()
EVIDENCE = shipped_evidence() or Evidence({}, {})

PACKAGES = {
    "values", "rules", "ledger", "rounds", "identity", "views", "runtime", "storage", "devices",
    "web", "live",
}  # fmt: skip


CITABLE = {f"{d.key} {p.number}" for d in DOCUMENTS for p in d.paragraphs}


def test_every_paragraph_is_shown_by_a_test_or_openly_left_to_its_owner() -> None:
    for document in DOCUMENTS:
        for paragraph in document.paragraphs:
            shown = EVIDENCE.for_paragraph(document.key, paragraph.number)
            assert shown or paragraph.open, f"{document.key} {paragraph.number}"
            assert paragraph.owner in PACKAGES


def test_every_marker_names_a_paragraph_that_exists() -> None:
    assert set(EVIDENCE.paragraphs) <= CITABLE


def test_every_reading_is_shown_by_a_test_or_openly_left_to_its_owner() -> None:
    for reading in READINGS:
        assert EVIDENCE.for_reading(reading.id) or reading.open, reading.id


def test_every_marker_names_a_reading_that_exists() -> None:
    assert set(EVIDENCE.readings) <= {reading.id for reading in READINGS}


def test_the_register_numbers_its_readings_in_order_without_a_gap() -> None:
    numbers = range(1, len(READINGS) + 1)
    assert [reading.id for reading in READINGS] == [f"A-{number:02d}" for number in numbers]


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.id)
def test_a_reading_cites_paragraphs_that_exist_and_code_that_applies_it(reading: Reading) -> None:
    assert set(reading.paragraphs) <= CITABLE
    assert reading.applied_in.split(".")[1] in PACKAGES
    if not reading.open:
        assert find_spec(reading.applied_in) is not None
