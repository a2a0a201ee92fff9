"""The patron's terminal: lines typed, and moments waited."""

import sys
import time
from contextlib import suppress
from dataclasses import dataclass

with suppress(ImportError):
    # Its import alone gives the prompt arrow keys and the lines typed before.
    import readline  # noqa: F401 (see above)


@dataclass(frozen=True, slots=True)
class TerminalLines:
    """Lines typed at the prompt; Ctrl-C and Ctrl-D are the patron leaving."""

    def ask(self, prompt: str) -> str | None:
        """The patron's next line, or None when the patron leaves."""
        try:
            return input(prompt)
        except (EOFError, KeyboardInterrupt):
            sys.stdout.write("\n")
            return None


@dataclass(frozen=True, slots=True)
class TerminalPace:
    """Real time."""

    def pause(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)


def at_terminal() -> bool:
    """Whether a person can both read and answer here."""
    return sys.stdin.isatty() and sys.stdout.isatty()
