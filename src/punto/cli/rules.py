from typing import Any

import click
from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from punto.bootstrap.rule_book import shipped_documents, shipped_evidence, shipped_readings
from punto.cli.inputs import fail, json_option
from punto.cli.screens import console, plain_table, show_json
from punto.rules.documents import Document, Paragraph
from punto.rules.evidence import Evidence
from punto.rules.readings import Reading


@click.command(name="rules")
@click.argument("what", required=False)
@json_option
def command(what: str | None, as_json: bool) -> None:
    """Show clauses and readings, and which tests show each.

    WHAT is a document (rws-etg, rws-live, mbs), a paragraph such as "mbs 4.10", a reading such as
    A-31, or the word readings; without it everything is shown.

    \b
    Examples:
      punto rules mbs
      punto rules "mbs 4.10"
      punto rules A-31
      punto rules --json
    """
    evidence = shipped_evidence()
    documents, readings = _chosen(what)
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
    for document in documents:
        _show_document(document, evidence)
    for reading in readings:
        _show_reading(reading, evidence)


Chosen = tuple[tuple[Document, ...], tuple[Reading, ...]]


def _chosen(what: str | None) -> Chosen:
    """The documents, cut to the paragraphs asked for, and the readings asked for."""
    documents, readings = shipped_documents(), shipped_readings()
    if what is None:
        return documents, readings
    if what == "readings":
        return (), readings
    key, _, number = what.partition(" ")
    found = tuple(_cut(document, number) for document in documents if document.key == key)
    found = tuple(document for document in found if document.paragraphs)
    register = tuple(reading for reading in readings if reading.id == what)
    if not found and not register:
        keys = " ".join(document.key for document in documents)
        fail([f"{what!r}: expected one of {keys}, a paragraph such as 'mbs 4.10', or A-01 to A-73"])
    return found, register


def _cut(document: Document, number: str) -> Document:
    """The document with one paragraph and those under it; whole without a number."""
    inside = tuple(
        paragraph
        for paragraph in document.paragraphs
        if not number or paragraph.number == number or paragraph.number.startswith(f"{number}.")
    )
    return document.only(inside)


def _clause_json(document: Document, paragraph: Paragraph, evidence: Evidence) -> dict[str, Any]:
    return {
        "document": document.key,
        "paragraph": paragraph.number,
        "meaning": paragraph.meaning,
        "kind": paragraph.kind.value,
        "owner": paragraph.owner,
        "open": paragraph.open,
        "tests": list(evidence.for_paragraph(document.key, paragraph.number)),
    }


def _reading_json(reading: Reading, evidence: Evidence) -> dict[str, Any]:
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
        "tests": list(evidence.for_reading(reading.id)),
    }


def _show_document(document: Document, evidence: Evidence) -> None:
    version = "unknown" if document.version is None else str(document.version)
    screen = console()
    screen.print(Text(f"{document.key}: {document.title}, version {version}", style="bold"))
    table = plain_table()
    for heading in ("Paragraph", "Kind", "What it obliges the software to do", "Shown by"):
        table.add_column(heading)
    for paragraph in document.paragraphs:
        tests = evidence.for_paragraph(document.key, paragraph.number)
        table.add_row(
            Text(paragraph.number, style="cyan"),
            paragraph.kind.value,
            paragraph.meaning,
            Text(f"open: {paragraph.owner}", style="yellow")
            if paragraph.open
            else tests_words(tests),
        )
    screen.print(table)


def _show_reading(reading: Reading, evidence: Evidence) -> None:
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
    shown = tests_words(evidence.for_reading(reading.id))
    lines.append(Text(f"{state} {reading.applied_in}, {shown}{switch}", style="dim"))
    screen.print(Padding(Group(*lines), (0, 0, 1, 2)))


def tests_words(tests: tuple[str, ...]) -> str:
    """How many tests there are."""
    return f"{len(tests)} test{'' if len(tests) == 1 else 's'}"
