"""The live table's arithmetic: layouts and chips, the Differential, pro rata shares, acceptors."""

from punto.live.acceptors import acceptor_of, may_hold, squeezer_of
from punto.live.apportionment import apportion
from punto.live.betting_boxes import BoxBet, BoxLabel, PatronKey, PlayedBet, Stance
from punto.live.chips import exact_from, fewest_chips, most_payable, next_payable
from punto.live.dealer_warnings import (
    AmountNotInChips,
    BetUnderMinimum,
    DealerWarning,
    DifferentialExceeded,
    StandingAlone,
    warnings_of,
)
from punto.live.excess import reject_excess
from punto.live.layouts import (
    USUAL_CHIPS,
    USUAL_LAYOUT,
    Chip,
    ChipSet,
    TableLayout,
    layout_refusals,
)
from punto.live.posted_limits import PostedLimits, limits_refusals
from punto.live.settlements import BoxResult, settle_boxes
from punto.live.trays import ChipsMissing, Tray, value_of, with_chips, without_chips

__all__ = [
    "USUAL_CHIPS",
    "USUAL_LAYOUT",
    "AmountNotInChips",
    "BetUnderMinimum",
    "BoxBet",
    "BoxLabel",
    "BoxResult",
    "Chip",
    "ChipSet",
    "ChipsMissing",
    "DealerWarning",
    "DifferentialExceeded",
    "PatronKey",
    "PlayedBet",
    "PostedLimits",
    "Stance",
    "StandingAlone",
    "TableLayout",
    "Tray",
    "acceptor_of",
    "apportion",
    "exact_from",
    "fewest_chips",
    "layout_refusals",
    "limits_refusals",
    "may_hold",
    "most_payable",
    "next_payable",
    "reject_excess",
    "settle_boxes",
    "squeezer_of",
    "value_of",
    "warnings_of",
    "with_chips",
    "without_chips",
]
