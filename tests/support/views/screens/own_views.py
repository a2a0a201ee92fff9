"""What one terminal sees."""

from punto.values.ids import TerminalId
from punto.views.screens import terminal
from punto.views.screens.terminal import TerminalView, own_state
from punto.views.watched_table import Watched


def terminal_view(watched: Watched, of: TerminalId) -> TerminalView | None:
    """Return one patron's part; None if the terminal is not at this table."""
    own = own_state(watched, of)
    return None if own is None else terminal.terminal_view(own)
