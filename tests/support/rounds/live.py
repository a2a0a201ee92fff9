"""An evening at a live table: boxes, patrons, chips and choices."""

from functools import cache

from punto.bootstrap.table_setup import configuration_of
from punto.live.betting_boxes import BoxLabel, PatronKey
from punto.live.layouts import TableLayout
from punto.live.posted_limits import PostedLimits
from punto.rounds.betting.commands import OpenBets
from punto.rounds.boxes.commands import (
    ChooseOption,
    CloseLayout,
    EndOptions,
    JoinTable,
    LeaveTable,
    PlaceBets,
    PlayerOption,
)
from punto.rounds.boxes.state import place_of
from punto.rounds.configuration import Configuration
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.phases import Phase
from punto.rounds.table.commands import ConfigureTable, OpenTable
from punto.rules.irregularity_policies import Irregularity
from punto.values import replace
from punto.values.cards import parse_cards
from punto.values.ids import TableId
from punto.values.money import Cents, dollars
from support.rounds.evening import PIT_MANAGER, SUPERVISOR, Evening, load_for, position, terms_for

ANN, BEN, EVE = PatronKey("ann"), PatronKey("ben"), PatronKey("eve")
BOX_1, BOX_2 = BoxLabel("1"), BoxLabel("2")
LAYOUT = TableLayout((BOX_1, BOX_2), PostedLimits(dollars(100), dollars(10_000)))


@cache
def live_configuration() -> Configuration:
    return replace(configuration_of(TableId("L1"), terms_for("rws-live")), layout=LAYOUT)


def face_down() -> Configuration:
    """Return the live configuration, with cards dealt face down."""
    return replace(live_configuration(), layout=replace(LAYOUT, face_down=True))


def live_opened(config: Configuration | None = None) -> Evening:
    """Open a live table with a shoe; Ann sits at box 1, Eve at box 2, and Ben stands."""
    config = config or live_configuration()
    evening = Evening()
    evening.do(ConfigureTable(config), PIT_MANAGER)
    evening.do(OpenTable())
    evening.do(load_for(config))
    for patron, box in ((ANN, BOX_1), (EVE, BOX_2), (BEN, None)):
        evening.do(JoinTable(patron, box))
    return evening


def everybody_leaves(evening: Evening) -> None:
    """Let Ann, Eve and Ben leave the table."""
    for patron in (ANN, EVE, BEN):
        evening.do(LeaveTable(patron))


def live_betting(config: Configuration | None = None) -> Evening:
    """Open a live table as ``live_opened`` does, and open its bets."""
    evening = live_opened(config)
    evening.do(OpenBets())
    return evening


def lay(evening: Evening, patron: PatronKey, box: BoxLabel = BOX_1, **stakes: int) -> None:
    """Record a patron's chips in a box."""
    evening.do(PlaceBets(patron, box, position(**stakes)))


def closed(config: Configuration | None = None, banker: int = 1000, player: int = 500) -> Evening:
    """Return a round after "No more Bets": Ann, seated, on Banker, and Ben, standing, on Player."""
    evening = live_betting(config)
    lay(evening, ANN, banker=banker)
    lay(evening, BEN, player=player)
    evening.do(CloseLayout(passed_over=True))
    return evening


def reported(
    evening: Evening,
    what: Irregularity,
    cards: str | None = None,
    extra: str = "",
    lies: tuple[str, str] | None = None,
    order: str | None = None,
) -> None:
    """Report an irregularity, and have a Pit Supervisor attest it."""
    evening.do(
        ReportIrregularity(
            what,
            "seen by the Dealer",
            None if cards is None else parse_cards(cards),
            parse_cards(extra) if extra else (),
            lies=None if lies is None else (parse_cards(lies[0]), parse_cards(lies[1])),
        )
    )
    evening.do(Attest(None if order is None else parse_cards(order)), SUPERVISOR)


def choosing() -> Evening:
    """Let two cards come out together after the first, so that patrons have to choose."""
    evening = closed()
    evening.deal("KS")
    what = Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN
    reported(evening, what, extra="3D QH", order="KS 3D QH")
    assert evening.phase() is Phase.CHOOSING
    return evening


def chosen(evening: Evening, **options: str) -> None:
    """Record each patron's choice, and end the choice."""
    for patron, option in options.items():
        evening.do(ChooseOption(PatronKey(patron), PlayerOption(option)))
    evening.do(EndOptions())


def net(evening: Evening, patron: PatronKey) -> Cents:
    """Return what a patron has won over all boxes since joining; negative for a loss."""
    book, boxes = evening.table.book, LAYOUT.boxes
    purses = (book.purse(place_of(patron, box)) for box in boxes)
    kinds = ("chips", "held", "receivable")
    balances = ((purse.balances, kind) for purse in purses for kind in kinds)
    return Cents(
        sum(
            amount for found, kind in balances for key, amount in found.items() if key.value == kind
        )
    )
