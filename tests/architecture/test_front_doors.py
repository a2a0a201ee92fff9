"""A package's front door is its ``__init__``: other packages import from there only."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support.architecture.sources import PUNTO, SOURCES, name_of, tree_of

WITH_DOORS = {
    *("devices", "identity", "lab", "ledger", "live", "rehearsals", "rounds", "rules", "runtime"),
    "values",
}
"""The other packages have none: docs/DESIGN.md says why."""

NAMESPACES = {"commands", "events", "refusals"}
"""Modules of a subject that a file may import whole, to write ``purse_events.TicketTaken``."""

BEHIND_NO_DOOR = {"punto.lab.studies.clusters"}
"""It needs a library that the rest of its package does not."""


def test_the_packages_of_the_engine_have_front_doors() -> None:
    assert {door.split(".")[1] for door in doors() if door.count(".") == 1} == WITH_DOORS


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_every_package_is_entered_by_its_front_door(path: Path) -> None:
    home = module_of(path).split(".")[:2]
    for module, name in imports_of(path):
        parent = module.rpartition(".")[0]
        if module.split(".")[:2] == home or module == "punto" or module in BEHIND_NO_DOOR:
            continue
        if f"{module}.{name}" in doors():
            continue
        if module in doors():
            assert name in doors()[module] | NAMESPACES, f"{name} is not exported by {module}"
        else:
            assert parent not in doors(), f"{name}: import it from {parent}, or the door above"


def test_no_front_door_offers_what_nothing_outside_uses() -> None:
    unused = [
        f"{door}.{name}"
        for door, names in doors().items()
        for name in sorted(names)
        if all(f"{user}.".startswith(f"{door}.") for user in users().get((door, name), ()))
    ]
    assert unused == []


@cache
def doors() -> dict[str, set[str]]:
    """Return each package with a front door and its exports, except the library for programs."""
    found = {
        module_of(path): exports_of(path)
        for path in SOURCES
        if path.name == "__init__.py" and path.parent != PUNTO
    }
    return {module: names for module, names in found.items() if names}


def exports_of(path: Path) -> set[str]:
    """Return a front door's exports: its ``__all__``, or else its own imports and definitions."""
    home, found = module_of(path), set[str]()
    for node in tree_of(path).body:
        match node:
            case ast.Assign(targets=[ast.Name("__all__")], value=value):
                return set(ast.literal_eval(value))
            case ast.ImportFrom(module=str(module), names=names):
                if f"{module}.".startswith(f"{home}."):
                    found |= {alias.name for alias in names}
            case ast.FunctionDef(name=name) if not name.startswith("_"):
                found.add(name)
    return found


@cache
def users() -> dict[tuple[str, str], set[str]]:
    """Return the modules that use each name of each module, by import or as an attribute."""
    found: dict[tuple[str, str], set[str]] = {}
    for path in SOURCES:
        for used in (*imports_of(path), *attributes_of(path)):
            found.setdefault(used, set()).add(module_of(path))
    return found


def imports_of(path: Path) -> Iterator[tuple[str, str]]:
    """Yield what a file imports from Punto: the module and the name."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("punto"):
            yield from ((node.module or "", alias.name) for alias in node.names)


def attributes_of(path: Path) -> Iterator[tuple[str, str]]:
    """Yield what a file uses of modules that it imports whole: the module and the name."""
    tree = tree_of(path)
    bound = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield bound.get(node.value.id, ""), node.attr


def module_of(path: Path) -> str:
    """Return the name by which a file is imported."""
    parts = path.relative_to(PUNTO.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
