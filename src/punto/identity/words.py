"""What makes a text fit for the record."""


def tidy(text: str) -> str:
    """A text without blanks around it, and with single ones inside."""
    return " ".join(text.split())


def is_readable(text: str) -> bool:
    """Whether there is something to see, and nothing that cannot be seen."""
    return text.isprintable() and any(character.isalnum() for character in text)


def alike(one: str, other: str) -> bool:
    """Whether people would take two texts for the same."""
    return tidy(one).casefold() == tidy(other).casefold()
