from enum import Enum


class Side(Enum):
    """One of the two hands; people are patrons and places are seats, never sides."""

    PLAYER = "player"
    BANKER = "banker"

    # Each member is one object; to hash it by its name, as enums do, is a call for every bet.
    __hash__ = object.__hash__


class Winner(Enum):
    """Who won a coup: one of the hands, or neither."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
