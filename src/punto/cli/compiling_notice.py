"""What somebody at a terminal is told while the lab is compiled, which happens once."""

import sys
from functools import cache

from punto.lab.compiler import Kernel


def announce_compiling() -> None:
    """Say so before it begins, where somebody sees it."""
    if sys.stderr.isatty():
        Kernel.before_compiling = staticmethod(_say)


@cache  # for the first kernel of several
def _say() -> None:
    # Not by click, which would write past a bar that is shown.
    sys.stderr.write("punto: compiling the lab for this machine, once: a few seconds\n")
