"""The patron's terminal: lines typed, and moments waited."""

import select
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
    """Real time; any key hurries the dealer along."""

    def pause(self, seconds: float) -> None:
        """Wait, or go on at the first key; what was typed meanwhile is no bet."""
        with _keys_unseen():
            select.select([sys.stdin], [], [], seconds)


@contextmanager
def _keys_unseen() -> Iterator[None]:
    """Keys neither show nor wait in line: one struck during the deal must not close bets."""
    settings = termios.tcgetattr(sys.stdin)
    unseen = [*settings[:3], settings[3] & ~(termios.ECHO | termios.ICANON), *settings[4:]]
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, unseen)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, settings)


def at_terminal() -> bool:
    """Whether a person can both read and answer here."""
    return sys.stdin.isatty() and sys.stdout.isatty()
