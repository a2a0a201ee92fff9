"""The patron's bets; each change submits a whole position. Also the refusals of typed lines."""

from punto.cli.play.house import PlayHouse
from punto.cli.play.session import PATRON, TERMINAL, PlaySession, Stakes, asked, done
from punto.rounds import BetsRefused, OpenBets, Refusal, WantPosition
from punto.values import NOTHING, Cents, Value, replace


class NothingToDo(Value):
    """A word about missing bets; nothing was submitted to the table."""

    word: str
    missing: str

    @property
    def sentence(self) -> str:
        return f"{self.word}: {self.missing}"


Refused = Refusal | NothingToDo


def sentences(refused: Refused) -> tuple[str, ...]:
    """Return what is wrong, with one sentence for each refused bet."""
    if isinstance(refused, BetsRefused):
        return tuple(refusal.sentence for refusal in refused.refusals)
    return (refused.sentence,)


def open_bets(session: PlaySession, house: PlayHouse) -> PlaySession:
    """Begin a round."""
    return done(session, house, OpenBets())


def want(session: PlaySession, house: PlayHouse, position: Stakes) -> PlaySession | Refused:
    """Submit a whole position in place of the present one."""
    wanted = _asked_for(session, house, position)
    if not isinstance(wanted, PlaySession):
        return wanted
    earlier = (*session.earlier_positions, session.position)
    return replace(wanted, earlier_positions=earlier)


def _asked_for(session: PlaySession, house: PlayHouse, position: Stakes) -> PlaySession | Refused:
    number = session.table.rounds_count
    wish = WantPosition(TERMINAL, number, tuple(position.items()))
    return asked(session, house, wish, PATRON)


def add_stakes(session: PlaySession, house: PlayHouse, added: Stakes) -> PlaySession | Refused:
    """Add chips to those on the layout."""
    position = session.position
    # The table must see an amount of zero or less, to refuse it; added up, it would remove chips.
    more = {
        key: Cents(position.get(key, NOTHING) + stake) if stake > 0 else stake
        for key, stake in added.items()
    }
    return want(session, house, {**position, **more})


def clear(session: PlaySession, house: PlayHouse) -> PlaySession | Refused:
    """Take all chips off the layout."""
    if not session.position:
        return NothingToDo("clear", "no bet stands on the layout")
    return want(session, house, {})


def undo(session: PlaySession, house: PlayHouse) -> PlaySession | Refused:
    """Return to the position before the latest change."""
    if not session.earlier_positions:
        return NothingToDo("undo", "nothing was changed in this round")
    *earlier, position = session.earlier_positions
    before = _asked_for(session, house, position)
    if not isinstance(before, PlaySession):
        return before
    return replace(before, earlier_positions=tuple(earlier))


def repeat(session: PlaySession, house: PlayHouse) -> PlaySession | Refused:
    """Bet the stakes of the last round again, in place of the present ones."""
    if not session.last_stakes:
        return NothingToDo("repeat", "no round with bets was played yet")
    return want(session, house, session.last_stakes)


def double(session: PlaySession, house: PlayHouse) -> PlaySession | Refused:
    """Double all stakes on the layout."""
    if not session.position:
        return NothingToDo("double", "no bet stands on the layout")
    doubled = {key: Cents(2 * stake) for key, stake in session.position.items()}
    return want(session, house, doubled)
