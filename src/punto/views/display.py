"""The big screen over a table: to be read from afar, and by everybody."""

from dataclasses import dataclass

from punto.rounds.phases import Phase
from punto.rules.games import Name
from punto.values.ids import Instant, TableId
from punto.views.finished import FinishedRound
from punto.views.hands import Hands
from punto.views.offers import Offer
from punto.views.public import Halt, SeenCards, public_view
from punto.views.roads_shown import RoadsShown, newest_roads
from punto.views.statistics import Statistics
from punto.views.watching import Watched

USUAL_COLUMNS = 36


@dataclass(frozen=True, slots=True)
class DisplayView:
    """What the big screen shows; what it runs a clock by comes with it, the time does not."""

    table: TableId
    game: Name
    single_person: bool
    """A-73."""
    phase: Phase
    notice: str
    betting_ms: int
    closes_at: Instant | None
    shoe_number: int | None
    """None while no shoe is in play."""
    round_number: int
    hands: Hands
    last_round: FinishedRound | None
    offers: tuple[Offer, ...]
    roads: RoadsShown
    statistics: Statistics
    halt: Halt | None
    warning: SeenCards | None


def display_view(watched: Watched, columns: int = USUAL_COLUMNS) -> DisplayView | None:
    """The public part cut to a big screen; None before the table has a game."""
    public = public_view(watched)
    if public is None:
        return None
    return DisplayView(
        table=public.table,
        game=public.game.name,
        single_person=public.game.single_person,
        phase=public.phase,
        notice=public.notice,
        betting_ms=public.betting_ms,
        closes_at=public.closes_at,
        shoe_number=None if public.shoe is None else public.shoe.number,
        round_number=public.round_number,
        hands=public.hands,
        last_round=public.last_round,
        offers=public.offers,
        roads=newest_roads(watched.roads, columns),
        statistics=public.statistics,
        halt=public.halt,
        warning=public.warning,
    )
