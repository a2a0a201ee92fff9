"""Refusals about the shoe."""

from enum import Enum
from typing import assert_never

from punto.rounds.command_names import WishName
from punto.rounds.configuration import CardSource
from punto.rounds.shoe.commands import SHUFFLES, Shuffle
from punto.values import Value


class NoShoe(Value):
    """A round needs a shoe."""

    @property
    def sentence(self) -> str:
        return "there is no shoe in play, expected one to be loaded (R 2.2.1, M 2.1)"


class ShoeInPlay(Value):
    """A shoe is already in play."""

    shoe_number: int

    @property
    def sentence(self) -> str:
        return (
            f"shoe {self.shoe_number} is in play, expected it to be retired first "
            "(R 5.7.1, M 3.10, A-46)"
        )


class ShoeIsOver(Value):
    """The cut card came out, and the last round was played (A-49)."""

    shoe_number: int

    @property
    def sentence(self) -> str:
        return f"shoe {self.shoe_number} has had its last round, expected a new shoe (M 3.10, A-49)"


class DecksDiffer(Value):
    """The table is configured for another number of decks."""

    decks: int
    expected: int

    @property
    def sentence(self) -> str:
        return f"{self.decks} decks: expected {self.expected} at this table (R 2.2.1, M 2.1)"


class SourceDiffers(Value):
    """The table is configured for another kind of shoe."""

    source: CardSource
    expected: CardSource

    @property
    def sentence(self) -> str:
        return f"{self.source.value} in play: expected {self.expected.value} (A-70)"


class ShuffleDoesNotFit(Value):
    """Cards of this source are not shuffled in this way."""

    shuffle: Shuffle
    source: CardSource

    @property
    def sentence(self) -> str:
        expected = " or ".join(shuffle.value for shuffle in SHUFFLES[self.source])
        found = f"cards shuffled {self.shuffle.value}"
        return f"{found}: expected {expected} for a {self.source.value} (R 5.3.5, M 5.1)"


class CommitmentDoesNotFit(Value):
    """A virtual shoe needs a commitment before its first bet; no other shoe can have one."""

    source: CardSource

    @property
    def sentence(self) -> str:
        is_virtual = self.source is CardSource.VIRTUAL_SHOE
        expected = "a commitment to its order, and the seal" if is_virtual else "no commitment"
        return f"{self.source.value}: expected {expected} (R 1.3, A-70)"


class CommitmentUsedBefore(Value):
    """The commitment was used before, so its order may be known by now."""

    commitment: str

    @property
    def sentence(self) -> str:
        return (
            f"commitment {self.commitment}: used before, expected a fresh shuffle (R 5.3.5, M 5.1)"
        )


class CutCardAlreadySeen(Value):
    """The shoe's only cut card has already been seen."""

    @property
    def sentence(self) -> str:
        return "the cut card of this shoe was seen already, expected it once (M 3.10)"


class CutDoesNotFit(Value):
    """The place of the cut card cannot be known, or is missing where a timer needs it."""

    cut_at: int | None

    @property
    def sentence(self) -> str:
        found = "none" if self.cut_at is None else f"after {self.cut_at} cards"
        return f"cut card {found}: expected in a virtual shoe, always where a timer deals (A-49)"


class NotWithAShuffler(Value):
    """A continuous shuffler has no cut card, no burn, and nothing to count (A-70)."""

    wish: WishName

    @property
    def sentence(self) -> str:
        return (
            f"{self.wish.doing}: the table plays from a continuous shuffler, expected a shoe (A-70)"
        )


class OnlyWithAShuffler(Value):
    """The table has shoes, each of which begins new roads (A-70)."""

    @property
    def sentence(self) -> str:
        return "roads start again with the next shoe, expected a continuous shuffler (A-70)"


class BurnNotDue(Value):
    """Cards are burned only once, before the first round of a shoe, if the house burns any."""

    @property
    def sentence(self) -> str:
        return "burn: expected once in a new shoe, at a table that burns cards (A-49)"


class BurnFirst(Value):
    """The house burns cards, and has not burned this shoe's yet."""

    @property
    def sentence(self) -> str:
        return "the first cards of this shoe are not burned yet, expected that first (A-49)"


class NothingToReveal(Value):
    """No virtual shoe of that number waits to be revealed; one in play stays secret."""

    shoe_number: int

    @property
    def sentence(self) -> str:
        return (
            f"shoe {self.shoe_number}: expected a virtual one out of play, not revealed so far "
            "(R 1.3, A-70)"
        )


class ExpectedOrder(Enum):
    """The requirement that the order of a revealed shoe fails."""

    WHOLE_DECKS = "whole decks"
    AS_PROMISED = "as promised"
    AS_DEALT = "as dealt"


class RevealDoesNotHold(Value):
    """The revealed order does not match the commitment, or the dealt cards."""

    shoe_number: int
    expected: ExpectedOrder
    decks: int

    @property
    def sentence(self) -> str:
        return f"order of shoe {self.shoe_number}: expected {self._expected}"

    @property
    def _expected(self) -> str:
        match self.expected:
            case ExpectedOrder.WHOLE_DECKS:
                return f"{self.decks} whole decks (R 2.2.1, M 2.1)"
            case ExpectedOrder.AS_PROMISED:
                return "the order of the commitment (R 5.3.5, M 5.1)"
            case ExpectedOrder.AS_DEALT:
                return "the cards that were dealt, in their order (R 3.8, M 3.6)"
            case _:
                assert_never(self.expected)


ShoeRefusal = (
    NoShoe
    | ShoeInPlay
    | ShoeIsOver
    | DecksDiffer
    | SourceDiffers
    | ShuffleDoesNotFit
    | CommitmentDoesNotFit
    | CommitmentUsedBefore
    | CutCardAlreadySeen
    | CutDoesNotFit
    | NotWithAShuffler
    | OnlyWithAShuffler
    | BurnNotDue
    | BurnFirst
    | NothingToReveal
    | RevealDoesNotHold
)
