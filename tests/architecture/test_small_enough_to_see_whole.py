import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.architecture.sources import SOURCES, name_of, tree_of

FUNCTION_LINES_MAX = 50
FILE_LINES_MAX = 300
# A verifier that anyone can take along, read and run on its own has to be one file.
WHOLE_IN_ONE_FILE = {"audit.py"}
VAGUE_NAMES = {"utils", "helpers", "common", "manager", "core", "models", "misc"}


def functions_of(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_no_function_outgrows_a_screen(path: Path) -> None:
    for function in functions_of(path):
        length = (function.end_lineno or 0) - function.lineno + 1
        assert length <= FUNCTION_LINES_MAX, f"{function.name} has {length} lines"


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_no_file_outgrows_its_subject(path: Path) -> None:
    lines_count = len(path.read_text("utf-8").splitlines())
    assert lines_count <= FILE_LINES_MAX or name_of(path) in WHOLE_IN_ONE_FILE
    assert path.stem not in VAGUE_NAMES
