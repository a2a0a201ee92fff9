"""docs/RULES.md: every paragraph and every reading, with its code and its tests."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from punto.bootstrap.rule_book import shipped_documents, shipped_readings
from punto.rules.documents import Document, Evidence, Paragraph
from punto.rules.readings import Reading

ROOT = Path(__file__).parent.parent

HEAD = """\
# The rules, clause by clause

Generated from the document files, the register of readings and the marks on the tests; do not
edit it by hand (`make docs` writes it again, and a test fails when it is out of date).

A paragraph is either shown by tests or **open**, with the package that will carry it out. Kinds:
DEF definition, UI shown to patrons, BET betting, DEAL dealing, PAY payment, IRR irregularity,
ROLE role of a person.
"""


def rules_page(evidence: Evidence) -> str:
    """Return the text of the whole page."""
    documents = shipped_documents()
    parts = [HEAD, _summary(documents, evidence)]
    parts += [_document(document, evidence) for document in documents]
    parts.append(_readings(evidence))
    return "\n".join(parts)


def _summary(documents: Iterable[Document], evidence: Evidence) -> str:
    lines = ["| document | paragraphs | shown by tests | open |", "|---|---:|---:|---:|"]
    for document in documents:
        opened = sum(paragraph.open for paragraph in document.paragraphs)
        every = len(document.paragraphs)
        lines.append(f"| {document.title} | {every} | {every - opened} | {opened} |")
    readings = shipped_readings()
    opened = sum(reading.open for reading in readings)
    lines.append(f"| readings | {len(readings)} | {len(readings) - opened} | {opened} |")
    tests = {test for names in evidence.paragraphs.values() for test in names}
    return "\n".join([*lines, "", f"{len(tests)} tests show paragraphs.", ""])


def _document(document: Document, evidence: Evidence) -> str:
    version = "unknown" if document.version is None else document.version
    effective = "unknown" if document.effective is None else document.effective.isoformat()
    lines = [
        f"## {document.title}",
        "",
        f"Key `{document.key}`, version {version}, in force from {effective}.",
        "",
        "| paragraph | kind | what it obliges the software to do | where | shown by |",
        "|---|---|---|---|---|",
    ]
    lines += [_paragraph(document.key, paragraph, evidence) for paragraph in document.paragraphs]
    return "\n".join([*lines, ""])


def _paragraph(document: str, paragraph: Paragraph, evidence: Evidence) -> str:
    shown = _links(evidence.for_paragraph(document, paragraph.number))
    if paragraph.open:
        shown = f"**open** {shown}".rstrip()
    meaning = paragraph.meaning.replace("|", "\\|")
    where = _code(f"punto.{paragraph.owner}")
    cells = (paragraph.number, paragraph.kind.value, meaning, where, shown)
    return f"| {' | '.join(cells)} |"


def _readings(evidence: Evidence) -> str:
    lines = [
        "## Readings",
        "",
        "Where the documents leave a gap or contradict themselves; the **bold** choice holds.",
        "",
    ]
    for reading in shipped_readings():
        lines += _reading(reading, evidence)
    return "\n".join(lines)


def _reading(reading: Reading, evidence: Evidence) -> Iterator[str]:
    yield f"### {reading.id}"
    yield ""
    yield f"{reading.question} ({', '.join(reading.paragraphs)})"
    yield ""
    for key, choice in reading.choices:
        mark = "**" if key == reading.default else ""
        yield f"- {mark}{key}. {choice}{mark}"
    yield ""
    if reading.effect:
        yield f"In figures: {reading.effect}"
        yield ""
    state = "**open**, to be applied" if reading.open else "Applied"
    switch = " A table may choose another." if reading.switch else ""
    links = _links(evidence.for_reading(reading.id))
    yield f"{state} in {_code(reading.applied_in)}.{switch} {links}".rstrip()
    yield ""


def _code(module: str) -> str:
    """Return the name of a module or package, with a link if it exists."""
    path = "src/" + module.replace(".", "/")
    found = next((end for end in (".py", "") if (ROOT / f"{path}{end}").exists()), None)
    return f"`{module}`" if found is None else f"[`{module}`](../{path}{found})"


def _links(tests: Iterable[str]) -> str:
    return ", ".join(_link(test) for test in tests)


def _link(test: str) -> str:
    file, _, name = test.partition("::")
    words = name.removeprefix("test_").replace("_", " ")
    return f"[{words}](../{file})"
