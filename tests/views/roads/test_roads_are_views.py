import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import punto

clause = pytest.mark.clause

SOURCE = Path(punto.__file__).parent
ROADS = SOURCE / "views" / "roads"
BENEATH_VIEWS = ("values", "rules", "ledger", "rounds", "identity", "live")


def modules_of(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield from (f"{base}.{name.name}" for name in node.names)


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


@clause("rws-etg", "5.10")
@clause("rws-live", "5.14")
@clause("mbs", "6.3")
@pytest.mark.reading("A-51")
def test_nothing_that_decides_or_pays_imports_a_view() -> None:
    deciding = modules_of(*(SOURCE / package for package in BENEATH_VIEWS))
    assert SOURCE / "live" / "differentials.py" in deciding
    importers = {
        str(path)
        for path in deciding
        for name in imports_of(path)
        if is_within(name, "punto.views") or name.startswith(".")
    }
    assert importers == set()


@clause("rws-etg", "5.10")
@clause("rws-live", "5.14")
@clause("mbs", "6.3")
@pytest.mark.reading("A-51")
def test_roads_hold_results_and_no_money() -> None:
    modules = modules_of(ROADS)
    assert ROADS / "scoreboard.py" in modules
    words = ("BadNotation", "Side", "Winner", "Value", "replace")
    allowed = (*(f"punto.values.{word}" for word in words), "punto.views.roads")
    imported = {name for path in modules for name in imports_of(path) if is_within(name, "punto")}
    assert {name for name in imported if not any(is_within(name, one) for one in allowed)} == set()
