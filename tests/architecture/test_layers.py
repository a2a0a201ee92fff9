"""The layer contract itself is in .importlinter; here it is run, and shown to be whole."""

import configparser
from pathlib import Path

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from support.architecture.sources import PUNTO, ROOT


def test_imports_point_down_only() -> None:
    status = lint_imports(config_filename=str(ROOT / ".importlinter"), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS


def test_every_package_has_its_place_in_the_contract() -> None:
    config = configparser.ConfigParser()
    config.read(ROOT / ".importlinter")
    written = config["importlinter:contract:layers"]["layers"]
    layers = {name.strip("() ") for line in written.split("\n") for name in line.split("|")}
    assert {path.name for path in PUNTO.iterdir() if _is_package(path)} <= layers


def _is_package(path: Path) -> bool:
    return (path / "__init__.py").exists()
