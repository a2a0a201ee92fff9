"""The files of a wheel: the package and its pages, without what only this repository needs."""

from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parent.parent.parent


def test_a_wheel_holds_the_package_and_its_pages_but_no_tests_or_evidence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    builder = WheelBuilder(str(ROOT))
    asked: dict[str, Any] = builder.get_default_build_data()
    builder.set_build_data_defaults(asked)
    pages = builder.get_build_hooks(str(tmp_path))["custom"]
    monkeypatch.setitem(type(pages).initialize.__globals__, "build_pages", lambda: None)
    pages.initialize("standard", asked)
    with builder.config.set_build_data(asked):
        held = {Path(file.distribution_path) for file in builder.recurse_included_files()}
    assert {path.parts[0] for path in held} == {"punto"}
    assert Path("punto/py.typed") in held
    static = ROOT / "src/punto/web/static"
    assert {Path("punto/web/static") / file.relative_to(static) for file in files(static)} <= held
    assert not [path for path in held if path.name == "evidence.json"]
    assert not [path for path in held if "tests" in path.parts or path.name.startswith("test_")]


def files(folder: Path) -> list[Path]:
    """Return all files in a folder, at any depth."""
    return [path for path in folder.rglob("*") if path.is_file()]
