"""A finished round, taken from the record."""

from dataclasses import dataclass
from itertools import takewhile

from punto.cli.play.session import TERMINAL, Session
from punto.rounds import BetsClosed, BetsOpened, CardDealt, CutCardSeen, Fact, Round
from punto.rules import Settlement
from punto.values import Cents


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """The events after the opening words up to the payment, and the result."""

    facts: tuple[Fact, ...]
    ended: Round
    credits_after: Cents

    @property
    def closing_words(self) -> str:
        """The phrase that closed the bets."""
        return next(fact.phrase for fact in self.facts if isinstance(fact, BetsClosed))

    @property
    def settlement(self) -> Settlement:
        """How the patron's bets were settled."""
        coup = self.ended.coup
        return Settlement(coup, coup.outcome, dict(self.ended.results).get(TERMINAL, ()))

    @property
    def profit(self) -> Cents:
        """The round's profit over its stakes; negative for a loss."""
        return Cents(self.settlement.total_returned - self.settlement.total_stake)

    def facts_with(self, dealt_count: int) -> tuple[Fact, ...]:
        """Return the events up to so many dealt cards, before the next one."""
        cards = [place for place, fact in enumerate(self.facts) if isinstance(fact, CardDealt)]
        if dealt_count == len(cards):
            return self.facts
        next_card = cards[dealt_count]
        # The cut card comes out with the card behind it.
        with_cut_card = isinstance(self.facts[next_card - 1], CutCardSeen)
        return self.facts[: next_card - with_cut_card]


def latest_round(session: Session) -> PlayedRound:
    """Return the round played last."""
    events = reversed(session.record.events)
    since = takewhile(lambda fact: not isinstance(fact, BetsOpened), (e.fact for e in events))
    return PlayedRound(tuple(since)[::-1], session.table.round_now, session.credits)
