"""The Dealer's calls about the chips before "No more Bets", each with answers to touch."""

from enum import Enum
from typing import assert_never

from punto import live
from punto.live import BoxLabel, PatronKey, PlayedBet, Stance
from punto.rounds import Phase, Stakes, Table, layout_of, place_of, warnings_now
from punto.rules import BetKey
from punto.values import Cents, Side, Value, replace


class CallKind(Enum):
    """The fault of the chips on the layout."""

    EXCESS = "excess"
    UNDER_MINIMUM = "under minimum"
    OVER_MAXIMUM = "over maximum"
    STANDING_ALONE = "standing alone"
    NOT_IN_CHIPS = "not in chips"


class AnswerKind(Enum):
    """The remedy for a fault."""

    REJECT = "reject"
    """``RejectExcess``: hand back every excess, standing patrons first."""
    RAISE = "raise"
    LOWER = "lower"
    WITHDRAW = "withdraw"


class CallAnswer(Value):
    """An answer: ``PlaceBets`` with these stakes in that place, unless it is a rejection."""

    kind: AnswerKind
    stakes: Stakes
    """The whole position that the patron would have in the box."""


class TakeBack(Value):
    """The part of one bet that a rejection takes back."""

    box: BoxLabel
    patron: PatronKey
    stance: Stance
    bet: BetKey
    stake: Cents
    back: Cents


class DealerCall(Value):
    """One thing to say, and the answers that it allows."""

    kind: CallKind
    clause: str
    words: str
    answers: tuple[CallAnswer, ...]
    box: BoxLabel | None
    """None where it is about the whole table."""
    patron: PatronKey | None = None
    stance: Stance | None = None
    bet: BetKey | None = None
    side: Side | None = None
    """The heavier hand of an excess, or the hand that the bet backs."""
    found: Cents | None = None
    """The stake, or the excess."""
    expected: Cents | None = None
    """The minimum, the maximum, the Differential limit, or the next amount in chips."""
    take_back: tuple[TakeBack, ...] = ()
    """Of an excess: the bets that a rejection takes something from."""


def dealer_calls(table: Table) -> tuple[DealerCall, ...]:
    """Return the present calls; none unless bets are open."""
    if table.phase is not Phase.BETTING:
        return ()
    return tuple(_call(table, warning) for warning in warnings_now(table))


def _call(table: Table, warning: live.DealerWarning) -> DealerCall:
    values = layout_of(table.round_now).chips.values
    match warning:
        case live.DifferentialExceeded():
            return _excess(warning)
        case live.StandingAlone():
            return DealerCall(
                CallKind.STANDING_ALONE,
                warning.clause,
                warning.sentence,
                (CallAnswer(AnswerKind.WITHDRAW, ()),),
                warning.box,
                warning.patron,
                Stance.STANDING,
            )
        case live.BetUnderMinimum():
            enough = live.value_of(live.next_payable(warning.minimum, values))
            call = _of_bet(table, CallKind.UNDER_MINIMUM, warning, AnswerKind.RAISE, enough)
            return replace(call, expected=warning.minimum)
        case live.SideBetOverMaximum():
            most = live.value_of(live.most_payable(warning.maximum, values))
            call = _of_bet(table, CallKind.OVER_MAXIMUM, warning, AnswerKind.LOWER, most)
            return replace(call, expected=warning.maximum)
        case live.AmountNotInChips():
            amount = warning.next_amount
            return _of_bet(table, CallKind.NOT_IN_CHIPS, warning, AnswerKind.RAISE, amount)
        case _:
            assert_never(warning)


def _excess(warning: live.DifferentialExceeded) -> DealerCall:
    reject = CallAnswer(AnswerKind.REJECT, ())
    return DealerCall(
        CallKind.EXCESS,
        warning.clause,
        warning.sentence,
        (reject,),
        warning.box,
        side=warning.heavier,
        found=warning.excess,
        expected=warning.limit,
        take_back=tuple(map(_take_back, warning.cut)),
    )


_OfBet = live.BetUnderMinimum | live.SideBetOverMaximum | live.AmountNotInChips


def _of_bet(
    table: Table, kind: CallKind, warning: _OfBet, change: AnswerKind, to: Cents
) -> DealerCall:
    bet = warning.bet
    lies = table.round_now.stakes_of(place_of(bet.patron, bet.box))
    answers = (
        CallAnswer(change, tuple((key, to if key == bet.bet else stake) for key, stake in lies)),
        CallAnswer(AnswerKind.WITHDRAW, tuple(each for each in lies if each[0] != bet.bet)),
    )
    return DealerCall(
        kind,
        warning.clause,
        warning.sentence,
        answers,
        bet.box,
        bet.patron,
        bet.stance,
        bet.bet,
        bet.hand,
        bet.stake,
        to,
    )


def _take_back(cut: PlayedBet) -> TakeBack:
    bet = cut.bet
    return TakeBack(bet.box, bet.patron, bet.stance, bet.bet, bet.stake, cut.returned)
