"""Collects which tests show which paragraphs and readings, from the marks on the tests."""

import contextlib
import io
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

Marked = dict[str, list[str]]


@dataclass
class Collector:
    """A pytest plugin that looks at the marks of every collected test."""

    paragraphs: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    readings: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    items: list[pytest.Function] = field(default_factory=list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Note the marks of each test, once for all its parameters."""
        for item in items:
            name = item.nodeid.partition("[")[0]
            for mark in item.iter_markers("clause"):
                document, *numbers = mark.args
                for number in numbers:
                    self.paragraphs[f"{document} {number}"].add(name)
            for mark in item.iter_markers("reading"):
                for reading in mark.args:
                    self.readings[reading].add(name)
        self.items = [item for item in items if isinstance(item, pytest.Function)]


def collect(*paths: str) -> Collector:
    """Collect the tests without running them."""
    collector = Collector()
    # A tool that imported the web application before has imported anyio, whose plugin pytest then
    # cannot rewrite; collecting needs no rewritten assertions.
    unrewritten = "ignore::pytest.PytestAssertRewriteWarning"
    plain = ["-p", "no:cacheprovider", "-p", "no:xdist", "-W", unrewritten]
    arguments = ["--collect-only", "-qq", *plain]
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = pytest.main(
            [*arguments, "--no-cov", "--rootdir", str(ROOT), *(paths or [str(ROOT / "tests")])],
            plugins=[collector],
        )
    if status is not pytest.ExitCode.OK:
        sys.exit(output.getvalue())
    return collector


def evidence() -> dict[str, Marked]:
    """Return the evidence, sorted, so that it changes only when a mark does."""
    collector = collect()
    return {
        "paragraphs": {key: sorted(names) for key, names in sorted(collector.paragraphs.items())},
        "readings": {key: sorted(names) for key, names in sorted(collector.readings.items())},
    }
