"""The names of messages in the record and on screens, which derive from their classes."""

import re


def snake(kind: type) -> str:
    """Return the name of a class in small letters, its words joined by underscores."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", kind.__name__).lower()


def stored_name(group: str, kind: type) -> str:
    """Return the name of an event in the record and on screens, such as ``shoe.cards_burned``.

    A name is never given to another event. A changed form gets the next version and an upcaster.
    """
    return f"{group}.{snake(kind).removeprefix(f'{group}_')}"
