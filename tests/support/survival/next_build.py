"""The next build of Punto: this one with a new version of an event, and rules for a later date."""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import punto
from punto.values.ids import Instant
from support.environments import importing_from

VERSION = "0.1.0+next"

_NEW_FORM = {
    "__init__.py": [('__version__ = "0.1.0"', f'__version__ = "{VERSION}"')],
    "rounds/betting/events.py": [
        (
            "    opposite: bool\n",
            "    total: int\n    opposite: bool\n",
        ),
        (
            '_row(PositionTaken, paragraphs("3.6", "3.5"), audience="its terminal")',
            '_row(PositionTaken, paragraphs("3.6", "3.5"), version=2, audience="its terminal")',
        ),
    ],
    "rounds/betting/decisions.py": [
        (
            "PositionTaken(wish.terminal, wish.stakes, opposite=hands_count > 1)",
            "PositionTaken(wish.terminal, wish.stakes, total, opposite=hands_count > 1)",
        )
    ],
    "storage/codec/snapshots.py": [('FOLD = "', 'FOLD = "next ')],
    "storage/codec/upcasters.py": [
        (
            "UPCASTERS: Upcasters = {\n",
            "def _taken_2(body: _Body) -> _Body:\n"
            '    """Version 1 did not say how much all bets were together."""\n'
            '    fact = _part(body, "fact")\n'
            '    total = sum(stake for _, stake in fact["stakes"])\n'
            '    said = {"terminal": fact["terminal"], "stakes": fact["stakes"], "total": total}\n'
            '    return {**body, "version": 2, "fact": {**said, "opposite": fact["opposite"]}}\n'
            "\n\n"
            "UPCASTERS: Upcasters = {\n"
            '    ("round.position_taken", 1): _taken_2,\n',
        )
    ],
    "audit.py": [
        ("NEWEST_FORMS = {\n", 'NEWEST_FORMS = {\n    "round.position_taken": 2,\n'),
        ("terminal stakes opposite\n", "terminal stakes total opposite\n"),
        ("unseen_count until variance", "total unseen_count until variance"),
        (
            '    if name in {"matter.cards_corrected", "matter.earlier_round_resettled"}:\n',
            '    if name == "round.position_taken":\n'
            '        opposite = fact.pop("opposite")\n'
            '        fact.update(total=sum(n for _, n in fact["stakes"]), opposite=opposite)\n'
            "        return\n"
            '    if name in {"matter.cards_corrected", "matter.earlier_round_resettled"}:\n',
        ),
    ],
}
"""What a developer would write for a new field of an event (docs/RECORD.md, Versions)."""


def next_build(folder: Path, takes_effect: Instant) -> Path:
    """Make the build, whose Tiger Baccarat has another version from an instant on."""
    source, build = Path(punto.__file__).parent, folder / "next"
    shutil.copytree(source, build / "punto", ignore=shutil.ignore_patterns("__pycache__"))
    for name, changes in _NEW_FORM.items():
        _change(build / "punto" / name, changes)
    _add_rules(build / "punto" / "rules", takes_effect)
    return build


def environment(build: Path | None) -> dict[str, str]:
    """The environment of a process that runs a build; None is the present one."""
    return dict(os.environ) if build is None else importing_from(build)


def _add_rules(rules: Path, takes_effect: Instant) -> None:
    """Add a document that pays Banker less, and the game that follows it."""
    later = datetime.fromtimestamp(takes_effect / 1_000, UTC).isoformat()
    dated = [("version = 4", "version = 5"), ("2025-03-20T09:00:00+08:00", later)]
    commission = ('"0.95:1", commission = "0.05:1"', '"0.9:1", commission = "0.1:1"')
    for old, new, changes in (
        ("documents/mbs-v4.toml", "documents/mbs-v5.toml", dated),
        ("games/mbs-tiger.toml", "games/mbs-tiger@5.toml", [*dated, commission]),
    ):
        shutil.copy(rules / old, rules / new)
        _change(rules / new, changes)
    _change(rules / "index.toml", [('"mbs-v4"]', '"mbs-v4", "mbs-v5"]')])


def _change(path: Path, changes: list[tuple[str, str]]) -> None:
    text = path.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, (path, old)
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
