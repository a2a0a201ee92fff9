"""What is wrong with a configuration by which a round could not be run or ended."""

from collections.abc import Mapping
from enum import Enum


class Unfit(Enum):
    """A fault that the terms of the game do not show."""

    NO_POLICY = "no policy"
    READING_IS_FIXED = "reading is fixed"
    TIMER_WITHOUT_VIRTUAL_SHOE = "timer without virtual shoe"
    NO_TIME_TO_BET = "no time to bet"
    TIME_BELOW_NOTHING = "time below nothing"
    OTHER_WORDS = "other words"
    CAP_BELOW_NOTHING = "cap below nothing"
    OTHER_TABLE = "other table"

    def words(self, about: str) -> str:
        """The fault in words, with its clause."""
        return _WORDS[self].format(about)


_WORDS: Mapping[Unfit, str] = {
    Unfit.NO_POLICY: "no policy for {}, expected one (R 5.1, R 5.12, M 5.9, M 6.1)",
    Unfit.READING_IS_FIXED: "reading {}: the document itself leaves no such choice (R 3.6)",
    Unfit.TIMER_WITHOUT_VIRTUAL_SHOE: "a timer that deals, expected a virtual shoe for it (A-28)",
    Unfit.NO_TIME_TO_BET: "{} ms to bet, expected more than 0 (R 3.3, M 3.1)",
    Unfit.TIME_BELOW_NOTHING: "a time of {} ms, expected at least 0 (A-24)",
    Unfit.OTHER_WORDS: (
        "other words to open or close bets than the document has (R 3.7, M 3.1, M 3.2, A-25)"
    ),
    Unfit.CAP_BELOW_NOTHING: "a liability cap of {}, expected at least 0 (A-17)",
    Unfit.OTHER_TABLE: "made for table {}, expected for the table that it is given to (A-64)",
}
