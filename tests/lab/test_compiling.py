"""Where machine code is kept, on machines that offer fewer and fewer places for it."""

import ast
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest

from punto.lab import compiler as compiling
from punto.lab.compiler import HERE, Kernel, code_folder, kernel, kernel_sources


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A machine with folders for an install, a home and temporary files, and no settings."""
    for name in ("install", "home", "temporary"):
        (tmp_path / name).mkdir()
    for source in kernel_sources():
        (tmp_path / "install" / source.name).write_bytes(source.read_bytes())
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(compiling, "HERE", tmp_path / "install")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    code_folder.cache_clear()
    yield tmp_path
    code_folder.cache_clear()


def cannot_be_written(folder: Path) -> None:
    # A file in place of a folder cannot be written into, not even by root.
    if folder.is_dir():
        folder.rmdir()
    folder.write_text("")


def where(machine: Path) -> str | None:
    code_folder.cache_clear()
    folder = code_folder()
    return None if folder is None else str(folder.parent.relative_to(machine))


def test_code_is_kept_with_the_install_or_else_wherever_it_can_be(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = f"temporary/punto-{os.getuid()}"
    assert where(machine) == "install/__pycache__"
    for path in (machine / "install" / "__pycache__").iterdir():
        path.rmdir()
    cannot_be_written(machine / "install" / "__pycache__")
    assert where(machine) == "home/punto"
    monkeypatch.setenv("XDG_CACHE_HOME", str(machine / "install" / "__pycache__"))
    assert where(machine) == own
    assert (machine / own).stat().st_mode & 0o077 == 0
    (machine / own).chmod(0o777)
    assert where(machine) is None
    monkeypatch.setattr(tempfile, "tempdir", str(machine / "missing"))
    assert where(machine) is None
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(machine / "told"))
    assert where(machine) == "told"


def test_changed_sources_never_meet_old_code(machine: Path) -> None:
    before = code_folder()
    part = machine / "install" / "pairs_kernel.py"
    part.write_text(part.read_text() + "\n")
    code_folder.cache_clear()
    assert code_folder() != before


def three_times(number: int) -> int:
    return 3 * number


def test_a_kernel_runs_compiled_and_plain_and_is_kept(machine: Path) -> None:
    usual = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    triple = kernel("int64(int64)")(three_times)
    assert triple(14) == triple.py_func(14) == 42
    assert len(list((machine / "install" / "__pycache__").rglob("*.nbi"))) == 1
    assert usual == numba.config.CACHE_DIR  # type: ignore[attr-defined]


def test_where_nothing_can_be_kept_a_kernel_is_compiled_at_each_start(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "_places", lambda: iter(()))
    assert kernel("int64(int64)")(three_times)(14) == 42
    assert not list(machine.rglob("*.nbi"))


def test_a_user_is_told_of_a_slow_compile_and_only_then(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Path] = []
    monkeypatch.setattr(Kernel, "before_compiling", staticmethod(lambda: told.append(machine)))
    for _start in range(2):
        assert kernel("int64(int64)")(three_times)(14) == 42
    assert told == [machine]
    monkeypatch.setattr(compiling, "_places", lambda: iter(()))
    code_folder.cache_clear()
    assert kernel("int64(int64)")(three_times)(14) == 42
    assert told == [machine, machine]


def imports_of(path: Path) -> Iterator[tuple[str, set[str]]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or "", {name.name for name in node.names}


def test_kernels_are_made_of_nothing_but_the_files_that_name_their_folder() -> None:
    known = {f"punto.lab.{path.stem}" for path in kernel_sources()}
    for path in HERE.glob("*.py"):
        for module, names in imports_of(path):
            if module == "punto.lab.compiler" and names & {"kernel", "part_of_kernels"}:
                assert path.stem.endswith("_kernel")
            if path.stem.endswith("_kernel") and module.startswith("punto."):
                assert module in known | {"punto.lab.compiler"}, path.name
