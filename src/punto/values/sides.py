from punto.values.structures import Choice


class Side(Choice):
    """One of the two hands; people are patrons and positions are seats, never sides."""

    PLAYER = "player"
    BANKER = "banker"


class Winner(Choice):
    """Who won a coup: one of the hands, or neither."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
