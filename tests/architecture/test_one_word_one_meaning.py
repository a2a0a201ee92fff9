"""A public class name has one meaning."""

import ast
from collections import Counter
from pathlib import Path

import punto


def test_no_public_class_name_is_used_twice() -> None:
    names = Counter(
        node.name
        for file in Path(punto.__file__).parent.rglob("*.py")
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, count in names.items() if count > 1] == []
