"""The cards in play, as far as they were seen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from punto.rounds.configuration import CardSource
from punto.values import DECK, Card, replace


@dataclass(frozen=True, slots=True)
class Shoe:
    """The known facts about a shoe: how often each card was seen, and how many left it unseen."""

    number: int
    decks: int
    source: CardSource
    commitment: str = ""
    cut_at: int | None = None
    """How many cards lie before the cut card, where that is known beforehand."""
    counts: Mapping[Card, int] = field(default_factory=dict)
    """How often each card was seen; nothing at a continuous shuffler, which takes them back."""
    dealt_count: int = 0
    """How many cards left the shoe, burned ones included."""
    drawn: tuple[Card | None, ...] = ()
    """The cards that left a virtual shoe, in order; None for one that was burned unseen."""
    cut_card_seen: bool = False
    rounds_left: int = 0
    """How many rounds may still begin, once the cut card was seen (A-49)."""
    drawn_together: bool = False
    """Whether cards of it were drawn together, after which it may be replaced (R 5.7.1, A-78)."""
    sealed: str = field(default="", repr=False)
    """A virtual shoe's order, under a key that is not in the record."""

    @property
    def is_continuous(self) -> bool:
        """Whether cards go back in, so that the rules for shoes do not apply (A-70)."""
        return self.source is CardSource.SHUFFLER

    @property
    def is_over(self) -> bool:
        """Whether the last round of the shoe has begun."""
        return self.cut_card_seen and not self.rounds_left

    def cut_card_shows(self) -> bool:
        """Whether the cut card comes out with the next card (M 3.10)."""
        is_due = self.cut_at is not None and self.dealt_count >= self.cut_at
        return is_due and not self.cut_card_seen

    @property
    def cards_left(self) -> int:
        """The number of cards still to come."""
        return self.decks * len(DECK) - self.dealt_count

    def holds(self, card: Card) -> bool:
        """Return whether one more of this card can still come out (A-69)."""
        if self.is_continuous:
            return True
        return self.counts.get(card, 0) < self.decks and self.cards_left > 0

    def may_show(self, card: Card) -> bool:
        """Return whether a card that left the shoe unseen can be this one (A-69)."""
        return self.is_continuous or self.counts.get(card, 0) < self.decks

    def beyond(
        self, registered: Iterable[Card], corrected: Iterable[Card], unseen_count: int = 0
    ) -> Card | None:
        """Return a card that the decks could not hold if some cards were replaced (A-69).

        Some of these may have left the shoe before, unseen.
        """
        if self.is_continuous:
            return None
        before, now = tuple(registered), tuple(corrected)
        counts = self._with(before, now)
        if len(now) - len(before) - unseen_count > self.cards_left:
            return now[-1]
        return next((card for card, seen in counts.items() if seen > self.decks), None)

    def after(self, cards: tuple[Card, ...], unseen_count: int = 0) -> "Shoe":
        """Return the shoe without these cards and a number of unseen ones."""
        if self.is_continuous:
            return self
        unseen: tuple[Card | None, ...] = (None,) * unseen_count
        is_virtual = self.source is CardSource.VIRTUAL_SHOE
        return replace(
            self,
            counts=self._with((), cards),
            dealt_count=self.dealt_count + len(cards) + unseen_count,
            drawn=(*self.drawn, *cards, *unseen) if is_virtual else (),
        )

    def showing(self, card: Card) -> "Shoe":
        """Return the shoe after a card that left it unseen is turned over."""
        return self.corrected((), (card,), unseen_count=1)

    def corrected(
        self, registered: tuple[Card, ...], corrected: tuple[Card, ...], unseen_count: int = 0
    ) -> "Shoe":
        """Return the shoe after a correction of the cards that left it, seen or unseen."""
        if self.is_continuous:
            return self
        counts = self._with(registered, corrected)
        dealt_count = self.dealt_count + len(corrected) - len(registered) - unseen_count
        return replace(self, counts=counts, dealt_count=dealt_count)

    def _with(self, registered: tuple[Card, ...], corrected: tuple[Card, ...]) -> dict[Card, int]:
        counts = dict(self.counts)
        for card in corrected:
            counts[card] = counts.get(card, 0) + 1
        for card in registered:
            counts[card] = counts.get(card, 0) - 1
        return {card: seen for card, seen in counts.items() if seen} if registered else counts
