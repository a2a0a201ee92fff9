"""The live table's arithmetic: layouts and chips, the Differential, pro rata shares, acceptors."""

from punto.live.apportionment import apportion
from punto.live.betting_boxes import BoxBet, BoxLabel, PatronKey, PlayedBet, Stance
from punto.live.excess import reject_excess
from punto.live.posted_limits import PostedLimits, limits_refusals

__all__ = [
    "BoxBet",
    "BoxLabel",
    "PatronKey",
    "PlayedBet",
    "PostedLimits",
    "Stance",
    "apportion",
    "limits_refusals",
    "reject_excess",
]
