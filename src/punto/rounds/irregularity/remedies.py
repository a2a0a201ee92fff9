"""The remedies for an established irregularity, one by one; they leave no choice (A-39).

Which remedy follows which irregularity is data: the policies of `rules/documents`.
"""

from typing import assert_never

from punto import rules
from punto.rounds.boxes.events import HandsLaid
from punto.rounds.dealing.carried_cards import (
    CardsOut,
    brought_in,
    parted,
    until_registered,
    used_here,
    wanted_count,
    with_seen_taken,
    without,
)
from punto.rounds.dealing.decisions import result_of, results_by
from punto.rounds.dealing.events import TotalsAnnounced
from punto.rounds.events import Fact
from punto.rounds.irregularity import events
from punto.rounds.irregularity.offered_options import (
    is_decided,
    options_closed,
    options_offered,
    without_taken_back,
)
from punto.rounds.irregularity.state import Matter
from punto.rounds.irregularity.voids import discarded, void, void_and_shoe
from punto.rounds.phases import CARDS_OUT, Phase
from punto.rounds.state import RecordDoesNotHold, Round, Table
from punto.values import Card, Instant, points_total, replace, seen_of

HICCUP_MS = 5_000
"""A shorter interruption, before the first card, does not affect the round (A-37)."""
_BEFORE_THE_DEAL = {Phase.BETTING, Phase.CLOSING}


def apply_remedy(table: Table, matter: Matter, at: Instant) -> tuple[Fact, ...]:
    """Return the events that the document's policy prescribes."""
    put_right, played_on = _by_remedy(table, matter, at)
    # patrons choose after the cards are corrected, and before another is dealt.
    offered = options_offered(table, matter) if played_on else ()
    if matter.interrupted is not Phase.CHOOSING:
        return (*put_right, *(offered or played_on))
    if not offered:
        return _until_resumed((*put_right, *played_on))
    # a second error ends the present choice, and asks the patrons who are still in play.
    closed, *handed_on = options_closed(table)
    left = replace(table, round=without_taken_back(table.round_now, closed))
    return (*put_right, closed, *handed_on, *(options_offered(left, matter) or played_on))


def _until_resumed(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return the events until patrons choose again; further cards wait for their choice (A-83)."""
    resuming = [place for place, each in enumerate(facts) if isinstance(each, events.PlayResumed)]
    return facts[: resuming[0] + 1] if resuming else facts


Parts = tuple[tuple[Fact, ...], tuple[Fact, ...]]
"""The events that put a round right, and those with which play continues."""


def _by_remedy(table: Table, matter: Matter, at: Instant) -> Parts:
    match matter.policy.remedy:
        case rules.Remedy.VOID:
            return void_and_shoe(table, matter), ()
        case rules.Remedy.FIRST_DECISION:
            return _after_interruption(table, matter, at), ()
        case rules.Remedy.RECONSTRUCT:
            return _reconstructed(table, matter, at)
        case rules.Remedy.AS_THEY_LIE:
            return _laid(table, matter)
        case rules.Remedy.BY_THE_CARDS:
            return _corrected(table, matter, at), ()
        case rules.Remedy.PLAY_ON | rules.Remedy.RULING | rules.Remedy.TERMINALS_STAND:
            return (), _play_on(table, matter, at)
        case _:
            assert_never(matter.policy.remedy)


def _laid(table: Table, matter: Matter) -> Parts:
    """Play the hands as they lie; with an impossible number of cards, void (L 5.5.3, A-58)."""
    now, lies = table.round_now, matter.lies
    if lies is None:
        raise RecordDoesNotHold("hands are played as they lie, and nobody said how")
    player, banker = lies
    if not rules.is_laid_right(now.configuration.terms.game.table, player, banker):
        return (void(now), *discarded(table, matter)), ()
    found = events.CardsCorrected(now.cards, (*player, *banker))
    laid = HandsLaid(player, banker)
    layout = None if now.layout is None else replace(now.layout, laid=lies)
    as_laid = replace(now.corrected(found.corrected), layout=layout)
    return (found, laid), _played_with(as_laid, table.carried)


def _after_interruption(table: Table, matter: Matter, at: Instant) -> tuple[Fact, ...]:
    in_progress = table.round_now
    if matter.interrupted in _BEFORE_THE_DEAL and matter.duration_ms(at) < HICCUP_MS:
        return (_play_resumed(in_progress, matter, at),)
    cards = _cards_of(in_progress, matter)
    established = is_decided(in_progress, cards)
    # the cards on the table count, even if they were not registered.
    waited = brought_in(in_progress.cards, cards, table.carried)
    found = events.CardsCorrected(in_progress.cards, cards, waited)
    changed = cards != in_progress.cards
    if not established:
        return (*((found,) if changed else ()), void(in_progress))
    if changed:
        return _with_cards(in_progress, found, without(table.carried, waited))
    return _round_goes_on(in_progress, matter, at)


def _cards_of(in_progress: Round, matter: Matter) -> tuple[Card, ...]:
    """Return the cards as reported, or as registered if the report names none."""
    return in_progress.cards if matter.cards is None else seen_of(matter.cards)


def leaves_seen_card(table: Table, matter: Matter, at: Instant) -> bool:
    """Return whether a seen card is left over that this round does not use (A-43)."""
    burned = with_seen_card_left(table, matter, at, burns=True)
    return any(isinstance(fact, events.CardsDiscarded) for fact in burned)


def with_seen_card_left(
    table: Table, matter: Matter, at: Instant, *, burns: bool
) -> tuple[Fact, ...]:
    """Return the events after a ruling to carry or burn the seen cards left over (M 6.1)."""
    if not matter.policy.takes_extra:
        return _corrected(table, matter, at, burns=burns)
    put_right, played_on = _reconstructed(table, matter, at, burns=burns)
    return (*put_right, *played_on)


def _reconstructed(table: Table, matter: Matter, at: Instant, *, burns: bool = False) -> Parts:
    """Give each card to the hand that the Table of Play says; unused cards wait (A-43)."""
    if matter.interrupted not in CARDS_OUT:
        in_order = matter.extra if matter.cards is None else matter.cards
        in_order, burned = with_seen_taken(in_order, 0) if burns else (in_order, ())
        return (*_carried(in_order), *_burn(burned)), _play_on(table, matter, at)
    now, waiting = table.round_now, table.carried
    order = (*now.cards, *matter.extra) if matter.cards is None else matter.cards
    # Waiting cards left the shoe after all registered cards and before any reported later.
    until = until_registered(now.cards, order) if waiting else len(order)
    used, rest = parted(now, order[:until])
    later, burned = order[until:], ()
    if burns:
        first = wanted_count(now.corrected(used), (*rest, *waiting, *later))
        behind = max(0, first - len(rest) - len(waiting))
        (rest, burned), (later, more) = with_seen_taken(rest, first), with_seen_taken(later, behind)
        burned = (*burned, *more)
    waits = (*_carried(rest, in_front=bool(waiting)), *_carried(later))
    carried: tuple[Fact, ...] = (*waits, *_burn(burned))
    if used == now.cards:
        return carried, _round_goes_on(now, matter, at)
    found = events.CardsCorrected(now.cards, used)
    _, *played_on = _with_cards(now, found, (*rest, *waiting, *later))
    # The shoe's counts are corrected before more is taken from it.
    return (found, *carried), tuple(played_on)


def _carried(cards: CardsOut, *, in_front: bool = False) -> tuple[events.CardsCarried, ...]:
    return (events.CardsCarried(cards, in_front),) if cards else ()


def _burn(cards: CardsOut) -> tuple[events.CardsDiscarded, ...]:
    return (events.CardsDiscarded(cards),) if cards else ()


def _corrected(
    table: Table, matter: Matter, at: Instant, *, burns: bool = False
) -> tuple[Fact, ...]:
    if matter.earlier is not None:
        return _corrected_late(table, matter, matter.earlier, at)
    now = table.round_now
    found, waiting = corrected_cards(now, _cards_of(now, matter), table.carried)
    # Cards of the coup itself left the shoe before the cards that are waiting.
    used, rest = parted(now, found.corrected)
    found = replace(found, corrected=used)
    carried = _burn(rest) if burns else _carried(rest, in_front=True)
    if matter.interrupted is Phase.SETTLED:
        results = results_by(now.corrected(used), used)
        return (found, *carried, events.RoundResettled(results))
    first, *played_on = _with_cards(now, found, (*rest, *waiting))
    return (first, *carried, *played_on)


def corrected_cards(
    of: Round, cards: tuple[Card, ...], waiting: CardsOut
) -> tuple[events.CardsCorrected, CardsOut]:
    """Return the correction of a round while cards wait, and the cards that wait after it (A-77).

    The deal of a paid round is over, so a waiting card that it uses goes to it at once.
    """
    waited = brought_in(of.cards, cards, waiting)
    waiting = without(waiting, waited)
    if of.is_paid:
        more = used_here(waiting, of.corrected(cards), totals_announced=True)
        wanted = tuple(dealt.card for dealt in more)
        cards, waited, waiting = (*cards, *wanted), (*waited, *wanted), waiting[len(wanted) :]
    return events.CardsCorrected(of.cards, cards, waited), waiting


def _corrected_late(table: Table, matter: Matter, number: int, at: Instant) -> tuple[Fact, ...]:
    """Correct a wrong earlier result by its cards; the present round is untouched (A-29)."""
    earlier = table.past_round(number)
    if earlier is None:
        raise RecordDoesNotHold(f"round {number} is corrected and not kept")
    waiting = waiting_behind(table, earlier)
    found, _ = corrected_cards(earlier, _cards_of(earlier, matter), waiting)
    results = results_by(earlier.corrected(found.corrected), found.corrected)
    owed = events.EarlierRoundResettled(
        number, found.registered, found.corrected, results, found.waited
    )
    return (owed, *_play_on(table, matter, at))


def waiting_behind(table: Table, of: Round) -> CardsOut:
    """Return the waiting cards that left the shoe directly after those of a round."""
    now = table.round_now
    last = now if now.number == of.number or now.cards else table.past_round(now.number - 1)
    same_shoe = table.shoe is not None and table.shoe.number == of.shoe_number
    return table.carried if last is not None and last.number == of.number and same_shoe else ()


def _with_cards(now: Round, found: events.CardsCorrected, waiting: CardsOut) -> tuple[Fact, ...]:
    """Continue with other cards; with four or more the totals are announced again (A-68)."""
    return (found, *_played_with(now.corrected(found.corrected), waiting))


def after_options(table: Table) -> tuple[Fact, ...]:
    """Continue with the corrected cards after every patron has chosen (A-83)."""
    return _played_with(table.round_now, table.carried)


def _played_with(now: Round, waiting: CardsOut) -> tuple[Fact, ...]:
    """Continue from these cards, with due totals, waiting cards, and the result."""
    # Cards are out, so no betting time was lost.
    resuming, cards = events.PlayResumed(now.closes_at), now.cards
    if len(cards) < rules.INITIAL_CARDS:
        return (resuming, *used_here(waiting, now))
    used = used_here(waiting, now, totals_announced=True)
    result = result_of(now, (*cards, *(dealt.card for dealt in used)))
    return (resuming, *_totals_due(now), *used, *result)


def _totals_due(now: Round) -> tuple[TotalsAnnounced, ...]:
    if now.totals_announced:
        return ()
    coup = now.coup
    first_two = coup.player[: rules.HAND_CARDS], coup.banker[: rules.HAND_CARDS]
    return (TotalsAnnounced(*map(points_total, first_two)),)


def go_on(table: Table, matter: Matter, at: Instant) -> tuple[Fact, ...]:
    """Resume play, or the choice that was stopped."""
    facts = _play_on(table, matter, at)
    return _until_resumed(facts) if matter.interrupted is Phase.CHOOSING else facts


def _play_on(table: Table, matter: Matter, at: Instant) -> tuple[Fact, ...]:
    if table.round is None:
        return (events.PlayResumed(table.closes_at),)
    return _round_goes_on(table.round, matter, at)


def _round_goes_on(in_progress: Round, matter: Matter, at: Instant) -> tuple[Fact, ...]:
    resuming = _play_resumed(in_progress, matter, at)
    if matter.interrupted in CARDS_OUT and in_progress.totals_announced:
        return (resuming, *result_of(in_progress, in_progress.cards))
    return (resuming,)


def _play_resumed(in_progress: Round, matter: Matter, at: Instant) -> events.PlayResumed:
    """Resume play, and give back exactly the lost betting time (A-37)."""
    stopped_at = max(matter.stopped_at, in_progress.opened_at)
    lost = at - stopped_at if matter.interrupted in _BEFORE_THE_DEAL else 0
    return events.PlayResumed(Instant(in_progress.closes_at + lost))
