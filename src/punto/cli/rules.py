from collections.abc import Iterable, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem
from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from punto.bootstrap.rule_book import shipped_documents, shipped_evidence, shipped_readings
from punto.cli.inputs import fail, json_option
from punto.cli.screens import console, plain_table, show_json
from punto.rules import Document, Evidence, Paragraph, Reading


def _complete(
    context: click.Context, _parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """Offer the documents and readings, and the paragraphs after a document."""
    documents, before = shipped_documents(), context.params.get("what") or ()
    known = [document.key for document in documents]
    known += [reading.id for reading in shipped_readings()]
    for document in documents:
        if before == (document.key,):
            known = [paragraph.number for paragraph in document.paragraphs]
    return [CompletionItem(word) for word in known if word.startswith(typed)]


@click.command(name="rules")
@click.argument("what", nargs=-1, shell_complete=_complete)
@json_option
def command(what: tuple[str, ...], as_json: bool) -> None:
    """Show clauses and readings, and which tests show each.

    WHAT is a document (rws-etg, rws-live, mbs), a paragraph such as mbs 4.10 or just 4.10, a
    reading such as A-31, the word readings, or words to search for; without it, all is shown.

    \b
    Examples:
      punto rules mbs
      punto rules mbs 4.10
      punto rules A-31
      punto rules cut card
      punto rules --json
    """
    evidence = shipped_evidence()
    documents, readings = _chosen(" ".join(what))
    if as_json:
        show_json(
            {
                "clauses": [
                    _clause_json(document, paragraph, evidence)
                    for document in documents
                    for paragraph in document.paragraphs
                ],
                "readings": [_reading_json(reading, evidence) for reading in readings],
            }
        )
        return
    few = sum(len(document.paragraphs) for document in documents) + len(readings) <= FEW
    for document in documents:
        _show_document(document, evidence, with_tests=few)
    for reading in readings:
        _show_reading(reading, evidence, with_tests=few)
    if evidence is None:
        click.echo("A checkout of the source also names the tests of each.")


FEW = 12
"""The most answers for which the tests are shown by name."""

Chosen = tuple[tuple[Document, ...], tuple[Reading, ...]]


def _chosen(what: str) -> Chosen:
    """Return the documents, reduced to the chosen paragraphs, and the chosen readings."""
    documents, readings = shipped_documents(), shipped_readings()
    asked = " ".join(what.lower().split())
    if not asked:
        return documents, readings
    if asked == "readings":
        return (), readings
    chosen = _named(asked, documents, readings)
    if not any(chosen):
        chosen = _worded(asked, documents, readings)
    if not any(chosen):
        keys = ", ".join(document.key for document in documents)
        ends = f"{readings[0].id} to {readings[-1].id}"
        expected = f"{keys}, readings, a paragraph such as mbs 4.10, {ends}"
        fail([f"{what!r}: expected {expected}, or words that occur in them"])
    return chosen


def _named(asked: str, documents: Sequence[Document], readings: Sequence[Reading]) -> Chosen:
    """Return what has exactly this name."""
    key, _, number = asked.partition(" ")
    if any(document.key == key for document in documents):
        found = [_cut(document, number) for document in documents if document.key == key]
    else:
        found = [_cut(document, asked) for document in documents]
    register = tuple(reading for reading in readings if reading.id.lower() == asked)
    return _with_paragraphs(found), register


def _worded(asked: str, documents: Sequence[Document], readings: Sequence[Reading]) -> Chosen:
    """Return what contains these words."""
    found = [
        document.only(tuple(p for p in document.paragraphs if asked in p.meaning.lower()))
        for document in documents
    ]
    register = tuple(
        reading
        for reading in readings
        if asked in " ".join((reading.question, *dict(reading.choices).values())).lower()
    )
    return _with_paragraphs(found), register


def _with_paragraphs(documents: Iterable[Document]) -> tuple[Document, ...]:
    return tuple(document for document in documents if document.paragraphs)


def _cut(document: Document, number: str) -> Document:
    """Return the document with one paragraph and those under it; whole without a number."""
    inside = tuple(
        paragraph
        for paragraph in document.paragraphs
        if not number
        or paragraph.number.lower() == number
        or paragraph.number.startswith(f"{number}.")
    )
    return document.only(inside)


def _clause_json(
    document: Document, paragraph: Paragraph, evidence: Evidence | None
) -> dict[str, Any]:
    return {
        "document": document.key,
        "paragraph": paragraph.number,
        "meaning": paragraph.meaning,
        "kind": paragraph.kind.value,
        "owner": paragraph.owner,
        "open": paragraph.open,
        "tests": evidence and list(evidence.for_paragraph(document.key, paragraph.number)),
    }


def _reading_json(reading: Reading, evidence: Evidence | None) -> dict[str, Any]:
    return {
        "id": reading.id,
        "paragraphs": list(reading.paragraphs),
        "question": reading.question,
        "readings": dict(reading.choices),
        "default": reading.default,
        "switch": reading.switch,
        "applied_in": reading.applied_in,
        "open": reading.open,
        "effect": reading.effect,
        "tests": evidence and list(evidence.for_reading(reading.id)),
    }


def _show_document(document: Document, evidence: Evidence | None, *, with_tests: bool) -> None:
    version = "unknown" if document.version is None else str(document.version)
    screen = console()
    screen.print(Text(f"{document.key}: {document.title}, version {version}", style="bold"))
    table = plain_table()
    for heading in ("Paragraph", "Kind", "What it obliges the software to do", "Shown by"):
        table.add_column(heading, overflow="fold")
    for paragraph in document.paragraphs:
        tests = None if evidence is None else evidence.for_paragraph(document.key, paragraph.number)
        table.add_row(
            Text(paragraph.number, style="cyan"),
            paragraph.kind.value,
            paragraph.meaning,
            _shown_by(paragraph, tests, with_tests=with_tests),
        )
    screen.print(table)


def _shown_by(paragraph: Paragraph, tests: tuple[str, ...] | None, *, with_tests: bool) -> Text:
    words = Text(f"open: {paragraph.owner}", style="yellow") if paragraph.open else Text()
    if tests and with_tests:
        words.append("\n" if words else "").append("\n".join(tests), style="default")
    elif tests is not None and not paragraph.open:
        words.append(tests_words(tests))
    return words


def _show_reading(reading: Reading, evidence: Evidence | None, *, with_tests: bool) -> None:
    screen = console()
    screen.print(Text(reading.id, style="bold cyan"), Text(", ".join(reading.paragraphs), "dim"))
    lines = [Text(reading.question)]
    for key, choice in reading.choices:
        taken = key == reading.default
        lines.append(Text(f"{'▸' if taken else ' '} {key}. {choice}", "bold" if taken else ""))
    if reading.effect:
        lines.append(Text(reading.effect, style="italic"))
    state = "open, for" if reading.open else "applied in"
    switch = ", a table may choose" if reading.switch else ""
    tests = None if evidence is None else evidence.for_reading(reading.id)
    shown = "" if tests is None else f", {tests_words(tests)}"
    lines.append(Text(f"{state} {reading.applied_in}{shown}{switch}", style="dim"))
    lines += [Text(f"  {test}", style="dim") for test in tests or () if with_tests]
    screen.print(Padding(Group(*lines), (0, 0, 1, 2)))


def tests_words(tests: tuple[str, ...]) -> str:
    """Return the number of tests in words."""
    return f"{len(tests)} test{'' if len(tests) == 1 else 's'}"
