"""The live table's arithmetic: layouts and chips, the Differential, pro rata shares, acceptors."""

from punto.live.apportionment import apportion
from punto.live.betting_boxes import BoxBet, BoxLabel, PatronKey, PlayedBet, Stance
from punto.live.dealer_warnings import (
    AmountNotInChips,
    BetUnderMinimum,
    DealerWarning,
    DifferentialExceeded,
    StandingAlone,
    warnings_of,
)
from punto.live.excess import reject_excess
from punto.live.layouts import USUAL_CHIPS, Chip, ChipSet, TableLayout, layout_refusals
from punto.live.posted_limits import PostedLimits, limits_refusals
from punto.live.settlements import BoxResult, settle_boxes
from punto.live.trays import Tray

__all__ = [
    "USUAL_CHIPS",
    "AmountNotInChips",
    "BetUnderMinimum",
    "BoxBet",
    "BoxLabel",
    "BoxResult",
    "Chip",
    "ChipSet",
    "DealerWarning",
    "DifferentialExceeded",
    "PatronKey",
    "PlayedBet",
    "PostedLimits",
    "Stance",
    "StandingAlone",
    "TableLayout",
    "Tray",
    "apportion",
    "layout_refusals",
    "limits_refusals",
    "reject_excess",
    "settle_boxes",
    "warnings_of",
]
