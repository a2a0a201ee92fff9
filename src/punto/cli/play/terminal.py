"""The patron's terminal: typed lines and pauses."""

import select
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

with suppress(ImportError):
    # Importing it gives the prompt arrow keys and a history.
    import readline  # noqa: F401 (see above)


@dataclass(frozen=True, slots=True)
class TerminalLines:
    """Lines typed at the prompt; Ctrl-C and Ctrl-D mean that the patron leaves."""

    def ask(self, prompt: str) -> str | None:
        """Return the patron's next line, or None if the patron leaves."""
        try:
            return input(prompt)
        except (EOFError, KeyboardInterrupt):
            sys.stdout.write("\n")
            return None


@dataclass(frozen=True, slots=True)
class TerminalPace:
    """Real time; any key hurries the dealer."""

    def pause(self, seconds: float) -> None:
        """Wait, or continue at the first key; keys typed meanwhile are not bets."""
        with _keys_unseen():
            select.select([sys.stdin], [], [], seconds)


@contextmanager
def _keys_unseen() -> Iterator[None]:
    """Hide and discard keys: one pressed during the deal must not close bets."""
    settings = termios.tcgetattr(sys.stdin)
    unseen = [*settings[:3], settings[3] & ~(termios.ECHO | termios.ICANON), *settings[4:]]
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, unseen)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, settings)


def at_terminal() -> bool:
    """Return whether a person can both read and answer here."""
    return sys.stdin.isatty() and sys.stdout.isatty()
