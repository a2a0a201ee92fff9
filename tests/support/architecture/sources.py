"""The source files, as the tests of the architecture read them."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[3]
PUNTO = ROOT / "src" / "punto"
SOURCES = sorted(PUNTO.rglob("*.py"))

CORE = ("values", "rules", "ledger", "live", "rounds", "identity", "views", "rehearsals")


def package_of(path: Path) -> str:
    """Return the package of the design that a file belongs to."""
    return path.relative_to(PUNTO).parts[0]


def tree_of(path: Path) -> ast.Module:
    """A file's syntax tree."""
    return ast.parse(path.read_text("utf-8"))


def core_files() -> list[Path]:
    """The files of the core."""
    return [path for path in SOURCES if package_of(path) in CORE]


def name_of(path: Path) -> str:
    """Return a short name for a file, to be used in a test's title."""
    return str(path.relative_to(PUNTO))
