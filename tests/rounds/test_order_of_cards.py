"""Every card is in one place, and cards are dealt in the order in which they left the shoe."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.rounds.betting.commands import OpenBets
from punto.rounds.commands import By
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.phases import Phase
from punto.rounds.state import Round
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import DECK, Card, CardOut, seen_of
from support.rounds.evening import DEALER, SHIFT_MANAGER, SUPERVISOR, Evening, opened
from support.rounds.matters import Policies, config_for

EXCESS = Irregularity.EXCESS_OR_EXPOSED_CARD
WRONG_CARD = Irregularity.WRONG_CARD_REGISTERED
STEPS = 50


class Walk:
    """A table, the physical cards that have left its shoe, and what is known of them."""

    def __init__(self, policies: Policies, seed: int) -> None:
        self.chance = Random(seed)  # noqa: S311 (no secret)
        self.evening: Evening = opened(config_for("rws-etg", policies))
        self.shoe: list[Card] = self.chance.sample(DECK * 8, len(DECK) * 8)
        self.left: list[Card] = []
        self.known: list[CardOut] = []
        """Each card that has left the shoe as the table knows it: misread, unseen, or true."""

    @property
    def rounds(self) -> tuple[Round, ...]:
        table = self.evening.table
        return (*table.past, *((table.round,) if table.round is not None else ()))

    def draw(self, as_known: CardOut) -> None:
        self.left.append(self.shoe.pop(0))
        self.known.append(as_known)

    def check(self) -> None:
        """Check that each card is in one place, dealt or waiting, and in the order of the shoe."""
        table = self.evening.table
        placed: list[CardOut] = [card for each in self.rounds for card in each.cards]
        assert [*placed, *table.carried] == self.known
        assert table.shoe_now.dealt_count == len(self.left)
        assert table.shoe_now.counts == Counter(seen_of(self.known))

    def step(self) -> None:
        """Take a step that people might take now."""
        table = self.evening.table
        if self.chance.random() < 0.25:
            self.excess()
        elif table.round is not None and self.chance.random() < 0.3:
            self.correction()
        else:
            self.forward()

    def forward(self) -> None:
        table = self.evening.table
        match table.phase:
            case Phase.IDLE | Phase.SETTLED:
                self.evening.do(OpenBets())
            case Phase.BETTING:
                self.evening.close()
            case Phase.RESULT:
                self.evening.do(Settle())
            case Phase.DEALING if len(table.round_now.cards) == 4 and not (
                table.round_now.totals_announced
            ):
                self.evening.do(AnnounceTotals())
            case _:
                self.deal()

    def deal(self) -> None:
        waits = bool(self.evening.table.carried)
        true = self.left[self.known.index(None)] if waits else self.shoe[0]
        misread = self.chance.random() < 0.3
        card = self.chance.choice(DECK) if misread else true
        if waits:
            self.known[self.known.index(None)] = card
        else:
            self.draw(card)
        self.evening.do(DealCard(card))

    def excess(self) -> None:
        """Let cards leave the shoe too early, each seen or unseen, and report them."""
        room = 4 - len(self.evening.table.carried)
        if not room:
            return
        extra = [
            card if self.chance.random() < 0.5 else None
            for card in self.shoe[: self.chance.randint(1, room)]
        ]
        if self.asked(ReportIrregularity(EXCESS, "", None, tuple(extra)), DEALER):
            for card in extra:
                self.draw(card)
            self.evening.do(Attest(), SUPERVISOR)

    def correction(self) -> None:
        """Report the true cards of a round, and perhaps of some cards that wait."""
        table = self.evening.table
        of = self.chance.choice(self.rounds[-2:])
        start = sum(len(each.cards) for each in self.rounds if each.number < of.number)
        end = start + len(of.cards)
        behind_it = len(self.known) - len(table.carried) == end
        collides = Counter(self.left[start:end]) - Counter(of.cards)
        least = len(table.carried) if collides & Counter(seen_of(table.carried)) else 0
        end += self.chance.randint(least, len(table.carried)) if behind_it else 0
        earlier = None if of is table.round else of.number
        named = tuple(self.left[start:end])
        wish = ReportIrregularity(WRONG_CARD, "", named, round_number=earlier)
        rest = iter(named)
        # The same cards could also result from an unregistered card between the others.
        ambiguous = named[: len(of.cards)] != of.cards and all(card in rest for card in of.cards)
        if not ambiguous and self.asked(wish, DEALER):
            self.known[start:end] = named
            self.evening.do(Attest(), SHIFT_MANAGER)

    def asked(self, wish: ReportIrregularity, by: By) -> bool:
        """Whether the table accepts a report; a refused report changes nothing."""
        before = self.evening.table
        if isinstance(self.evening.ask(wish, by), tuple):
            return self.evening.phase() is Phase.STOPPED
        assert self.evening.table == before
        return False


@pytest.mark.clause("rws-etg", "5.4", "5.6")
@pytest.mark.reading("A-43", "A-77")
@pytest.mark.no_cover
@settings(max_examples=150)
@given(seed=st.integers(0, 2**32))
def test_no_card_is_in_two_places_and_none_is_dealt_out_of_turn(
    policies: Policies, seed: int
) -> None:
    walk = Walk(policies, seed)
    for _ in range(STEPS):
        walk.step()
        walk.check()
    assert replay(walk.evening.record.events) == walk.evening.table


def walks(policies: Policies) -> Iterator[Walk]:
    for seed in range(80):
        walk = Walk(policies, seed)
        for _ in range(STEPS):
            walk.step()
        yield walk


def test_the_walk_meets_what_it_is_about(policies: Policies) -> None:
    names = Counter(
        (type(event.fact).__name__, bool(getattr(event.fact, "waited", ())))
        for walk in walks(policies)
        for event in walk.evening.record.events
    )
    for kind in ("CardsCorrected", "EarlierRoundResettled"):
        assert names[kind, True] > 1
    assert names["CardsCarried", False] > 100
    assert names["RoundResettled", False] > 20
