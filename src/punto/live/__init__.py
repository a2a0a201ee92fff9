"""The live table's arithmetic: betting boxes, the Differential limit and its apportionment."""

from punto.live.apportionment import apportion
from punto.live.betting_boxes import BettingBox, BoxBet, BoxLimits, PlayedBet, Stance
from punto.live.excess import reject_excess

__all__ = ["BettingBox", "BoxBet", "BoxLimits", "PlayedBet", "Stance", "apportion", "reject_excess"]
