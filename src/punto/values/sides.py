from enum import Enum


class Side(Enum):
    """One of the two hands; people are patrons and places are seats, never sides."""

    PLAYER = "player"
    BANKER = "banker"


class Winner(Enum):
    """Who won a coup: one of the hands, or neither."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
