"""The choice that a dealing error gives to the patrons of a live table, clause by clause (A-57)."""

from punto import live, rules
from punto.rounds.betting.stakes import Results
from punto.rounds.boxes.commands import PlayerOption
from punto.rounds.boxes.events import HandHandedOver, OptionsClosed, OptionsOffered
from punto.rounds.boxes.layouts import bets_laid, on_layout, patrons_in_play
from punto.rounds.boxes.state import patron_at
from punto.rounds.irregularity.state import Matter
from punto.rounds.phases import CARDS_OUT
from punto.rounds.state import Round, Table
from punto.values import Card, Side, replace

TAKEN_BACK = "5.12.3"


def options_offered(table: Table, matter: Matter) -> tuple[OptionsOffered, ...]:
    """Return the choice that the clause gives the patrons of a live table, if any (A-57)."""
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
    # The end of L 5.8 also gives them after a decided bet, if the cards were not reconstructed.
    whatever_is_decided = options is not rules.PlayerOptions.NO_OUTCOME and not put_right
    return whatever_is_decided or not is_decided(now, now.cards)


def is_decided(now: Round, cards: tuple[Card, ...]) -> bool:
    """Return whether any offered bet is conclusively won or lost by these cards (A-31)."""
    terms = now.configuration.terms
    table, offered = terms.game.table, terms.offered
    if now.layout is None or now.layout.laid is None:
        return any(rules.first_decision(table, cards, offered).values())
    coup = now.coup_with(cards)
    return any(rules.decision_by_hands(table, coup.player, coup.banker, offered).values())


def options_closed(table: Table) -> tuple[OptionsClosed, *tuple[HandHandedOver, ...]]:
    """End a choice: patrons who took their bets back are out, and accept no hand (A-63)."""
    now = table.round_now
    closed = OptionsClosed(taken_back(now))
    return (closed, *_handed_on(table, without_taken_back(now, closed)))


def without_taken_back(now: Round, closed: OptionsClosed) -> Round:
    """Return the round without the bets that were taken back."""
    out = {place: () for place, _ in closed.results}
    return replace(now, positions={**now.positions, **out})


def taken_back(in_progress: Round) -> Results:
    """Return all bets of the patrons who chose to have them back, in every box (A-59)."""
    chosen = on_layout(in_progress).chosen
    return tuple(
        (place, rules.refund(dict(stakes), TAKEN_BACK))
        for place, stakes in in_progress.positions.items()
        if stakes and chosen.get(patron_at(place)) is PlayerOption.RETURN
    )


def _handed_on(table: Table, left: Round) -> tuple[HandHandedOver, ...]:
    """Give a hand whose acceptor is out to the highest seated bet that is left on it (A-63)."""
    chosen = on_layout(left).chosen
    here = [bet for bet in bets_laid(table, left) if table.patrons[bet.patron].is_here]
    handed = []
    for side in Side:
        acceptor = on_layout(left).acceptors.get(side)
        if acceptor is not None and chosen.get(acceptor) is PlayerOption.RETURN:
            found = live.acceptor_of(side, here)
            handed.append(HandHandedOver(side, None if found is None else found.patron))
    return tuple(handed)
