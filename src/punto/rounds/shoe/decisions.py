"""The life of a shoe: loaded, burned, counted, ended by its cut card, retired and revealed."""

from typing import assert_never

from punto.rounds.betting.decisions import Decided
from punto.rounds.command_names import name_of
from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.irregularity.alarms import alarm
from punto.rounds.phases import BETWEEN_ROUNDS
from punto.rounds.shoe.commands import (
    BurnCards,
    CountCards,
    LoadShoe,
    NoteCutCard,
    RestartRoads,
    RetireShoe,
    RevealShoe,
    ShoeWish,
    Shuffle,
)
from punto.rounds.shoe.events import (
    CardsBurned,
    CardsCounted,
    CutCardSeen,
    RoadsRestarted,
    ShoeLoaded,
    ShoeRetired,
    ShoeRevealed,
)
from punto.rounds.shoe.refusals import (
    BurnNotDue,
    CommitmentDoesNotFit,
    CommitmentUsedBefore,
    CutCardAlreadySeen,
    CutDoesNotFit,
    DecksDiffer,
    ExpectedOrder,
    NoShoe,
    NothingToReveal,
    NotWithAShuffler,
    OnlyWithAShuffler,
    RevealDoesNotHold,
    ShoeInPlay,
    ShuffleDoesNotFit,
)
from punto.rounds.shoe.state import Shoe
from punto.rounds.state import Table
from punto.rounds.table.refusals import ReasonMissing, RoleTooLow
from punto.rules.irregularities import Irregularity
from punto.rules.roles import Actor, Role
from punto.rules.shoe_commitments import Reveal, is_commitment, is_whole_decks, reveal_holds
from punto.values.cards import DECK

COUP_MAX = 6
"""Cards of the longest coup."""

SHUFFLES = {
    CardSource.SHOE_THAT_READS: {Shuffle.BY_HAND, Shuffle.BY_MACHINE},
    CardSource.KEYED_SHOE: {Shuffle.BY_HAND, Shuffle.BY_MACHINE},
    CardSource.SHUFFLER: {Shuffle.BY_MACHINE},
    CardSource.VIRTUAL_SHOE: {Shuffle.VIRTUAL},
}


def decide_shoe(table: Table, configuration: Configuration, wish: ShoeWish, by: Actor) -> Decided:
    """Judge what somebody wants to do with the shoe."""
    if isinstance(wish, LoadShoe):
        return load(table, configuration, wish)
    if isinstance(wish, RevealShoe):
        return reveal(table, wish)
    if table.shoe is None:
        return NoShoe()
    match wish:
        case BurnCards():
            return burn(table.shoe, configuration, wish)
        case NoteCutCard():
            return note_cut_card(table, table.shoe, configuration)
        case CountCards():
            return count(table.shoe, configuration, wish, by)
        case RetireShoe():
            return retire(table.shoe, wish, by)
        case RestartRoads():
            return (RoadsRestarted(),) if table.shoe.is_continuous else OnlyWithAShuffler()
        case _:
            assert_never(wish)


def load(table: Table, configuration: Configuration, wish: LoadShoe) -> Decided:
    """Put the configured number of decks into play, shuffled as their source wants it."""
    source = configuration.source
    if table.shoe is not None:
        return ShoeInPlay(table.shoe.number)
    if wish.decks != configuration.terms.decks:
        return DecksDiffer(wish.decks, configuration.terms.decks)
    if wish.shuffle not in SHUFFLES[source]:
        return ShuffleDoesNotFit(wish.shuffle, source)
    promised = is_commitment(wish.commitment) and bool(wish.sealed)
    blank = not (wish.commitment or wish.sealed)
    if not (promised if source is CardSource.VIRTUAL_SHOE else blank):
        return CommitmentDoesNotFit(source)
    if not _cut_fits(configuration, wish):
        return CutDoesNotFit(wish.cut_at)
    if wish.commitment in table.commitments:
        return CommitmentUsedBefore(wish.commitment)
    number = table.shoes_count + 1
    loaded = ShoeLoaded(
        number, wish.decks, source, wish.shuffle, wish.commitment, wish.sealed, wish.cut_at
    )
    return (loaded,)


def _cut_fits(configuration: Configuration, wish: LoadShoe) -> bool:
    """Only a virtual shoe knows where its cut card lies, and nobody could see it for a timer."""
    if wish.cut_at is None:
        return not configuration.self_dealing
    is_virtual = configuration.source is CardSource.VIRTUAL_SHOE
    # Behind it lie the rounds that may still be dealt, at their longest.
    behind = COUP_MAX * (1 + configuration.rounds_after_cut_card)
    return is_virtual and 0 < wish.cut_at <= wish.decks * len(DECK) - behind


def burn(shoe: Shoe, configuration: Configuration, wish: BurnCards) -> Decided:
    """Burn as many cards as the first one counts, ten for a Ten or a picture."""
    if shoe.is_continuous:
        return NotWithAShuffler(name_of(BurnCards))
    if not configuration.burns_cards or shoe.dealt_count:
        return BurnNotDue()
    return (CardsBurned(wish.shown, wish.shown.points or 10),)


def note_cut_card(table: Table, shoe: Shoe, configuration: Configuration) -> Decided:
    """Note the one cut card of the shoe."""
    if shoe.is_continuous:
        return NotWithAShuffler(name_of(NoteCutCard))
    if shoe.cut_card_seen:
        return CutCardAlreadySeen()
    # between rounds, where the card lies in front, the next round counts as the one it
    # came out in.
    next_counts = table.phase in BETWEEN_ROUNDS
    return (CutCardSeen(next_counts + configuration.rounds_after_cut_card),)


def count(shoe: Shoe, configuration: Configuration, wish: CountCards, by: Actor) -> Decided:
    """Take a count of all cards; a wrong one is an irregularity by itself (A-41)."""
    if shoe.is_continuous:
        return NotWithAShuffler(name_of(CountCards))
    expected = shoe.decks * len(DECK)
    counted = CardsCounted(wish.counted, expected)
    if wish.counted == expected:
        return (counted,)
    short = wish.counted < expected
    what = Irregularity.SHORTAGE if short else Irregularity.EXCESS
    words = f"{wish.counted} cards counted, {expected} expected"
    return (counted, alarm(configuration, what, by, words))


def retire(shoe: Shoe, wish: RetireShoe, by: Actor) -> Decided:
    """Take the shoe out; before its cut card that is a Pit Supervisor's decision (A-46)."""
    if not (shoe.cut_card_seen or by.may_act_as(Role.PIT_SUPERVISOR)):
        return RoleTooLow(name_of(RetireShoe), Role.PIT_SUPERVISOR, by.role)
    if not wish.reason.strip():
        return ReasonMissing(name_of(RetireShoe))
    return (ShoeRetired(wish.reason),)


def reveal(table: Table, wish: RevealShoe) -> Decided:
    """Publish the order of a virtual shoe, if it is the one promised and the one dealt."""
    shoe = table.unrevealed.get(wish.shoe_number)
    if shoe is None:
        return NothingToReveal(wish.shoe_number)
    if not is_whole_decks(wish.order, shoe.decks):
        return RevealDoesNotHold(shoe.number, ExpectedOrder.WHOLE_DECKS, shoe.decks)
    if not reveal_holds(shoe.commitment, Reveal(wish.order, wish.salt)):
        return RevealDoesNotHold(shoe.number, ExpectedOrder.AS_PROMISED, shoe.decks)
    known = zip(wish.order, shoe.drawn, strict=False)
    if any(seen is not None and seen != promised for promised, seen in known):
        return RevealDoesNotHold(shoe.number, ExpectedOrder.AS_DEALT, shoe.decks)
    return (ShoeRevealed(wish.shoe_number, wish.order, wish.salt),)
