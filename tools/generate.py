"""Writes what is derived from the rules, the tests and the programs themselves."""

import json
from pathlib import Path

from evidence import evidence
from picture import picture
from punto.rules.evidence import load_evidence
from rules_page import rules_page
from transcripts import PAGES, answered

ROOT = Path(__file__).parent.parent


def generated() -> dict[str, str]:
    """Each derived file by its path in the project, with what it has to say."""
    found = json.dumps(evidence(), indent=1) + "\n"
    pages = {str(page.relative_to(ROOT)): answered(page.read_text("utf-8")) for page in PAGES}
    return pages | {
        "src/punto/rules/evidence.json": found,
        "docs/RULES.md": rules_page(load_evidence(found)),
        "docs/images/play.svg": picture(),
    }


def main() -> None:
    """Write them all, and say which changed."""
    for name, text in generated().items():
        path = ROOT / name
        changed = not path.exists() or path.read_text("utf-8") != text
        path.write_text(text, "utf-8")
        print(f"{'written' if changed else 'as it was'}  {name}")


if __name__ == "__main__":
    main()
