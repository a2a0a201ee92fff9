"""A sheet as plain lists and texts, from which both templates are filled."""

from typing import Any, assert_never

from punto.lab.par.blocks import Block, Commands, Facts, Heading, Picture, Section, Table, Words
from punto.lab.par.sheets import Sheet

Written = dict[str, Any]


def written(sheet: Sheet) -> Written:
    """Return the sheet with a kind beside each block."""
    return {
        "title": sheet.title,
        "name": sheet.name,
        "native_name": sheet.native_name,
        "key": sheet.key,
        "rules": sheet.rules,
        "definition": sheet.definition,
        "software": sheet.software,
        "sections": [_section(section) for section in sheet.sections],
    }


def _section(section: Section) -> Written:
    return {"title": section.title, "blocks": [_block(block) for block in section.blocks]}


def _block(block: Block) -> Written:
    match block:
        case Words(text):
            return {"kind": "words", "text": text}
        case Heading(text, note):
            return {"kind": "heading", "text": text, "note": note}
        case Facts(pairs):
            return {"kind": "facts", "pairs": pairs}
        case Picture(caption, svg):
            return {"kind": "picture", "caption": caption, "svg": svg}
        case Commands(lines):
            return {"kind": "commands", "lines": lines}
        case Table():
            return _table(block)
        case _:
            assert_never(block)


def _table(table: Table) -> Written:
    return {
        "kind": "table",
        "caption": table.caption,
        "columns": [{"head": each.head, "align": each.align.value} for each in table.columns],
        "groups": [{"title": group.title, "rows": group.rows} for group in table.groups],
    }
