"""The pit: pending decisions, all money, and significant events."""

from punto import rounds
from punto.ledger import masked
from punto.rules import Actor, liability
from punto.values import NOTHING, Cents, Instant, PersonId, TableId, TerminalId, Value
from punto.views.procedures.procedure import Procedure, procedure_of
from punto.views.screens.felt import Felt, felt_of
from punto.views.screens.offers import Offer, coming_offers_of, offers_of
from punto.views.screens.trays import FloatFigures, float_figures
from punto.views.significance import SignificantEvent
from punto.views.watched_table import Watched


class SeatShown(Value):
    """A terminal with all its money."""

    terminal: TerminalId
    link: rounds.Link
    disabled: str
    has_left: bool
    """Whether its seat is free for others."""
    credits: Cents
    staked: Cents
    reserved: Cents
    owed: Cents
    stakes: rounds.Stakes
    """Its bets of the present round, or the last until the next begins."""
    opposite: bool
    """Whether it backs both hands (A-16)."""
    ticket: str
    """The last digits of a ticket that the printer has not answered for; empty when none waits."""
    uncertain: bool
    """Whether staff have to look for that ticket."""


class Exposure(Value):
    """The most that the House can lose in the present round (A-17)."""

    liability: Cents
    cap: Cents | None
    stakes: rounds.Stakes
    """The total on each bet over all terminals."""


class AskedAdjustment(Value):
    """An adjustment that one person asked for, and that another may grant or turn down (A-53)."""

    terminal: TerminalId
    kind: rounds.AdjustmentKind
    amount: Cents
    reason: str
    asked_by: PersonId


class PitView(Value):
    """One table as the pit sees it."""

    table: TableId
    phase: rounds.Phase
    dealer: Actor | None
    single_person: bool
    """A-73."""
    procedure: Procedure | None
    """The irregularity that waits to be attested or ruled on."""
    adjustments: tuple[AskedAdjustment, ...]
    """Adjustments that wait for a second person."""
    uncertain_tickets: tuple[TerminalId, ...]
    """Terminals whose ticket staff have to look for."""
    opposite_bets: tuple[TerminalId, ...]
    seats: tuple[SeatShown, ...]
    seating: rounds.Seating
    exposure: Exposure
    offers: tuple[Offer, ...]
    coming_offers: tuple[Offer, ...] | None
    """With the limits that wait for the next round."""
    significant: tuple[SignificantEvent, ...]
    """The latest last."""
    dealer_since: Instant | None
    """Since when the Dealer on duty deals."""
    felt: Felt | None
    """A live table's layout; None at an electronic table."""
    float: FloatFigures | None
    """The figures of a live table's float; None before its first opening count."""


def pit_view(watched: Watched) -> PitView | None:
    """Return the pit's part; None before the table has a game."""
    table, configuration = watched.table, watched.table.configuration
    if configuration is None:
        return None
    seats = tuple(_seat(watched, terminal, seat) for terminal, seat in table.seats.items())
    return PitView(
        table=configuration.table,
        phase=table.phase,
        dealer=table.dealer,
        single_person=configuration.single_person,
        procedure=procedure_of(watched),
        adjustments=tuple(
            AskedAdjustment(terminal, asked.kind, asked.amount, asked.reason, asked.asked_by)
            for terminal, asked in table.adjustments.items()
        ),
        uncertain_tickets=tuple(seat.terminal for seat in seats if seat.uncertain),
        opposite_bets=tuple(seat.terminal for seat in seats if seat.opposite),
        seats=seats,
        seating=table.seating,
        exposure=exposure_of(table, configuration),
        offers=offers_of(configuration.terms),
        coming_offers=coming_offers_of(table, configuration.terms),
        significant=watched.significant,
        dealer_since=watched.dealer_since,
        felt=felt_of(table, watched.sensor),
        float=float_figures(watched),
    )


def _seat(watched: Watched, terminal: TerminalId, seat: rounds.Seat) -> SeatShown:
    table = watched.table
    book = table.book
    return SeatShown(
        terminal=terminal,
        link=seat.link,
        disabled=seat.disabled,
        has_left=seat.has_left,
        credits=book.credits(terminal),
        staked=book.staked(terminal),
        reserved=book.reserved(terminal),
        owed=book.owed(terminal),
        stakes=() if table.round is None else table.round.stakes_of(terminal),
        opposite=terminal in watched.opposite,
        ticket="" if seat.ticket is None else masked(seat.ticket),
        uncertain=seat.uncertain,
    )


def exposure_of(table: rounds.Table, configuration: rounds.Configuration) -> Exposure:
    """Return what the House can lose in the present round, and on which bets."""
    now, cap = table.round, configuration.liability_cap
    # Bets that were paid or given back are no risk any more.
    if now is None or now.is_paid or now.void:
        return Exposure(NOTHING, cap, ())
    totals = rounds.totals_of(now.positions.values())
    return Exposure(liability(configuration.terms.game, totals), cap, tuple(totals.items()))
