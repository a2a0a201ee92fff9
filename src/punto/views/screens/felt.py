"""The felt: a live table's layout with its patrons, their chips and the Dealer's calls.

Only staff see it. Patrons are known by their keys, since the record has no names.
"""

from punto import live, rounds
from punto.live import BoxLabel, Chip, PatronKey, PostedLimits, Stance
from punto.rounds.boxes import events as box_events
from punto.rules import BetKey, liability
from punto.values import NOTHING, Cents, Instant, Side, TerminalId, Value
from punto.views.procedures.effects import asked
from punto.views.screens.dealer_calls import DealerCall, dealer_calls
from punto.views.screens.patrons import PatronShown, patrons_shown
from punto.views.screens.payouts import EarlierPayouts, Payouts, earlier_payouts, payouts_of
from punto.views.screens.trays import TrayShown, tray_shown
from punto.views.sensors import SensorShown, SensorState, sensor_shown


class FeltLayout(Value):
    """The printed layout, the posted limits and the chips of a live table."""

    boxes: tuple[BoxLabel, ...]
    """From the Dealer's right, as bets are taken and paid."""
    limits: PostedLimits
    """Of Player and Banker; those of every other bet are in the public offers (A-74)."""
    chips: tuple[Chip, ...]
    """The largest value first."""
    codes: tuple[tuple[str, BetKey], ...]
    """The short names by which bets are typed, such as ``bp`` for Banker Pair."""


class BetOnFelt(Value):
    """One bet of a place."""

    bet: BetKey
    lay: Cents
    """The stake as it lies, or as it lay at the close."""
    plays: Cents
    """The part that wins or loses; less than what lay there if an excess was not noticed."""


class PlaceShown(Value):
    """The chips of one patron in one box."""

    place: TerminalId
    box: BoxLabel
    patron: PatronKey
    stance: Stance
    on_behalf: bool
    """Whether staff laid them at the patron's request (L 5.16)."""
    bets: tuple[BetOnFelt, ...]


class Differential(Value):
    """Both totals of a box or of the table, and by how much they may differ (L 1.6)."""

    box: BoxLabel | None
    """None for the whole table."""
    player: Cents
    banker: Cents
    differential: Cents
    heavier: Side | None
    limit: Cents | None
    """None where the table posts none of this kind (A-54)."""
    excess: Cents


class HandHolder(Value):
    """The person who holds one hand at a table that deals face down (A-63)."""

    side: Side
    acceptor: PatronKey | None
    """None for the Dealer."""
    may_hold: tuple[PatronKey, ...]
    """The seated patrons to whom the hand may go, the highest bet first."""
    squeezer: PatronKey | None
    """The patron who may ask to squeeze its next card (L 3.9)."""
    squeezing: bool
    ends_at: Instant | None
    """When the Dealer asks for the card that is being squeezed."""


class PatronChoice(Value):
    """One patron's choice after a dealing error (L 5.12)."""

    patron: PatronKey
    boxes: tuple[BoxLabel, ...]
    chosen: rounds.PlayerOption | None
    """None while the patron has not answered."""
    returned: Cents
    """The stakes returned if the bets are taken back: the most that continuing can lose."""
    wins_at_most: Cents
    """The most that continuing can win in addition, over all possible cards."""


class Options(Value):
    """The open choice, and what counts for a patron who gives no answer (A-59)."""

    reconstructed: bool
    """Whether patrons would continue with the Reconstructed Hand, or with the hand as it is."""
    default: rounds.PlayerOption
    choices: tuple[PatronChoice, ...]


class Felt(Value):
    """A live table's layout as staff see it."""

    layout: FeltLayout
    patrons: tuple[PatronShown, ...]
    places: tuple[PlaceShown, ...]
    """Of the present round, or the last until the next begins; boxes in the layout's order."""
    table: Differential
    boxes: tuple[Differential, ...]
    """The boxes with a bet on Player or Banker."""
    can_repeat: bool
    """Whether ``RepeatBets`` would lay anything down."""
    calls: tuple[DealerCall, ...]
    """The Dealer's calls before "No more Bets"."""
    passed_over: tuple[box_events.PassedOver, ...]
    """The warnings of this round that were open when the bets were closed."""
    hands: tuple[HandHolder, ...]
    """Empty where cards are dealt face up, and before the close."""
    options: Options | None
    payouts: Payouts | None
    """From the result on; None before it, and for a void round."""
    earlier: tuple[EarlierPayouts, ...]
    """Earlier rounds that were put right during the present one."""
    tray: TrayShown
    sensor: SensorShown | None


def felt_of(table: rounds.Table, sensor: SensorState | None = None) -> Felt | None:
    """Return the felt of a live table; None for an electronic one."""
    configuration = table.configuration
    if configuration is None or configuration.layout is None:
        return None
    layout, now = configuration.layout, table.round
    kinds = sorted(layout.chips.chips, key=lambda chip: -chip.value)
    shown = FeltLayout(
        layout.boxes,
        layout.limits,
        tuple(kinds),
        tuple(live.bet_codes(configuration.terms.offered_keys).items()),
    )
    return Felt(
        layout=shown,
        patrons=patrons_shown(table),
        places=() if now is None else _places(table, now),
        table=_differential(table, None, layout.limits.table_differential),
        boxes=tuple(
            _differential(table, box, layout.limits.box_differential)
            for box in layout.boxes
            if _backed(table, box)
        ),
        can_repeat=isinstance(asked(table, rounds.RepeatBets(), table.closes_at), tuple),
        calls=dealer_calls(table),
        passed_over=() if now is None else rounds.on_layout(now).passed_over,
        hands=() if now is None else _holders(table, now),
        options=None if now is None else _options(now),
        payouts=None if now is None else payouts_of(table, now),
        earlier=() if now is None else earlier_payouts(table, now),
        tray=tray_shown(table, tuple(kinds)),
        sensor=None if sensor is None else sensor_shown(table, sensor),
    )


def _places(table: rounds.Table, now: rounds.Round) -> tuple[PlaceShown, ...]:
    on, order = rounds.on_layout(now), rounds.layout_of(now).boxes
    lay = dict(on.lay or now.positions.items())
    shown = (_place(table, now, place, stakes) for place, stakes in lay.items() if stakes)
    return tuple(sorted(shown, key=lambda e: (order.index(e.box), e.stance is Stance.STANDING)))


def _place(
    table: rounds.Table, now: rounds.Round, place: TerminalId, lay: rounds.Stakes
) -> PlaceShown:
    plays, patron, box = dict(now.stakes_of(place)), rounds.patron_at(place), rounds.box_at(place)
    return PlaceShown(
        place,
        box,
        patron,
        Stance.SEATED if table.patrons[patron].box == box else Stance.STANDING,
        place in rounds.on_layout(now).on_behalf,
        tuple(BetOnFelt(bet, stake, plays.get(bet, NOTHING)) for bet, stake in lay),
    )


def _backed(table: rounds.Table, box: BoxLabel) -> bool:
    now = table.round
    return now is not None and any(
        bet.box == box and bet.hand is not None for bet in rounds.bets_of(table, now)
    )


def _differential(table: rounds.Table, box: BoxLabel | None, limit: Cents | None) -> Differential:
    bets = () if table.round is None else rounds.bets_of(table, table.round)
    totals = live.totals_of(bet for bet in bets if box in {None, bet.box})
    excess = NOTHING if limit is None else totals.excess(limit)
    heavier, differential = totals.heavier_side, totals.differential
    return Differential(box, totals.player, totals.banker, differential, heavier, limit, excess)


def _holders(table: rounds.Table, now: rounds.Round) -> tuple[HandHolder, ...]:
    layout, on = rounds.layout_of(now), rounds.on_layout(now)
    if not layout.face_down or not on.acceptors:
        return ()
    bets = rounds.bets_laid(table, now)
    squeeze = on.squeeze if on.squeeze and on.squeeze.cards_count == len(now.cards) else None
    holders = []
    for side in Side:
        squeezing = squeeze is not None and squeeze.side is side
        acceptor = on.acceptors[side]
        highest = live.squeezer_of(side, bets, by_letter=True)
        by_letter = None if highest is None else highest.patron
        ends_at = Instant(squeeze.granted_at + layout.squeeze_ms) if squeeze and squeezing else None
        holders.append(
            HandHolder(
                side,
                acceptor,
                tuple(dict.fromkeys(bet.patron for bet in live.may_hold(side, bets))),
                by_letter if layout.squeeze_by_letter else acceptor,
                squeezing,
                ends_at,
            )
        )
    return tuple(holders)


def _options(now: rounds.Round) -> Options | None:
    on = rounds.on_layout(now)
    if not on.asked:
        return None
    choices = tuple(_choice(now, patron) for patron in on.asked)
    return Options(on.reconstructed, rounds.PlayerOption.CONTINUE, choices)


def _choice(now: rounds.Round, patron: PatronKey) -> PatronChoice:
    own = {
        place: stakes
        for place, stakes in now.positions.items()
        if stakes and rounds.patron_at(place) == patron
    }
    stakes: dict[BetKey, Cents] = {}
    for bet, stake in (each for position in own.values() for each in position):
        stakes[bet] = Cents(stakes.get(bet, NOTHING) + stake)
    return PatronChoice(
        patron,
        tuple(map(rounds.box_at, own)),
        rounds.on_layout(now).chosen.get(patron),
        Cents(sum(map(rounds.total_of, own.values()))),
        liability(now.configuration.terms.game, stakes),
    )
