"""The cards that a report should have named, for its refusal."""

from collections.abc import Mapping
from enum import Enum


class ExpectedCards(Enum):
    """The cards that the Table of Play, the decks or the procedure allow."""

    AS_DRAWN = "as drawn"
    NONE_YET = "none yet"
    EXTRA_ONLY = "extra only"
    NONE_FOR_TERMINALS = "none for terminals"
    FOR_THE_NEXT_DEAL = "for the next deal"
    BEHIND_THE_REGISTERED = "behind the registered"
    TOGETHER_IN_ANOTHER_ORDER = "last in another order"
    TWO_OR_MORE_TOGETHER = "two or more together"
    NONE_TOGETHER = "none together"
    AS_READ = "as read"
    OTHERS_THAN_REGISTERED = "others than registered"
    NO_MORE_THAN_USED = "no more than used"
    A_COMPLETE_COUP = "a complete coup"
    EACH_ONCE = "each once"
    AS_THE_DECKS_HOLD = "as the decks hold"
    IN_THEIR_HANDS = "in their hands"
    SEEN = "seen"
    NOT_DEALT_SINCE = "not dealt since"

    def words(self, at_most: int) -> str:
        """The expected cards with their clause, and their greatest number if that was exceeded."""
        return _WORDS[self].format(at_most)


_WORDS: Mapping[ExpectedCards, str] = {
    ExpectedCards.AS_DRAWN: (
        "none but those drawn from the virtual shoe, as they came (R 1.3, A-70)"
    ),
    ExpectedCards.NONE_YET: "none before the bets are closed (R 3.8, M 3.6)",
    ExpectedCards.EXTRA_ONLY: (
        "none before the bets are closed, extra ones apart (R 3.8, M 3.6, A-43)"
    ),
    ExpectedCards.NONE_FOR_TERMINALS: (
        "none where only terminals are out of reach (R 5.2, M 5.10)"
    ),
    ExpectedCards.FOR_THE_NEXT_DEAL: "at most {} to begin the next deal (A-43)",
    ExpectedCards.BEHIND_THE_REGISTERED: (
        "the registered cards, and perhaps more behind them (A-33)"
    ),
    ExpectedCards.TOGETHER_IN_ANOTHER_ORDER: (
        "another order of the cards drawn together only (R 5.7, L 5.10, M 5.8, A-76)"
    ),
    ExpectedCards.TWO_OR_MORE_TOGETHER: (
        "two or more of the cards that are out, as drawn together (R 5.7, L 5.10, M 5.8, A-76)"
    ),
    ExpectedCards.NONE_TOGETHER: (
        "none drawn together in a report of something else (R 5.7, L 5.10, M 5.8)"
    ),
    ExpectedCards.AS_READ: (
        "the order that the shoe has read, which a misplaced card does not change (R 5.5, L 5.8, "
        "A-44, A-76)"
    ),
    ExpectedCards.OTHERS_THAN_REGISTERED: (
        "other cards than those registered, and some of each (R 5.6, M 6.3, A-72)"
    ),
    ExpectedCards.NO_MORE_THAN_USED: "no more than the Table of Play uses (R 3.10, M 3.8)",
    ExpectedCards.A_COMPLETE_COUP: (
        "a complete coup, since the round is settled (A-28); a hand short of a card is a wrong "
        "number of cards (R 5.3.3, M 5.2), or a matter for a ruling (R 5.12, M 6.1)"
    ),
    ExpectedCards.EACH_ONCE: (
        "the cards that are out, each once, in another order (R 1.17, M 5.7)"
    ),
    ExpectedCards.AS_THE_DECKS_HOLD: "each at most {} times (A-69)",
    ExpectedCards.IN_THEIR_HANDS: (
        "the cards that are out, each once, in the hand where it lies (L 5.12.1, A-85)"
    ),
    ExpectedCards.SEEN: "cards with a face: none that nobody has seen decides a bet (A-43)",
    ExpectedCards.NOT_DEALT_SINCE: (
        "no card that waited and was dealt in the next round, where it stays (R 5.8, A-77)"
    ),
}
