"""Bets on a layout: why chips cannot lie there, lines that a Dealer types, and repeats."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from punto import live
from punto.rounds.betting.decisions import written_twice
from punto.rounds.betting.refusals import BetsRefused
from punto.rounds.betting.stakes import Stakes
from punto.rounds.boxes import commands, events, refusals
from punto.rounds.boxes.layouts import bets_of, layout_of, on_layout
from punto.rounds.boxes.state import box_at, patron_at, place_of
from punto.rounds.configuration import Configuration
from punto.rounds.refusals import Decided, Refusal
from punto.rounds.state import Round, Table
from punto.rules import Limits, bet_refusals
from punto.values import TerminalId


def box_refusal(configuration: Configuration, box: live.BoxLabel) -> refusals.NoSuchBox | None:
    """Return the refusal of a box that the layout does not have."""
    boxes = () if configuration.layout is None else configuration.layout.boxes
    return None if box in boxes else refusals.NoSuchBox(box, boxes)


def stakes_refusal(configuration: Configuration, stakes: Stakes) -> Refusal | None:
    """Refuse chips that cannot be bets; chips beyond a limit may lie there (L 5.1, L 5.2)."""
    wanted = dict(stakes)
    if len(wanted) < len(stakes):
        return written_twice(stakes)
    no_limits = configuration.terms.with_limits(Limits(maximum=None), ())
    found = bet_refusals(no_limits, wanted)
    if found:
        return BetsRefused(found)
    values = () if configuration.layout is None else configuration.layout.chips.values
    for stake in wanted.values() if values else ():
        if live.fewest_chips(stake, values) is None:
            return refusals.ChipsCannotMake(stake)
    return None


Places = Mapping[TerminalId, Stakes]


def type_bets(table: Table, in_progress: Round, wish: commands.TypeBets) -> Decided:
    """Accept or refuse a whole line; a bet at an empty box seats a new guest."""
    here = [patron for patron, there in table.patrons.items() if there.is_here]
    offered = in_progress.configuration.terms.offered_keys
    read = live.read_bet_line(wish.line, layout_of(in_progress).boxes, here, offered)
    if isinstance(read, live.LineMistake):
        return refusals.BetLineUnclear(read.start, read.end, read.found, read.expected)
    return place_typed(table, in_progress, read)


def place_typed(table: Table, in_progress: Round, bets: Iterable[live.TypedBet]) -> Decided:
    """Put all bets into their places, or none; an empty box gets a new guest."""
    line = _Line(table, in_progress)
    for bet in bets:
        line.add(bet)
    seats = {**seats_of(table), **{each.patron: each.box for each in line.joined}}
    refusal = places_refusal(table, in_progress, line.places, seats)
    if refusal is not None:
        return refusal
    behalf = on_layout(in_progress).on_behalf
    placed = (
        events.ChipsPlaced(place, stakes, place in behalf) for place, stakes in line.places.items()
    )
    return (*line.joined, *placed)


class _Line:
    """The places of a typed line, as they would be after it."""

    def __init__(self, table: Table, in_progress: Round) -> None:
        self._table, self._round = table, in_progress
        self._at = {
            (there.box, False): patron
            for patron, there in table.patrons.items()
            if there.is_here and there.box is not None
        }
        self.joined: list[events.PatronJoined] = []
        self.places: dict[TerminalId, Stakes] = {}

    def add(self, typed: live.TypedBet) -> None:
        """Put one bet in its place; an amount of zero removes it."""
        place = place_of(self._patron(typed), typed.box)
        stakes = dict(self.places.get(place, self._round.stakes_of(place)))
        stakes[typed.bet] = typed.amount
        self.places[place] = tuple(each for each in stakes.items() if each[1])

    def _patron(self, typed: live.TypedBet) -> live.PatronKey:
        if typed.patron is not None:
            return typed.patron
        key = typed.box, typed.newcomer
        if key not in self._at:
            self._at[key] = self._guest(None if typed.newcomer else typed.box)
        return self._at[key]

    def _guest(self, box: live.BoxLabel | None) -> live.PatronKey:
        """Bring a patron to the table under the next free key."""
        taken = {*self._table.patrons, *(each.patron for each in self.joined)}
        keys = (live.PatronKey(f"guest-{number}") for number in count(len(taken) + 1))
        guest = next(key for key in keys if key not in taken)
        self.joined.append(events.PatronJoined(guest, box))
        return guest


_Seats = Mapping[live.PatronKey, live.BoxLabel | None]


def seats_of(table: Table) -> _Seats:
    """Return the box at which each patron sits."""
    return {patron: there.box for patron, there in table.patrons.items()}


def places_refusal(
    table: Table, in_progress: Round, places: Places, seats: _Seats
) -> Refusal | None:
    """Refuse chips that cannot be bets, and standing bets without a seated one (L 1.21, A-87)."""
    for stakes in places.values():
        refusal = stakes_refusal(in_progress.configuration, stakes)
        if refusal is not None:
            return refusal
    backed = _backed(table, in_progress, places, seats)
    for place, stakes in places.items():
        if stakes and box_at(place) not in backed:
            return refusals.NoSeatedBet(box_at(place))
    return None


def _backed(table: Table, in_progress: Round, places: Places, seats: _Seats) -> set[live.BoxLabel]:
    """Return the boxes in which a seated patron has a bet, with these places (L 1.21, A-87)."""
    others = (bet for bet in bets_of(table, in_progress) if bet.stance is live.Stance.SEATED)
    kept = {bet.box for bet in others if place_of(bet.patron, bet.box) not in places}
    return kept | {
        box_at(place)
        for place, stakes in places.items()
        if stakes and seats[patron_at(place)] == box_at(place)
    }


def repeat_bets(table: Table, in_progress: Round) -> Decided:
    """Lay the previous bets again for every patron who is present and has no bet there yet."""
    again = dict(_repeatable(table, in_progress))
    backed = _backed(table, in_progress, again, seats_of(table))
    placed = tuple(
        events.ChipsPlaced(place, stakes, on_behalf=False)
        for place, stakes in again.items()
        if box_at(place) in backed
    )
    return placed or refusals.NothingToRepeat()


def _repeatable(table: Table, in_progress: Round) -> Iterator[tuple[TerminalId, Stakes]]:
    configuration = in_progress.configuration
    for place, stakes in on_layout(in_progress).previous:
        there = table.patrons[patron_at(place)]
        is_free = there.is_here and not in_progress.stakes_of(place)
        refusal = box_refusal(configuration, box_at(place)) or stakes_refusal(configuration, stakes)
        if is_free and refusal is None:
            yield place, stakes
