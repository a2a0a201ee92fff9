"""The layer contract is in .importlinter; these tests run it, and check that it is complete."""

import configparser
import re
from pathlib import Path

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from support.architecture.sources import PUNTO, ROOT


def test_imports_point_down_only() -> None:
    status = lint_imports(config_filename=str(ROOT / ".importlinter"), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS


def test_every_package_has_its_place_in_the_contract() -> None:
    assert {path.name for path in PUNTO.iterdir() if _is_package(path)} <= layers().keys()


def test_the_walks_through_the_code_go_down_the_layers() -> None:
    page = (ROOT / "docs" / "READING.md").read_text("utf-8")
    depth_of = layers()
    steps_count = 0
    for section in re.split(r"^#+ ", page, flags=re.MULTILINE):
        steps = re.findall(r"^\d+\. \[[^]]+\]\(\.\./src/punto/([a-z_]+)", section, re.MULTILINE)
        steps_count += len(steps)
        depths = [depth_of[package] for package in steps]
        assert depths == sorted(depths), section.partition("\n")[0]
    assert steps_count > 40


def layers() -> dict[str, int]:
    """Return each package with the number of its layer, the highest first."""
    config = configparser.ConfigParser()
    config.read(ROOT / ".importlinter")
    written = config["importlinter:contract:layers"]["layers"].strip().split("\n")
    return {
        name.strip("() "): depth for depth, line in enumerate(written) for name in line.split("|")
    }


def _is_package(path: Path) -> bool:
    return (path / "__init__.py").exists()
