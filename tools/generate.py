"""Writes the files that are derived from the rules, the tests and the programs themselves."""

import json
from collections.abc import Iterator
from pathlib import Path

from evidence import evidence
from house_edges import house_edges, house_products
from message_words import message_words
from picture import picture
from procedures_page import procedures_page
from punto.rules.documents import load_evidence
from refusal_matrix import refusal_matrix
from rehearse_all import rehearsed
from rules_page import rules_page
from transcripts import PAGES, answered
from wire_types import wire_types

ROOT = Path(__file__).parent.parent


def generated() -> Iterator[tuple[str, str]]:
    """Yield each derived file by its path in the project, with its content.

    One by one, because the examples on the pages show files written before them.
    """
    found = json.dumps(evidence(), indent=1) + "\n"
    yield "src/punto/rules/evidence.json", found
    yield "src/punto/rules/house_edges.json", house_edges()
    yield "src/punto/rules/house_products.json", house_products()
    yield "docs/RULES.md", rules_page(load_evidence(found))
    yield from rehearsed()
    yield "docs/REFUSALS.md", refusal_matrix()
    yield "docs/PROCEDURES.md", procedures_page()
    yield "docs/images/play.svg", picture()
    yield "frontend/src/wire.ts", wire_types()
    yield "frontend/src/words/messages_en.ts", message_words()
    for page in PAGES:
        yield str(page.relative_to(ROOT)), answered(page.read_text("utf-8"))


def main() -> None:
    """Write all derived files, and print which ones changed."""
    for name, text in generated():
        path = ROOT / name
        changed = not path.exists() or path.read_text("utf-8") != text
        path.write_text(text, "utf-8")
        print(f"{'written' if changed else 'as it was'}  {name}")


if __name__ == "__main__":
    main()
