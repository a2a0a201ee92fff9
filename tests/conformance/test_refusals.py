"""Every refusal says what was expected, and its basis: a paragraph, a reading, or a limit."""

import re
from collections.abc import Iterator
from importlib import import_module
from inspect import isclass
from pkgutil import walk_packages
from typing import Any, cast, get_args

import pytest

import punto.identity
import punto.ledger
import punto.live
import punto.rounds
import punto.rules
from punto.bootstrap.rule_book import shipped_documents, shipped_readings
from punto.identity.refusals import Refusal as FloorRefusal
from punto.ledger.audit import Difference
from punto.live.chips import ChipsMissing
from punto.live.dealer_warnings import DealerWarning
from punto.live.layouts import LayoutRefusal
from punto.live.readings import ReadingRefusal
from punto.rounds.boxes.refusals import LayoutUnfit
from punto.rounds.refusals import Refusal as TableRefusal
from punto.rules.file_sections import Fault
from punto.rules.refusals import Refusal as RulesRefusal
from punto.values import field_names
from support.storage.samples import samples

REFUSALS: list[type[Any]] = list(
    dict.fromkeys(
        kind
        for union in (
            TableRefusal,
            FloorRefusal,
            RulesRefusal,
            LayoutRefusal | ChipsMissing | DealerWarning | ReadingRefusal,
        )
        for kind in get_args(union)
    )
)
CLAUSE = re.compile(r"\b([RLM]) (\d+(?:\.\d+)+)")
READING = re.compile(r"\bA-\d\d\b")
EXPECTED = re.compile(r"\bexpected\b|\bcomes next\b|\bwaits for the\b")
LIMIT = re.compile(r"\b(?:at most|at least|more than) (?:one|-?\d)")
DOCUMENTS = {"R": "rws-etg", "L": "rws-live", "M": "mbs"}


def sentences(kind: type[Any]) -> Iterator[str]:
    """Yield the sentence of a refusal for every kind of fact that it can hold."""
    for sample in cast("list[Any]", samples(kind)):
        # A list of refusals is never empty, so an empty sample has no sentence.
        if getattr(sample, "refusals", None) != ():
            yield sample.sentence


def rests_on(kind: type[Any], sentence: str) -> bool:
    """Whether a sentence names a paragraph, a reading or a limit."""
    in_force = "clause" in field_names(kind) and "clause " in sentence
    return in_force or any(form.search(sentence) for form in (CLAUSE, READING, LIMIT))


def test_the_closed_list_is_closed() -> None:
    found = set()
    for package in (punto.rules, punto.ledger, punto.rounds, punto.identity, punto.live):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            members = vars(import_module(module.name)).values()
            found |= {each for each in members if isclass(each) and hasattr(each, "sentence")}
    # A fault of a file and a difference in the books are findings, not answers to commands.
    assert found - {Fault, Difference} == set(REFUSALS)


@pytest.mark.parametrize("kind", REFUSALS, ids=lambda kind: kind.__name__)
def test_every_refusal_says_what_it_rests_on(kind: type[Any]) -> None:
    said = list(sentences(kind))
    assert said
    for sentence in said:
        assert rests_on(kind, sentence), sentence


@pytest.mark.parametrize(
    "kind",
    # A warning tells the Dealer what lies on the layout; nothing was asked for.
    [kind for kind in REFUSALS if kind not in get_args(DealerWarning) and kind is not LayoutUnfit],
    ids=lambda kind: kind.__name__,
)
def test_every_refusal_says_what_was_expected(kind: type[Any]) -> None:
    for sentence in sentences(kind):
        assert EXPECTED.search(sentence), sentence


@pytest.mark.parametrize("kind", REFUSALS, ids=lambda kind: kind.__name__)
def test_no_refusal_makes_up_a_paragraph_or_a_reading(kind: type[Any]) -> None:
    paragraphs = {f"{d.key} {p.number}" for d in shipped_documents() for p in d.paragraphs}
    readings = {reading.id for reading in shipped_readings()}
    for sentence in sentences(kind):
        for letter, number in CLAUSE.findall(sentence):
            assert f"{DOCUMENTS[letter]} {number}" in paragraphs, sentence
        assert set(READING.findall(sentence)) <= readings, sentence
