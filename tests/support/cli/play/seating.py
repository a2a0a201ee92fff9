"""A private table with known cards and a stopped clock."""

from dataclasses import dataclass

from punto.cli.private_table.session import PlayedRound, PlayHouse, PlaySession, latest_round
from punto.cli.private_table.steps import (
    StepRefusal,
    add_stakes,
    open_bets,
    play_round,
    sentences,
    sit_down,
)
from punto.devices.entropy import SeededEntropy
from punto.devices.sealed_shoes import (
    USUAL_CUT_FROM_END,
    KeyedShoes,
    fresh_key,
    fresh_salt,
    seal,
)
from punto.rounds.shoe.commands import LoadShoe, Shuffle
from punto.rules.games import BetKey
from punto.rules.shoe_commitments import Reveal
from punto.rules.terms import Terms
from punto.values.cards import DECK, Card, parse_cards
from punto.values.ids import Instant, TableId
from punto.values.money import dollars

NOON = Instant(1_750_000_000_000)


@dataclass(frozen=True, slots=True)
class StoppedClock:
    def now(self) -> Instant:
        return NOON


@dataclass(frozen=True, slots=True)
class KnownShoes(KeyedShoes):
    """Shoes of one known order."""

    order: tuple[Card, ...] = ()

    def loaded(self, table: TableId, shoe_number: int, decks: int) -> LoadShoe:
        reveal = Reveal(self.order, fresh_salt(self.entropy))
        sealed = seal(reveal, self.key, table, shoe_number, self.entropy)
        cut_at = len(self.order) - self.cut_from_end
        return LoadShoe(decks, Shuffle.VIRTUAL, sealed.commitment, sealed.sealed, cut_at)


@dataclass(frozen=True, slots=True)
class Seated:
    """A seated patron."""

    session: PlaySession

    def with_bets_open(self) -> PlaySession:
        return open_bets(self.session)

    def played(self, **dollars_on: int) -> PlayedRound:
        """Play the next round with these stakes."""
        session = self.with_bets_open()
        stakes = {BetKey(key): dollars(stake) for key, stake in dollars_on.items()}
        if stakes:
            session = accepted(add_stakes(session, stakes))
        return latest_round(play_round(session))


def seat_patron(
    terms: Terms, cards: str = "", *, credits_dollars: int = 1000, cut_after: int | None = None
) -> Seated:
    """Sit down at a shoe that begins with these cards; the cut card may follow some of them."""
    order = order_beginning_with(cards, terms.decks)
    behind = USUAL_CUT_FROM_END if cut_after is None else len(order) - cut_after
    secrets = SeededEntropy(1)
    house = PlayHouse(StoppedClock(), KnownShoes(fresh_key(secrets), secrets, behind, order=order))
    return Seated(sit_down(terms, dollars(credits_dollars), house))


def order_beginning_with(cards: str, decks: int) -> tuple[Card, ...]:
    """Return whole decks that begin with these cards."""
    first = parse_cards(cards) if cards else ()
    rest = list(DECK * decks)
    for card in first:
        rest.remove(card)
    return first + tuple(rest)


def accepted(answer: PlaySession | StepRefusal) -> PlaySession:
    assert isinstance(answer, PlaySession), answer
    return answer


def refused(answer: PlaySession | StepRefusal) -> list[str]:
    assert not isinstance(answer, PlaySession)
    return list(sentences(answer))
