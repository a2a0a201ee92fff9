"""A public name of a class or of a type has one meaning."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import punto

PACKAGE = Path(punto.__file__).parent
AUDITOR = PACKAGE / "audit.py"
"""It has words of its own on purpose, so that it shares nothing with the programs it judges."""

SEVERAL_MEANINGS = {
    # Each stream has its own, and a caller names the package: ``rounds.Wish``, ``identity.Wish``.
    "Answer",
    "Fact",
    "Refusal",
    "Wish",
    # What the runtime tells its watchers, and the title of an event in the pit. The list may only
    # get shorter.
    "News",
}


def public_classes(file: Path) -> Iterator[str]:
    """Yield the names of the classes of a module."""
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def public_aliases(file: Path) -> Iterator[str]:
    """Yield the names in CamelCase to which a module assigns a type, except type variables."""
    for node in ast.parse(file.read_text("utf-8")).body:
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(name), value=ast.expr() as value):
                pass
            case _:
                continue
        is_variable = isinstance(value, ast.Call) and ast.unparse(value.func) != "NewType"
        if name[0].isupper() and not name.isupper() and not is_variable:
            yield name


def test_no_public_class_name_is_used_twice() -> None:
    names = Counter(name for file in PACKAGE.rglob("*.py") for name in public_classes(file))
    assert [name for name, count in names.items() if count > 1] == []


def test_no_public_name_of_a_type_is_used_twice() -> None:
    names = Counter(
        name
        for file in PACKAGE.rglob("*.py")
        if file != AUDITOR
        for name in (*public_classes(file), *public_aliases(file))
    )
    assert {name for name, count in names.items() if count > 1} == SEVERAL_MEANINGS
