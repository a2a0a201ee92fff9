import sys
from collections.abc import Iterator

import pytest

from punto.cli import lab_inputs
from punto.cli.lab_inputs import announce_compiling
from punto.lab.compiler import Kernel


@pytest.fixture(autouse=True)
def _quiet_before_and_after(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(Kernel, "before_compiling", staticmethod(lambda: None))
    lab_inputs._tell_of_compiling.cache_clear()  # noqa: SLF001 (said once a start)
    yield
    lab_inputs._tell_of_compiling.cache_clear()  # noqa: SLF001


def test_a_terminal_is_told_once_why_nothing_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    announce_compiling()
    for _kernel in range(3):
        Kernel.before_compiling()
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "punto: compiling the lab for this machine, once: a few seconds\n"


def test_programs_are_told_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    announce_compiling()
    Kernel.before_compiling()
    assert capsys.readouterr().err == ""
