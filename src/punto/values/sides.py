from enum import Enum


class Side(Enum):
    """One of the two hands; people are patrons and places are seats, never sides."""

    PLAYER = "player"
    BANKER = "banker"

    @property
    def other(self) -> "Side":
        """The hand on the opposite side."""
        return Side.BANKER if self is Side.PLAYER else Side.PLAYER


class Winner(Enum):
    """Who won a coup: one of the hands, or neither."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
