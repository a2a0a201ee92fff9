from enum import Enum


class Profile(Enum):
    """How a floor is run: by staff, or by one person alone at a private game (A-73)."""

    STAFFED = "staffed"
    SINGLE_PERSON = "single person"
