"""The core, from values to views: no I/O, clock, randomness or logging; one library's data type."""

import ast
from pathlib import Path

import pytest

from support.architecture.sources import core_files, name_of, tree_of

# The modules of Python that the core may use: a list of what is allowed, so nothing slips past.
PURE_MODULES = {
    "collections", "dataclasses", "datetime", "difflib", "enum", "fractions", "functools",
    "hashlib", "itertools", "json", "math", "operator", "punto", "re", "tomllib", "types", "typing",
    "unicodedata",
}  # fmt: skip

IMPURE_CALLS = {"open", "print", "input", "now", "today", "utcnow", "exec", "eval", "breakpoint"}

# From one library the core takes the class of its values, and nothing that reads or writes.
DATA_TYPES = {"Struct", "structs"}


def imported_modules(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found.add((node.module or "").split(".")[0])
    return found


def called_names(tree: ast.Module) -> set[str]:
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {
        call.id if isinstance(call, ast.Name) else call.attr
        for call in calls
        if isinstance(call, ast.Name | ast.Attribute)
    }


@pytest.mark.parametrize("path", core_files(), ids=name_of)
def test_the_core_imports_only_what_cannot_touch_the_world(path: Path) -> None:
    assert imported_modules(tree_of(path)) <= PURE_MODULES | {"msgspec"}


@pytest.mark.parametrize("path", core_files(), ids=name_of)
def test_the_core_takes_only_a_data_type_of_its_one_library(path: Path) -> None:
    imports = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.ImportFrom)]
    taken = {alias.name for node in imports if node.module == "msgspec" for alias in node.names}
    assert taken <= DATA_TYPES
    assert "msgspec" not in {node.module for node in imports if node.module != "msgspec"}


@pytest.mark.parametrize("path", core_files(), ids=name_of)
def test_the_core_calls_nothing_that_reads_or_tells_the_time(path: Path) -> None:
    assert called_names(tree_of(path)) & IMPURE_CALLS == set()
