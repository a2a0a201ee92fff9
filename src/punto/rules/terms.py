"""Terms: a game as offered at one table, with its decks, bets and limits; what it refuses."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from punto.rules import refusals
from punto.rules.games import Bet, BetKey, Game
from punto.rules.limits import Limits, limits_refusal, step_refusal
from punto.values import Card, replace

USUAL_DECKS = 8


@dataclass(frozen=True)
class Terms:
    """The offer of one table, after ``terms_of`` has accepted it."""

    game: Game
    decks: int
    offered: tuple[Bet, ...]
    limits: Limits
    own_limits: tuple[tuple[BetKey, Limits], ...] = ()
    """Limits of single bets that differ from the table's (M 2.2, A-17)."""

    def limits_of(self, bet: BetKey) -> Limits:
        """Return the limits of one patron's stake on a bet."""
        return dict(self.own_limits).get(bet, self.limits)

    def with_limits(self, limits: Limits, own_limits: tuple[tuple[BetKey, Limits], ...]) -> "Terms":
        """Return the same terms with other limits."""
        return replace(self, limits=limits, own_limits=own_limits)

    @property
    def offered_keys(self) -> tuple[BetKey, ...]:
        """The keys of the bets on offer, in the order of the game file."""
        return tuple(bet.key for bet in self.offered)

    @cached_property
    def limits_by_offer(self) -> Mapping[BetKey, Limits]:
        """The limits of each offered bet of the game."""
        known = (key for key in self.offered_keys if self.game.bet(key) is not None)
        return {key: self.limits_of(key) for key in known}


def usual_decks(game: Game) -> int:
    """Return eight decks, or the nearest number that the rules allow."""
    return min(max(USUAL_DECKS, game.decks.least), game.decks.most)


def terms_of(
    game: Game,
    decks: int,
    not_offered: Iterable[str],
    limits: Limits,
    own_limits: Mapping[BetKey, Limits] | None = None,
) -> Terms | tuple[refusals.TermsRefusal, ...]:
    """Return a table's terms, or every refusal of this configuration."""
    left_out, own = tuple(not_offered), dict(own_limits or {})
    terms = Terms(game, decks, game.bets_without(left_out), limits, tuple(own.items()))
    unknown = tuple(refusals.unknown_bet(game, key) for key in left_out if game.bet(key) is None)
    return (*unknown, *terms_refusals(terms)) or terms


def terms_refusals(terms: Terms) -> tuple[refusals.TermsRefusal, ...]:
    """Return every refusal that the rules have for these terms."""
    game, own = terms.game, dict(terms.own_limits)
    found: list[refusals.TermsRefusal] = [
        refusals.unknown_bet(game, k) for k in own if game.bet(k) is None
    ]
    if terms.decks not in game.decks:
        found.append(refusals.DecksOutOfRange(game.key, terms.decks, game.decks))
    if not terms.offered:
        found.append(refusals.NothingOffered(game.key))
    every = (terms.limits, *own.values())
    found += [contradiction for each in every if (contradiction := limits_refusal(each))]
    steps = ((bet, terms.limits_of(bet.key).step) for bet in terms.offered)
    found += [inexact for bet, step in steps if (inexact := step_refusal(bet, step))]
    return tuple(found)


def table_terms_refusals(terms: Terms) -> tuple[refusals.TermsRefusal, ...]:
    """Return every refusal of a table that would play by these terms."""
    boundless = tuple(
        key for key, limits in terms.limits_by_offer.items() if limits.maximum is None
    )
    return (*terms_refusals(terms), *((refusals.MaximumMissing(boundless),) if boundless else ()))


def cards_refusals(terms: Terms, cards: Sequence[Card]) -> tuple[refusals.CardSeenTooOften, ...]:
    """Refuse each card of which more were seen than the decks hold (A-69)."""
    return tuple(
        refusals.CardSeenTooOften(card, seen_count, terms.decks)
        for card, seen_count in Counter(cards).items()
        if seen_count > terms.decks
    )
