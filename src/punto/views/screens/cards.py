"""The cards as screens show them: the progress through the shoe, and both hands with judgements."""

from collections.abc import Mapping

from punto.rounds import CardSource, Phase, Shoe, Table
from punto.rules import INITIAL_CARDS, BetKey, Coup, Outcome, Terms, Why
from punto.values import Card, Side, Value, Winner, points_total
from punto.views.judgements import judgement_of, judgement_words


class Judged(Value):
    """Whether a hand draws a third card or stands, and why."""

    draws: bool
    why: Why
    words: str


class HandShown(Value):
    """One hand so far."""

    cards: tuple[Card, ...]
    total: int | None
    """The Point Total; None while there is no card to count."""
    judged: Judged | None
    """None until the totals of the first four cards are announced (A-68)."""


class NextCard(Value):
    """The hand that gets the next card, by the Table of Play."""

    side: Side
    why: str


class Hands(Value):
    """Both hands of the present round, or of the last one until the next begins."""

    player: HandShown
    banker: HandShown
    next_card: NextCard | None
    """None while no card is due."""
    winner: Winner | None
    """None until the coup is complete, and for a void round (R 1.20)."""
    winning_bets: tuple[BetKey, ...] = ()
    """The bets on offer that win with this result, staked or not; none until there is a winner."""


_NO_CARDS = HandShown((), None, None)
NO_HANDS = Hands(_NO_CARDS, _NO_CARDS, None, None)

_ORDER = {Side.PLAYER: "cards 1 and 3 are Player's", Side.BANKER: "cards 2 and 4 are Banker's"}


def hands_of(table: Table) -> Hands:
    """Return the cards on the table."""
    now = table.round
    if now is None:
        return NO_HANDS
    coup = now.coup
    # A correction takes the announcement back, but a paid round counts as announced.
    announced = now.totals_announced or now.is_paid
    judged = _judgements(coup) if announced else {}
    outcome = coup.outcome if announced and coup.next_side is None and not now.void else None
    return Hands(
        _hand(coup.player, judged.get(Side.PLAYER)),
        _hand(coup.banker, judged.get(Side.BANKER)),
        _next_card(coup, judged) if table.phase is Phase.DEALING else None,
        None if outcome is None else outcome.winner,
        () if outcome is None else _winning_bets(now.configuration.terms, outcome),
    )


def _winning_bets(terms: Terms, outcome: Outcome) -> tuple[BetKey, ...]:
    return tuple(bet.key for bet in terms.offered if bet.pays.winning >> outcome.index & 1)


def _hand(cards: tuple[Card, ...], judged: Judged | None) -> HandShown:
    return HandShown(cards, points_total(cards) if cards else None, judged)


def _next_card(coup: Coup, judged: Mapping[Side, Judged]) -> NextCard | None:
    side = coup.next_side
    if side is None:
        return None
    if side in judged:
        return NextCard(side, judged[side].words)
    is_initial = len(coup.player) + len(coup.banker) < INITIAL_CARDS
    return NextCard(side, _ORDER[side]) if is_initial else None


def _judgements(coup: Coup) -> dict[Side, Judged]:
    return {
        side: Judged(judgement.draws, judgement.why, judgement_words(coup, side))
        for side in Side
        if (judgement := judgement_of(coup, side)) is not None
    }


class Progress(Value):
    """How many cards have left a shoe, burned ones included, and how many have not."""

    dealt_count: int
    left_count: int


class ShoeShown(Value):
    """A shoe by its counts; its order is not known here."""

    number: int
    decks: int
    source: CardSource
    progress: Progress | None
    """None at a continuous shuffler, which takes its cards back (A-70)."""
    cut_card_seen: bool
    is_over: bool
    """Whether the last round of the shoe has begun (A-49)."""
    commitment: str
    """The commitment to a virtual shoe's order; empty for real cards."""


def shoe_shown(shoe: Shoe) -> ShoeShown:
    """Return the shoe as everyone may see it."""
    return ShoeShown(
        shoe.number,
        shoe.decks,
        shoe.source,
        None if shoe.is_continuous else Progress(shoe.dealt_count, shoe.cards_left),
        shoe.cut_card_seen,
        shoe.is_over,
        shoe.commitment,
    )
