"""Refusals of answers to the sensor of a live table."""

from punto.live import BoxLabel
from punto.rules import BetKey
from punto.values import Cents, Value, format_money


class NothingRead(Value):
    """The answered reading agrees with the record, or names no bet."""

    @property
    def sentence(self) -> str:
        return "the sensor agrees with the recorded bets: expected a bet that differs (L 5.13)"


class ReadingStale(Value):
    """The difference has gone, because the bet was recorded again."""

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
    """The answer sums the chips of several patrons, or names one bet twice."""

    box: BoxLabel
    bet: BetKey

    @property
    def sentence(self) -> str:
        return (
            f"{self.bet} in box {self.box}: the reading does not say how much is whose, "
            "expected the bets by hand (L 5.16)"
        )


AnswerRefusal = NothingRead | ReadingStale | ReadingUnclear
