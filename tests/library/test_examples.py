"""The examples of the library, in its docstrings and on the pages, do what they say."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
MODULES = ("punto", "punto.library", "punto.lab", "punto.lab.simulation", "punto.lab.studies")
PAGES = ("README.md", "docs/LIBRARY.md")
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_a_docstring_hold(name: str) -> None:
    tested = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert (tested.attempted > 0, tested.failed) == (True, 0)


@pytest.mark.parametrize("name", PAGES)
def test_the_examples_on_a_page_hold(name: str) -> None:
    script = "\n".join(BLOCK.findall((ROOT / name).read_text("utf-8")))
    parsed = doctest.DocTestParser().get_doctest(script, {}, name, name, 0)
    tested = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(parsed)
    assert (tested.attempted > 0, tested.failed) == (True, 0)


def test_the_example_of_the_readme_is_three_lines_and_imports_one_name() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    (block,) = BLOCK.findall(readme)
    typed = [line for line in block.splitlines() if line.startswith(">>> ")]
    assert len(typed) == 3
    assert [line for line in typed if "import" in line] == [">>> import punto"]
