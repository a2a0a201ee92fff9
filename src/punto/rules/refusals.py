"""Refusals of cards, stakes and table terms: a closed list, each with its facts."""

from punto.rules.games import BetKey, DeckRange, Game, GameKey
from punto.values import Card, Cents, Odds, Side, Value, format_cards, format_money


class TooFewCards(Value):
    """The Table of Play needs another card."""

    cards: tuple[Card, ...]
    side: Side

    @property
    def sentence(self) -> str:
        return (
            f"cards {format_cards(self.cards)!r}: too few for the Table of Play, "
            f"expected another card for the {self.side.value} hand (R 3.10, L 3.12, M 3.8)"
        )


class TooManyCards(Value):
    """There are more cards than the complete coup takes."""

    cards: tuple[Card, ...]
    excess: tuple[Card, ...]

    @property
    def sentence(self) -> str:
        return (
            f"cards {format_cards(self.cards)!r}: too many for the Table of Play, expected "
            f"{len(self.cards) - len(self.excess)} without {format_cards(self.excess)!r} "
            "(R 3.10, L 3.12, M 3.8)"
        )


class CardSeenTooOften(Value):
    """More of one card appeared than the decks hold (A-69)."""

    card: Card
    seen_count: int
    decks: int

    @property
    def sentence(self) -> str:
        return (
            f"card {str(self.card)!r}: seen {self.seen_count} times, "
            f"expected at most {self.decks} in {self.decks} decks (A-69)"
        )


class BetUnknown(Value):
    """The game has no such bet."""

    game: GameKey
    bet: str
    known: tuple[BetKey, ...]

    @property
    def sentence(self) -> str:
        known = " ".join(self.known)
        return f"bet {self.bet!r}: {self.game} has none, expected one of {known} (A-12)"


class BetNotOffered(Value):
    """The game has the bet, but this table does not offer it (A-12)."""

    bet: BetKey

    @property
    def sentence(self) -> str:
        return f"bet {self.bet!r}: not offered at this table, expected a bet on offer (A-12)"


class StakeNotPositive(Value):
    """A stake that is zero or negative."""

    bet: BetKey
    stake: Cents

    @property
    def sentence(self) -> str:
        return f"stake {format_money(self.stake)} on {self.bet}: expected more than 0 (A-17)"


class StakeOffStep(Value):
    """A stake that is not a multiple of the table's bet step (A-18)."""

    bet: BetKey
    stake: Cents
    step: Cents

    @property
    def sentence(self) -> str:
        return (
            f"stake {format_money(self.stake)} on {self.bet}: "
            f"expected a multiple of the step {format_money(self.step)} (A-18)"
        )


class StakeBelowMinimum(Value):
    """A stake below the bet's minimum (R 3.4, M 2.2)."""

    bet: BetKey
    stake: Cents
    minimum: Cents

    @property
    def sentence(self) -> str:
        return (
            f"stake {format_money(self.stake)} on {self.bet}: "
            f"expected at least the minimum {format_money(self.minimum)} (R 3.4, L 3.4, M 2.2)"
        )


class StakeAboveMaximum(Value):
    """A stake above the bet's maximum (R 3.4, M 2.2)."""

    bet: BetKey
    stake: Cents
    maximum: Cents

    @property
    def sentence(self) -> str:
        return (
            f"stake {format_money(self.stake)} on {self.bet}: "
            f"expected at most the maximum {format_money(self.maximum)} (R 3.4, L 3.4, M 2.2)"
        )


class DecksOutOfRange(Value):
    """A number of decks that the rules do not allow (R 2.2.1, L 2.2.1, M 2.1)."""

    game: GameKey
    decks: int
    allowed: DeckRange

    @property
    def sentence(self) -> str:
        expected = f"expected {self.allowed} for {self.game}"
        return f"decks {self.decks}: {expected} (R 2.2.1, L 2.2.1, M 2.1)"


class StepInexact(Value):
    """A bet step at which some payout would not be in whole cents (A-18)."""

    step: Cents
    bet: BetKey
    odds: Odds

    @property
    def sentence(self) -> str:
        return (
            f"step {format_money(self.step)}: {self.bet} at {self.odds.words} would pay a "
            f"fraction of a cent, expected a multiple of {format_money(Cents(self.odds.per))} "
            "(A-18)"
        )


class LimitsContradict(Value):
    """Limits between which no stake fits."""

    minimum: Cents
    maximum: Cents | None
    step: Cents

    @property
    def sentence(self) -> str:
        maximum = "none" if self.maximum is None else format_money(self.maximum)
        return (
            f"limits minimum {format_money(self.minimum)}, maximum {maximum}, step "
            f"{format_money(self.step)}: expected 0 < step, 0 < minimum, and a multiple of the "
            "step between minimum and maximum (R 3.4, L 3.4, M 2.2, A-18)"
        )


class NothingOffered(Value):
    """A table that offers no bet."""

    game: GameKey

    @property
    def sentence(self) -> str:
        return f"game {self.game}: every bet is left out, expected at least one offered (A-12)"


class MaximumMissing(Value):
    """Offered bets without a largest stake, which terminals have to show (A-74)."""

    bets: tuple[BetKey, ...]

    @property
    def sentence(self) -> str:
        return (
            f"limits of {', '.join(self.bets)}: no maximum, expected one for every offered bet "
            "(R 3.4, M 2.2, A-74)"
        )


CardsRefusal = TooFewCards | TooManyCards | CardSeenTooOften
BetRefusal = (
    BetUnknown
    | BetNotOffered
    | StakeNotPositive
    | StakeOffStep
    | StakeBelowMinimum
    | StakeAboveMaximum
)
TermsRefusal = (
    BetUnknown | DecksOutOfRange | StepInexact | LimitsContradict | NothingOffered | MaximumMissing
)
Refusal = CardsRefusal | BetRefusal | TermsRefusal


def unknown_bet(game: Game, key: str) -> BetUnknown:
    """Return the refusal for a bet that the game does not have, with those it has."""
    return BetUnknown(game.key, key, tuple(bet.key for bet in game.bets))
