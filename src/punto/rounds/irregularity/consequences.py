"""What follows an established irregularity, remedy by remedy; nobody has a choice (A-39)."""

from typing import assert_never

from punto import rules
from punto.rounds.boxes.events import HandsLaid, OptionsOffered
from punto.rounds.boxes.layouts import patrons_in_play
from punto.rounds.citations import clause_of
from punto.rounds.dealing.carried_cards import used_here
from punto.rounds.dealing.decisions import result_of, results_by
from punto.rounds.dealing.events import TotalsAnnounced
from punto.rounds.events import Fact
from punto.rounds.irregularity import events
from punto.rounds.phases import BETWEEN_ROUNDS, CARDS_OUT, Phase
from punto.rounds.shoe.events import ShoeRetired
from punto.rounds.state import Matter, RecordDoesNotHold, Round, Table
from punto.values import Card, Instant, points_total, replace

HICCUP_MS = 5_000
"""A shorter interruption, before the first card, does not affect the round (A-37)."""
_BEFORE_THE_DEAL = {Phase.BETTING, Phase.CLOSING}


def reaches_round(phase: Phase, policy: rules.Policy) -> bool:
    """Whether a clause reaches a round in this phase (A-28)."""
    if phase is Phase.SETTLED:
        return policy.reaches_settled
    return phase not in BETWEEN_ROUNDS


def consequences(table: Table, matter: Matter, at: Instant) -> tuple[Fact, ...]:
    """The facts that follow, by the policy of the document."""
    put_right, played_on = _by_remedy(table, matter, at)
    # patrons choose when the cards are put right, and before anything more is dealt.
    offered = options_offered(table, matter) if played_on else ()
    return (*put_right, *(offered or played_on))


Parts = tuple[tuple[Fact, ...], tuple[Fact, ...]]
"""What puts a round right, and how it is played on then."""


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
            return (), resumed(table, matter, at)
        case _:
            assert_never(matter.policy.remedy)


def options_offered(table: Table, matter: Matter) -> tuple[OptionsOffered, ...]:
    """The choice that the clause gives the patrons of a live table, if it does (A-57)."""
    options, now = matter.policy.options, table.round
    if options is rules.PlayerOptions.NEVER or now is None or matter.interrupted not in CARDS_OUT:
        return ()
    put_right = matter.policy.remedy is rules.Remedy.RECONSTRUCT
    patrons = patrons_in_play(now)
    if not patrons or not _are_given(options, now, put_right=put_right):
        return ()
    return (OptionsOffered(patrons, reconstructed=put_right),)


def _are_given(options: rules.PlayerOptions, now: Round, *, put_right: bool) -> bool:
    if options is rules.PlayerOptions.ALWAYS:
        return True
    # The tail of L 5.8 gives them also where a bet is decided, if the cards were not put right.
    whatever_is_decided = options is not rules.PlayerOptions.NO_OUTCOME and not put_right
    return whatever_is_decided or not _is_decided(now, now.cards)


def _is_decided(now: Round, cards: tuple[Card, ...]) -> bool:
    """Whether any offered bet is conclusively won or lost by these cards (A-31)."""
    terms = now.configuration.terms
    table, offered = terms.game.table, terms.offered
    if now.layout is None or now.layout.laid is None:
        return any(rules.first_decision(table, cards, offered).values())
    coup = now.coup_with(cards)
    return any(rules.decision_by_hands(table, coup.player, coup.banker, offered).values())


def _laid(table: Table, matter: Matter) -> Parts:
    """The hands are played as they lie; an impossible number of cards is void (L 5.5.3, A-58)."""
    now, lies = table.round_now, matter.lies
    if lies is None:
        raise RecordDoesNotHold("hands are played as they lie, and nobody said how")
    player, banker = lies
    if not rules.is_laid_right(now.configuration.terms.game.table, player, banker):
        return (void(now),), ()
    found = events.CardsCorrected(now.cards, (*player, *banker))
    laid = HandsLaid(player, banker)
    layout = None if now.layout is None else replace(now.layout, laid=lies)
    as_laid = replace(now.corrected(found.corrected), layout=layout)
    return (found, laid), _played_with(table, as_laid)


def void(in_progress: Round) -> events.RoundVoided:
    """Every stake of the round goes back."""
    document = in_progress.configuration.document
    clause = clause_of(events.RoundVoided(()), document)
    return events.RoundVoided(
        tuple(
            (terminal, rules.refund(dict(stakes), clause))
            for terminal, stakes in in_progress.positions.items()
            if stakes
        )
    )


def void_and_shoe(table: Table, matter: Matter) -> tuple[Fact, ...]:
    """The round is void where the clause reaches it, and a bad shoe goes with it (A-41, A-42)."""
    policy = matter.policy
    reached = reaches_round(matter.interrupted, policy)
    first: Fact = void(table.round_now) if reached else events.PlayResumed(table.closes_at)
    withdrawn = policy.withdraws_shoe and table.shoe is not None
    retired = (ShoeRetired(f"clause {policy.clause}"),) if withdrawn else ()
    # Drawn cards go to the discard, those too that nobody registered.
    out = (events.CardsDiscarded(matter.extra),) if matter.extra and table.shoe is not None else ()
    return (first, *out, *retired)


def _after_interruption(table: Table, matter: Matter, at: Instant) -> tuple[Fact, ...]:
    in_progress = table.round_now
    if matter.interrupted in _BEFORE_THE_DEAL and matter.duration_ms(at) < HICCUP_MS:
        return (_resuming(in_progress, matter, at),)
    cards = _cards_of(in_progress, matter)
    established = _is_decided(in_progress, cards)
    # the cards on the table count, also one that left the shoe unregistered.
    changed = cards != in_progress.cards
    if not established:
        found = (events.CardsCorrected(in_progress.cards, cards),) if changed else ()
        return (*found, void(in_progress))
    if changed:
        return _with_cards(table, cards)
    return _going_on(in_progress, matter, at)


def _cards_of(in_progress: Round, matter: Matter) -> tuple[Card, ...]:
    """The cards as they were reported to be, or as registered where nobody said otherwise."""
    return in_progress.cards if matter.cards is None else matter.cards


def _reconstructed(table: Table, matter: Matter, at: Instant) -> Parts:
    """Cards go where the Table of Play wants them, and what it has no use for waits (A-43)."""
    if matter.interrupted not in CARDS_OUT:
        in_order = matter.extra if matter.cards is None else matter.cards
        return (events.CardsCarried(in_order),), resumed(table, matter, at)
    now = table.round_now
    cards = (*now.cards, *matter.extra) if matter.cards is None else matter.cards
    used, carried = _parted(now, cards)
    if used == now.cards:
        return carried, _going_on(now, matter, at)
    corrected, *rest = _with_cards(table, used)
    # The shoe's counts are put right before more is taken from it.
    return (corrected, *carried), tuple(rest)


def _corrected(table: Table, matter: Matter, at: Instant) -> tuple[Fact, ...]:
    if matter.earlier is not None:
        return _corrected_late(table, matter, matter.earlier, at)
    in_progress = table.round_now
    # Cards of the coup itself left the shoe before any that waits by now.
    used, carried = _parted(in_progress, _cards_of(in_progress, matter), in_front=True)
    if matter.interrupted is Phase.SETTLED:
        corrected = events.CardsCorrected(in_progress.cards, used)
        results = results_by(in_progress.corrected(used), used)
        return (corrected, *carried, events.RoundResettled(results))
    first, *rest = _with_cards(table, used)
    return (first, *carried, *rest)


def _parted(
    in_progress: Round, cards: tuple[Card, ...], *, in_front: bool = False
) -> tuple[tuple[Card, ...], tuple[events.CardsCarried, ...]]:
    """The cards that the Table of Play uses, and what becomes of the rest (A-43)."""
    excess = in_progress.deal_with(cards).excess
    used = cards[: len(cards) - len(excess)]
    return used, ((events.CardsCarried(excess, in_front),) if excess else ())


def _corrected_late(table: Table, matter: Matter, number: int, at: Instant) -> tuple[Fact, ...]:
    """A wrong result of an earlier round is owed; the present one goes on untouched (A-29)."""
    earlier = table.past_round(number)
    if earlier is None:
        raise RecordDoesNotHold(f"round {number} is corrected and not kept")
    cards = _cards_of(earlier, matter)
    results = results_by(earlier.corrected(cards), cards)
    owed = events.EarlierRoundResettled(number, earlier.cards, cards, results)
    return (owed, *resumed(table, matter, at))


def _with_cards(table: Table, cards: tuple[Card, ...]) -> tuple[Fact, ...]:
    """Play goes on with other cards; four or more of them announce their totals anew (A-68)."""
    in_progress = table.round_now
    corrected = events.CardsCorrected(in_progress.cards, cards)
    return (corrected, *_played_with(table, in_progress.corrected(cards)))


def after_options(table: Table) -> tuple[Fact, ...]:
    """Play goes on with the cards as they were put right, once everybody has chosen (A-83)."""
    return _played_with(table, table.round_now)


def _played_with(table: Table, now: Round) -> tuple[Fact, ...]:
    """Play goes on from these cards: totals that are due, cards that wait, and the result."""
    # Cards are out, so no betting time was lost.
    resuming, cards = events.PlayResumed(now.closes_at), now.cards
    if len(cards) < rules.INITIAL_CARDS:
        return (resuming, *used_here(table, now))
    used = used_here(table, now, totals_announced=True)
    result = result_of(now, (*cards, *(dealt.card for dealt in used)))
    return (resuming, *_totals_due(now), *used, *result)


def _totals_due(now: Round) -> tuple[TotalsAnnounced, ...]:
    if now.totals_announced:
        return ()
    coup = now.coup
    first_two = coup.player[: rules.HAND_CARDS], coup.banker[: rules.HAND_CARDS]
    return (TotalsAnnounced(*map(points_total, first_two)),)


def resumed(table: Table, matter: Matter, at: Instant) -> tuple[Fact, ...]:
    """Play goes on as it was."""
    if table.round is None:
        return (events.PlayResumed(table.closes_at),)
    return _going_on(table.round, matter, at)


def _going_on(in_progress: Round, matter: Matter, at: Instant) -> tuple[Fact, ...]:
    resuming = _resuming(in_progress, matter, at)
    if matter.interrupted in CARDS_OUT and in_progress.totals_announced:
        return (resuming, *result_of(in_progress, in_progress.cards))
    return (resuming,)


def _resuming(in_progress: Round, matter: Matter, at: Instant) -> events.PlayResumed:
    """Whatever stopped the betting, its time is given back, and no more than that (A-37)."""
    began_at = max(matter.began_at, in_progress.opened_at)
    lost = at - began_at if matter.interrupted in _BEFORE_THE_DEAL else 0
    return events.PlayResumed(Instant(in_progress.closes_at + lost))
