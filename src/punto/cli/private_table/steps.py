"""The steps of a session: its start, the patron's bets, a round, a new shoe, and the end.

Each change of bets submits a whole position. A round goes from the close of betting to its
settlement without a screen.
"""

from punto import rounds
from punto.bootstrap.table_setup import configuration_of, house_configuration
from punto.cli.private_table.session import (
    PATRON,
    TABLE,
    TERMINAL,
    PlayHouse,
    PlaySession,
    StakesByBet,
    asked,
    done,
)
from punto.rounds import BetsRefused, OpenBets, Refusal, WantPosition
from punto.rules import INITIAL_CARDS, Irregularity, Terms
from punto.values import NOTHING, Cents, Value, replace
from punto.views.past_rounds import result_of
from punto.views.roads import Roads

_DAY_MS = 24 * 60 * 60 * 1_000
LEAVING = "the patron leaves"


def sit_down(terms: Terms, credits_bought: Cents, house: PlayHouse) -> PlaySession:
    """Open a private table, buy credits, and load its first shoe."""
    session = done(
        PlaySession(house),
        rounds.ConfigureTable(private_configuration(terms)),
        rounds.OpenTable(),
        rounds.SeatTerminal(TERMINAL),
        rounds.TakeCash(TERMINAL, credits_bought),
    )
    return load_shoe(session)


def private_configuration(terms: Terms) -> rounds.Configuration:
    """Return the table of one person who plays and deals, at leisure, from a virtual shoe."""
    by_document = configuration_of(TABLE, terms)
    # A person alone at a terminal has no layout, so house rules replace those of a live game.
    is_live = by_document.layout is not None
    return replace(
        house_configuration(TABLE, terms) if is_live else by_document,
        source=rounds.CardSource.VIRTUAL_SHOE,
        single_person=True,
        # The patron closes the bets, not a clock, because a person at home may take time to think.
        betting_ms=_DAY_MS,
    )


def load_shoe(session: PlaySession) -> PlaySession:
    """Put a shoe into play, whose order is now fixed and unknown."""
    shoe = session.house.shoes.loaded(TABLE, session.table.shoes_count + 1, session.terms.decks)
    return replace(done(session, shoe), roads=Roads())


def retire_shoe(session: PlaySession, reason: str) -> PlaySession:
    """Retire the shoe, and reveal its order and salt."""
    reveal = session.house.shoes.revealed(TABLE, session.shoe)
    return done(session, rounds.RetireShoe(reason), reveal)


def leave(session: PlaySession) -> PlaySession:
    """End the session: return unplayed bets, and reveal the shoe."""
    if session.bets_are_open:
        # No document covers a round that every patron leaves, so a ruling ends it (R 5.12, M 6.1).
        # At a table for one, the patron takes both steps.
        session = done(
            session,
            rounds.ReportIrregularity(Irregularity.NOT_COVERED, LEAVING),
            rounds.Rule(rounds.Verdict.VOID, LEAVING),
        )
    return retire_shoe(session, LEAVING)


def play_round(session: PlaySession) -> PlaySession:
    """Close the bets, deal and settle.

    The whole round is decided here and shown afterwards, so that no screen and no interruption can
    affect the result.
    """
    session = close_bets(session)
    while session.table.phase is rounds.Phase.DEALING:
        session = _with_next_step(session)
    session = done(session, rounds.Settle())
    result = result_of(session.table.round_now.coup.outcome)
    return replace(session, earlier_positions=(), roads=session.roads.after(result))


def close_bets(session: PlaySession) -> PlaySession:
    """Close in two steps; the only terminal answers at once (A-24)."""
    session = done(session, rounds.BeginClosing())
    freeze = rounds.AnswerFreeze(TERMINAL, session.table.rounds_count)
    return done(done(session, freeze, by=PATRON), rounds.CutOff())


def _with_next_step(session: PlaySession) -> PlaySession:
    now = session.table.round_now
    if len(now.cards) == INITIAL_CARDS and not now.totals_announced:
        return done(session, rounds.AnnounceTotals())
    card = session.house.shoes.next_card(TABLE, session.shoe)
    return done(session, rounds.DealCard(card, rounds.CardOrigin.DRAWN))


class NothingToDo(Value):
    """A word about missing bets; nothing was submitted to the table."""

    word: str
    missing: str

    @property
    def sentence(self) -> str:
        return f"{self.word}: {self.missing}"


StepRefusal = Refusal | NothingToDo


def sentences(refused: StepRefusal) -> tuple[str, ...]:
    """Return what is wrong, with one sentence for each refused bet."""
    if isinstance(refused, BetsRefused):
        return tuple(refusal.sentence for refusal in refused.refusals)
    return (refused.sentence,)


def open_bets(session: PlaySession) -> PlaySession:
    """Begin a round."""
    return done(session, OpenBets())


def want(session: PlaySession, position: StakesByBet) -> PlaySession | StepRefusal:
    """Submit a whole position in place of the present one."""
    wanted = _asked_for(session, position)
    if not isinstance(wanted, PlaySession):
        return wanted
    earlier = (*session.earlier_positions, session.position)
    return replace(wanted, earlier_positions=earlier)


def _asked_for(session: PlaySession, position: StakesByBet) -> PlaySession | StepRefusal:
    number = session.table.rounds_count
    wish = WantPosition(TERMINAL, number, tuple(position.items()))
    return asked(session, wish, PATRON)


def add_stakes(session: PlaySession, added: StakesByBet) -> PlaySession | StepRefusal:
    """Add chips to those on the layout."""
    position = session.position
    # The table must see an amount of zero or less, to refuse it; added up, it would remove chips.
    more = {
        key: Cents(position.get(key, NOTHING) + stake) if stake > 0 else stake
        for key, stake in added.items()
    }
    return want(session, {**position, **more})


def clear(session: PlaySession) -> PlaySession | StepRefusal:
    """Take all chips off the layout."""
    if not session.position:
        return NothingToDo("clear", "there are no bets on the layout")
    return want(session, {})


def undo(session: PlaySession) -> PlaySession | StepRefusal:
    """Return to the position before the latest change."""
    if not session.earlier_positions:
        return NothingToDo("undo", "nothing was changed in this round")
    *earlier, position = session.earlier_positions
    before = _asked_for(session, position)
    if not isinstance(before, PlaySession):
        return before
    return replace(before, earlier_positions=tuple(earlier))


def repeat(session: PlaySession) -> PlaySession | StepRefusal:
    """Bet the stakes of the last round again, in place of the present ones."""
    if not session.last_stakes:
        return NothingToDo("repeat", "no round with bets has been played yet")
    return want(session, session.last_stakes)


def double(session: PlaySession) -> PlaySession | StepRefusal:
    """Double all stakes on the layout."""
    if not session.position:
        return NothingToDo("double", "there are no bets on the layout")
    doubled = {key: Cents(2 * stake) for key, stake in session.position.items()}
    return want(session, doubled)
