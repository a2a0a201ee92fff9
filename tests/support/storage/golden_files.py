"""The golden files: every form in which anything was ever stored. Forms are added, never changed.

Run ``PYTHONPATH=tests:tools .venv/bin/python -m support.storage.golden_files`` to add new forms.
"""

import json
import sys
from pathlib import Path

import msgspec

from punto.storage.codec.events import EVENTS
from punto.storage.codec.refusals import REFUSAL_CODEC
from support.storage.samples import all_events, all_refusals

FOLDER = Path(__file__).parents[2] / "storage" / "golden"

Forms = dict[str, list[object]]


def golden() -> Forms:
    """The bodies of all golden files, by name and version."""
    files = sorted(FOLDER.glob("*.json"))
    return {
        key: bodies
        for file in files
        for key, bodies in msgspec.json.decode(file.read_bytes()).items()
    }


def present() -> Forms:
    """Return the bodies that the present code writes, by name and version."""
    bodies = {key: [EVENTS.encode(e) for e in events] for key, events in all_events().items()}
    bodies |= {
        key: [REFUSAL_CODEC.encode(r) for r in refusals] for key, refusals in all_refusals().items()
    }
    return {key: [msgspec.json.decode(body) for body in found] for key, found in bodies.items()}


def _text(forms: Forms) -> str:
    """Write one body per line, so that a diff shows where a change is."""
    entries = []
    for key, bodies in forms.items():
        lines = ",\n".join(f"    {json.dumps(body, ensure_ascii=False)}" for body in bodies)
        entries.append(f'  "{key}": [\n{lines}\n  ]')
    return "{\n" + ",\n".join(entries) + "\n}\n"


def missing() -> Forms:
    """Return the present code's bodies that no golden file has, by name and version."""
    kept = {key: set(map(json.dumps, bodies)) for key, bodies in golden().items()}
    found = {
        key: [body for body in bodies if json.dumps(body) not in kept.get(key, set())]
        for key, bodies in present().items()
    }
    return {key: bodies for key, bodies in found.items() if bodies}


def add_missing() -> list[str]:
    """Write the bodies that no golden file has yet; existing ones stay as they are."""
    forms, added = golden(), missing()
    for key, bodies in added.items():
        forms.setdefault(key, []).extend(bodies)
    for group in sorted({key.partition(".")[0] for key in forms}):
        chosen = {key: forms[key] for key in sorted(forms) if key.partition(".")[0] == group}
        (FOLDER / f"{group}.json").write_text(_text(chosen), "utf-8")
    return list(added)


if __name__ == "__main__":
    for key in add_missing():
        sys.stdout.write(f"added {key}\n")
