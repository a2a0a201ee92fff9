"""Stakes as chips."""

from rich.text import Text

from punto.values import CENTS_PER_DOLLAR, Cents, format_money

CHIPS = (
    (1000, "yellow"),
    (500, "magenta"),
    (100, "bright_black"),
    (25, "green"),
    (5, "red"),
    (1, "white"),
)
"""The chips in dollars, greatest first, with their usual casino colours."""


def chips_text(stake: Cents) -> Text:
    """Return the fewest chips that make a stake, such as ``●100 ●25×2``, and its amount."""
    # The table's step is a whole dollar, so chips make every stake.
    left = stake // CENTS_PER_DOLLAR
    words = []
    for dollars, colour in CHIPS:
        count, left = divmod(left, dollars)
        if count:
            times = f"×{count}" if count > 1 else ""
            words.append(Text("●", style=colour).append(f"{dollars}{times}", style="default"))
    return Text(" ").join(words).append(f"  {format_money(stake)}", style="bold")
