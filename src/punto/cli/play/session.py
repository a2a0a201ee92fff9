"""The state of one patron's session, and the pure steps between its states."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from punto.cli.play.refusals import NothingToChange, Refused, StakesAboveCredits
from punto.devices.virtual_shoe import VirtualShoe
from punto.rules.games import BetKey
from punto.rules.settlement import Settlement
from punto.rules.terms import Terms, bet_refusals
from punto.values.cards import Card
from punto.values.money import NOTHING, Cents
from punto.views.roads.scoreboard import Roads, empty_roads

Stakes = Mapping[BetKey, Cents]


def total_of(stakes: Stakes) -> Cents:
    """All that stands on the layout."""
    return Cents(sum(stakes.values()))


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round that is over: its stakes, its cards and how they were settled."""

    stakes: Stakes
    cards: tuple[Card, ...]
    settlement: Settlement
    credits_after: Cents
    cards_before_cut: int
    """How many cards lay before the cut card when the round began."""

    @property
    def cut_card_came_out(self) -> bool:
        """Whether the cut card came out in this round, which makes it the shoe's last."""
        return len(self.cards) > self.cards_before_cut

    @property
    def profit(self) -> Cents:
        """What the round brought over its stakes; below 0 for a loss."""
        return Cents(self.settlement.total_returned - self.settlement.total_stake)


@dataclass(frozen=True, slots=True)
class Session:
    """A patron at the table: credits, the wanted position, and all that was played."""

    terms: Terms
    shoe: VirtualShoe
    credits: Cents
    """What the patron has, the stakes on the layout included until the cards are dealt."""
    position: Stakes = field(default_factory=dict)
    earlier_positions: tuple[Stakes, ...] = ()
    """The positions of this round before the present one, for undo."""
    rounds: tuple[PlayedRound, ...] = ()
    roads: Roads = field(default_factory=empty_roads)
    shoe_number: int = 1

    @property
    def round_number(self) -> int:
        """The number in this shoe of the round that bets are taken for."""
        return self.roads.tally.rounds + 1

    @property
    def credits_free(self) -> Cents:
        """What is left beside the stakes on the layout."""
        return Cents(self.credits - total_of(self.position))

    @property
    def last_stakes(self) -> Stakes:
        """The stakes of the latest round that had any."""
        return next((played.stakes for played in reversed(self.rounds) if played.stakes), {})

    @property
    def total_staked(self) -> Cents:
        """All stakes of the session."""
        return Cents(sum(played.settlement.total_stake for played in self.rounds))

    @property
    def total_returned(self) -> Cents:
        """All that came back in the session, stakes included."""
        return Cents(sum(played.settlement.total_returned for played in self.rounds))


def want(session: Session, position: Stakes) -> Session | Refused:
    """Take a whole position in place of the present one, or refuse it whole."""
    refusals: Refused = bet_refusals(session.terms, position)
    total = total_of(position)
    if not refusals and total > session.credits:
        refusals = (StakesAboveCredits(total, session.credits),)
    if refusals:
        return refusals
    earlier = (*session.earlier_positions, session.position)
    return replace(session, position=position, earlier_positions=earlier)


def add_stakes(session: Session, added: Stakes) -> Session | Refused:
    """Put chips on top of those that stand."""
    # Judged before they are summed: a stake below 0 would take other chips away.
    not_positive = {key: stake for key, stake in added.items() if stake <= 0}
    if not_positive:
        return bet_refusals(session.terms, not_positive)
    more = {key: Cents(session.position.get(key, NOTHING) + added[key]) for key in added}
    return want(session, {**session.position, **more})


def clear(session: Session) -> Session | Refused:
    """Take all chips off the layout."""
    if not session.position:
        return (NothingToChange("clear", "no bet stands on the layout"),)
    return want(session, {})


def undo(session: Session) -> Session | Refused:
    """Go back to the position before the latest change."""
    if not session.earlier_positions:
        return (NothingToChange("undo", "nothing was changed in this round"),)
    *earlier, position = session.earlier_positions
    return replace(session, position=position, earlier_positions=tuple(earlier))


def repeat(session: Session) -> Session | Refused:
    """Want the stakes of the last round again, in place of what stands."""
    if not session.last_stakes:
        return (NothingToChange("repeat", "no round with bets was played yet"),)
    return want(session, session.last_stakes)


def double(session: Session) -> Session | Refused:
    """Want twice of everything that stands."""
    if not session.position:
        return (NothingToChange("double", "no bet stands on the layout"),)
    return want(session, {key: Cents(2 * stake) for key, stake in session.position.items()})


def with_new_shoe(session: Session, shoe: VirtualShoe) -> Session:
    """The session at a fresh shoe, whose roads are empty."""
    return replace(session, shoe=shoe, roads=empty_roads(), shoe_number=session.shoe_number + 1)
