"""Warnings about the chips on the layout, which the Dealer must call before "No more Bets"."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from punto.live.betting_boxes import (
    BoxBet,
    BoxLabel,
    PatronKey,
    PlayedBet,
    totals_of,
    with_a_seat,
)
from punto.live.chips import fewest_chips, next_payable, value_of
from punto.live.differentials import reject_excess
from punto.live.layouts import TableLayout
from punto.live.posted_limits import PostedLimits
from punto.rules import Terms
from punto.values import Cents, Side, Value, format_money, replace


class DifferentialExceeded(Value):
    """A Differential of a box or of the table above its limit."""

    box: BoxLabel | None
    """None for the whole table."""
    heavier: Side
    excess: Cents
    limit: Cents
    cut: tuple[PlayedBet, ...]
    """The bets that a rejection takes something from, with what it leaves (A-55, A-87)."""
    patron: ClassVar[None] = None
    clause: ClassVar[str] = "L 5.1"

    @property
    def sentence(self) -> str:
        where = "table" if self.box is None else f"box {self.box}"
        return (
            f"{where}: {self.heavier.value} is {format_money(self.excess)} over the Differential "
            f"limit {format_money(self.limit)}; "
            f"{', '.join(map(self._rest_of, self.cut))} (L 5.1, A-55)"
        )

    def _rest_of(self, cut: PlayedBet) -> str:
        where = f" in box {cut.bet.box}" if self.box is None else ""
        rest = f"{format_money(cut.played)} of {format_money(cut.bet.stake)}"
        return f"{cut.bet.patron}{where} keeps {rest}"


class _OnOneBet(Value):
    bet: BoxBet

    @property
    def box(self) -> BoxLabel:
        """The box of the bet."""
        return self.bet.box

    @property
    def patron(self) -> PatronKey:
        """The patron of the bet."""
        return self.bet.patron


class BetUnderMinimum(_OnOneBet):
    """A bet that its patron must raise or withdraw."""

    minimum: Cents
    clause: ClassVar[str] = "L 5.2"

    @property
    def sentence(self) -> str:
        return (
            f"{_words(self.bet)}, expected at least the minimum {format_money(self.minimum)}; "
            "raise it or withdraw it (L 5.2)"
        )


class SideBetOverMaximum(_OnOneBet):
    """A side bet over its maximum; Player and Banker have the Differential instead."""

    maximum: Cents
    clause: ClassVar[str] = "A-74"

    @property
    def sentence(self) -> str:
        return (
            f"{_words(self.bet)}, expected at most the maximum {format_money(self.maximum)}; "
            "lower it (A-74)"
        )


class StandingAlone(Value):
    """A standing patron's bets in a box in which no seated patron has one."""

    box: BoxLabel
    patron: PatronKey
    clause: ClassVar[str] = "L 1.21"

    @property
    def sentence(self) -> str:
        return (
            f"box {self.box}, {self.patron}: stands where no seated patron has a bet, "
            "expected one; withdraw the bets (L 1.21, A-87)"
        )


class AmountNotInChips(_OnOneBet):
    """A bet of an amount that the table's chips cannot make."""

    next_amount: Cents
    clause: ClassVar[str] = "A-89"

    @property
    def sentence(self) -> str:
        return (
            f"{_words(self.bet)}, which the chips cannot make, "
            f"expected an amount such as {format_money(self.next_amount)} (A-89)"
        )


DealerWarning = (
    DifferentialExceeded | BetUnderMinimum | SideBetOverMaximum | StandingAlone | AmountNotInChips
)


def warnings_of(
    bets: Sequence[BoxBet], layout: TableLayout, terms: Terms
) -> tuple[DealerWarning, ...]:
    """Return the warnings about the bets on the layout, given in the order of placing.

    The boxes come in the order of the layout, first the box and then its patrons in the order of
    their first bets. The table as a whole comes last.
    """
    placed = sorted(bets, key=lambda bet: layout.boxes.index(bet.box))
    found: list[DealerWarning] = []
    for box in dict.fromkeys(bet.box for bet in placed):
        inside = [bet for bet in placed if bet.box == box]
        found += _excess(
            inside, box, layout.limits.box_differential, _cut_by(bets, layout.limits, box)
        )
        for patron in dict.fromkeys(bet.patron for bet in inside):
            own = [bet for bet in inside if bet.patron == patron]
            if not with_a_seat(inside):
                found.append(StandingAlone(box, patron))
            found += [each for bet in own for each in _of_amount(bet, layout, terms)]
    found += _table_excess(bets, layout.limits)
    return tuple(found)


def _table_excess(bets: Sequence[BoxBet], limits: PostedLimits) -> Iterator[DifferentialExceeded]:
    # Measured as a rejection measures it: on the rest of the bets in the boxes.
    boxes_only = reject_excess(bets, replace(limits, table_differential=None))
    left = [replace(one.bet, stake=one.played) for one in boxes_only]
    yield from _excess(left, None, limits.table_differential, _cut_by(bets, limits))


def _excess(
    bets: Sequence[BoxBet],
    box: BoxLabel | None,
    limit: Cents | None,
    cut: tuple[PlayedBet, ...],
) -> Iterator[DifferentialExceeded]:
    totals = totals_of(bets)
    heavier = totals.heavier_side
    if limit is not None and heavier is not None and totals.excess(limit):
        from_it = tuple(one for one in cut if one.bet.hand is heavier)
        yield DifferentialExceeded(box, heavier, totals.excess(limit), limit, from_it)


def _cut_by(
    bets: Sequence[BoxBet], limits: PostedLimits, box: BoxLabel | None = None
) -> tuple[PlayedBet, ...]:
    """Return the bets that are cut when every excess is rejected, in one box or in all."""
    kept = reject_excess(bets, limits)
    return tuple(one for one in kept if one.returned and box in {None, one.bet.box})


def _of_amount(bet: BoxBet, layout: TableLayout, terms: Terms) -> Iterator[DealerWarning]:
    limits = terms.limits_of(bet.bet)
    minimum = limits.minimum if bet.hand is None else layout.limits.minimum
    if bet.stake < minimum:
        yield BetUnderMinimum(bet, minimum)
    if bet.hand is None and limits.maximum is not None and bet.stake > limits.maximum:
        yield SideBetOverMaximum(bet, limits.maximum)
    if fewest_chips(bet.stake, layout.chips.values) is None:
        payable = value_of(next_payable(bet.stake, layout.chips.values))
        yield AmountNotInChips(bet, payable)


def _words(bet: BoxBet) -> str:
    return f"box {bet.box}, {bet.patron}: {format_money(bet.stake)} on {bet.bet}"
