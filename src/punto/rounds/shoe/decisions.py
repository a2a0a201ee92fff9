"""The life of a shoe: loaded, burned, counted, ended by its cut card, retired and revealed."""

from typing import assert_never

from punto import rules
from punto.rounds.command_names import wish_name
from punto.rounds.command_refusals import ReasonMissing, RoleTooLow
from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.irregularity.automatic_reports import alarm
from punto.rounds.phases import BETWEEN_ROUNDS
from punto.rounds.refusals import Decided
from punto.rounds.shoe import commands, events, refusals
from punto.rounds.shoe.state import Shoe
from punto.rounds.state import Table
from punto.values import DECK

COUP_MAX = 6
"""Cards of the longest coup."""
_OnlyWithAShoe = commands.BurnCards | commands.NoteCutCard | commands.CountCards
"""A continuous shuffler has no cut card, no burn, and nothing to count (A-70)."""


def decide_shoe(
    table: Table, configuration: Configuration, wish: commands.ShoeWish, by: rules.Actor
) -> Decided:
    """Judge a command about the shoe."""
    if isinstance(wish, commands.LoadShoe):
        return load(table, configuration, wish)
    if isinstance(wish, commands.RevealShoe):
        return reveal(table, wish)
    if table.shoe is None:
        return refusals.NoShoe()
    if table.shoe.is_continuous and isinstance(wish, _OnlyWithAShoe):
        return refusals.NotWithAShuffler(wish_name(wish))
    match wish:
        case commands.BurnCards():
            return burn(table.shoe, configuration, wish)
        case commands.NoteCutCard():
            return note_cut_card(table, table.shoe, configuration)
        case commands.CountCards():
            return count(table.shoe, configuration, wish, by)
        case commands.RetireShoe():
            return retire(table.shoe, wish, by)
        case commands.RestartRoads():
            return (
                (events.RoadsRestarted(),)
                if table.shoe.is_continuous
                else refusals.OnlyWithAShuffler()
            )
        case _:
            assert_never(wish)


def load(table: Table, configuration: Configuration, wish: commands.LoadShoe) -> Decided:
    """Put the configured number of decks into play, shuffled as their source requires."""
    source = configuration.source
    if table.shoe is not None:
        return refusals.ShoeInPlay(table.shoe.number)
    if wish.decks != configuration.terms.decks:
        return refusals.DecksDiffer(wish.decks, configuration.terms.decks)
    if wish.shuffle not in commands.SHUFFLES[source]:
        return refusals.ShuffleDoesNotFit(wish.shuffle, source)
    promised = rules.is_commitment(wish.commitment) and bool(wish.sealed)
    blank = not (wish.commitment or wish.sealed)
    if not (promised if source is CardSource.VIRTUAL_SHOE else blank):
        return refusals.CommitmentDoesNotFit(source)
    if not _cut_fits(configuration, wish):
        return refusals.CutDoesNotFit(wish.cut_at)
    if wish.commitment in table.commitments:
        return refusals.CommitmentUsedBefore(wish.commitment)
    number = table.shoes_count + 1
    loaded = events.ShoeLoaded(
        number, wish.decks, source, wish.shuffle, wish.commitment, wish.sealed, wish.cut_at
    )
    return (loaded,)


def _cut_fits(configuration: Configuration, wish: commands.LoadShoe) -> bool:
    """Return whether the cut card fits: only a virtual shoe knows its place; a timer needs it."""
    if wish.cut_at is None:
        return not configuration.self_dealing
    is_virtual = configuration.source is CardSource.VIRTUAL_SHOE
    # Behind it lie the rounds that may still be dealt, at their longest.
    behind = COUP_MAX * (1 + configuration.rounds_after_cut_card)
    return is_virtual and 0 < wish.cut_at <= wish.decks * len(DECK) - behind


def burn(shoe: Shoe, configuration: Configuration, wish: commands.BurnCards) -> Decided:
    """Burn as many cards as the first one's value, ten for a Ten or a picture."""
    if not configuration.burns_cards or shoe.dealt_count:
        return refusals.BurnNotDue()
    return (events.CardsBurned(wish.shown, wish.shown.points or 10),)


def note_cut_card(table: Table, shoe: Shoe, configuration: Configuration) -> Decided:
    """Note the one cut card of the shoe."""
    if shoe.cut_card_seen:
        return refusals.CutCardAlreadySeen()
    # if the card lies in front between rounds, it counts as having come out in the next
    # round.
    phase = table.phase if table.matter is None else table.matter.interrupted
    next_counts = phase in BETWEEN_ROUNDS
    return (events.CutCardSeen(next_counts + configuration.rounds_after_cut_card),)


def count(
    shoe: Shoe, configuration: Configuration, wish: commands.CountCards, by: rules.Actor
) -> Decided:
    """Accept a count of all cards; a wrong one is itself an irregularity (A-41)."""
    expected = shoe.decks * len(DECK)
    counted = events.CardsCounted(wish.counted, expected)
    if wish.counted == expected:
        return (counted,)
    short = wish.counted < expected
    what = rules.Irregularity.SHORTAGE if short else rules.Irregularity.EXCESS
    words = f"{wish.counted} cards counted, {expected} expected"
    return (counted, alarm(configuration, what, by, words))


def retire(shoe: Shoe, wish: commands.RetireShoe, by: rules.Actor) -> Decided:
    """Take the shoe out; before its cut card that is a Pit Supervisor's decision (A-46)."""
    if not (shoe.cut_card_seen or by.may_act_as(rules.Role.PIT_SUPERVISOR)):
        return RoleTooLow(wish_name(wish), rules.Role.PIT_SUPERVISOR, by.role)
    if not wish.reason.strip():
        return ReasonMissing(wish_name(wish))
    return (events.ShoeRetired(wish.reason),)


def reveal(table: Table, wish: commands.RevealShoe) -> Decided:
    """Publish the order of a virtual shoe, if it matches the commitment and the dealt cards."""
    shoe = table.unrevealed.get(wish.shoe_number)
    if shoe is None:
        return refusals.NothingToReveal(wish.shoe_number)
    if not rules.is_whole_decks(wish.order, shoe.decks):
        return refusals.RevealDoesNotHold(
            shoe.number, refusals.ExpectedOrder.WHOLE_DECKS, shoe.decks
        )
    if not rules.reveal_holds(shoe.commitment, rules.Reveal(wish.order, wish.salt)):
        return refusals.RevealDoesNotHold(
            shoe.number, refusals.ExpectedOrder.AS_PROMISED, shoe.decks
        )
    known = zip(wish.order, shoe.drawn, strict=False)
    if any(seen is not None and seen != promised for promised, seen in known):
        return refusals.RevealDoesNotHold(shoe.number, refusals.ExpectedOrder.AS_DEALT, shoe.decks)
    return (events.ShoeRevealed(wish.shoe_number, wish.order, wish.salt),)
