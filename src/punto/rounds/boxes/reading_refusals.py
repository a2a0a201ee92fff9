"""Why an answer to the sensor of a live table cannot be taken."""

from punto.live import BoxLabel
from punto.rules import BetKey
from punto.values import Cents, Value, format_money


class NothingRead(Value):
    """An answer to a reading that is as recorded, or that names no bet."""

    @property
    def sentence(self) -> str:
        return "no bet that is read otherwise than recorded: expected one or more (L 5.13)"


class ReadingStale(Value):
    """An answer to a difference that has gone, because the bet was recorded again."""

    box: BoxLabel
    bet: BetKey
    recorded: Cents
    compared: Cents

    @property
    def sentence(self) -> str:
        return (
            f"{self.bet} in box {self.box}: {format_money(self.recorded)} is recorded, expected "
            f"{format_money(self.compared)} as when it was compared (L 5.13)"
        )


class ReadingUnclear(Value):
    """A sum of chips of several patrons, or two answers about one bet."""

    box: BoxLabel
    bet: BetKey

    @property
    def sentence(self) -> str:
        return (
            f"{self.bet} in box {self.box}: the reading does not say how much is whose, "
            "expected the bets by hand (L 5.16)"
        )


AnswerRefusal = NothingRead | ReadingStale | ReadingUnclear
