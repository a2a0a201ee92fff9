"""The reference of the language, generated from its forms, so that both always agree."""

from collections.abc import Iterable, Iterator, Mapping

from punto.rehearsals.forms import KINDS, Optional, Part, Slot, StatementForm, compiled, slots_of
from punto.rehearsals.list_kinds import FACTS, REFUSALS
from punto.rehearsals.scripts import INDENTED, SECTIONS


def reference() -> str:
    """Return every statement, kind of word, event and refusal, as Markdown."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    for title, forms in SECTIONS.items():
        yield from _form_table(f"### {title}", forms)
    for heading, forms in INDENTED.items():
        yield from _form_table(f"### Indented under `{heading}`", forms)
    yield from _table("### Words in capitals", "write", "for", _kind_rows())
    yield from _table("### Events", "name", "meaning", _type_rows(FACTS))
    yield from _table("### Refusals", "name", "meaning", _type_rows(REFUSALS))


def _form_table(title: str, forms: Iterable[StatementForm]) -> Iterator[str]:
    yield from (title, "", "| write | meaning | example |", "|---|---|---|")
    for form in forms:
        pattern = _written(compiled(form.pattern))
        yield f"| `{pattern}` | {form.meaning} | `{form.example}` |"
    yield ""


def _written(parts: tuple[Part, ...]) -> str:
    return " ".join(map(_part, parts)).replace(" :", ":")


def _part(part: Part) -> str:
    if isinstance(part, Slot):
        return part.kind.name.upper()
    return f"[{_written(part.parts)}]" if isinstance(part, Optional) else part


def _kind_rows() -> Iterator[tuple[str, str]]:
    forms = [*SECTIONS.values(), *INDENTED.values()]
    used = {slot.kind.name for group in forms for form in group for slot in slots_of(form.parts)}
    for name in sorted(used):
        kind = KINDS[name]
        listed = kind.options and name not in {"event", "refusal"}
        options = ": " + ", ".join(f"`{option}`" for option in kind.options) if listed else ""
        yield name.upper(), kind.meaning + options


def _type_rows(types: Mapping[str, type]) -> Iterator[tuple[str, str]]:
    for name in sorted(types):
        yield f"`{name}`", (types[name].__doc__ or "").partition("\n")[0]


def _table(title: str, left: str, right: str, rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield from (title, "", f"| {left} | {right} |", "|---|---|")
    for one, other in rows:
        yield f"| {one} | {other} |"
    yield ""
