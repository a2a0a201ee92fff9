class BadNotation(ValueError):
    """Text that says no card, amount or odds; the message shows it and what was expected."""
