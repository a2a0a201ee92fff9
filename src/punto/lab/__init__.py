"""The lab: exact odds of any game and any shoe.

>>> import punto
>>> odds = punto.odds("mbs-tiger", decks=8, without="6S 6H 6D 6C")
>>> odds["tiger"]                            # its edge is an exact fraction
<tiger: house edge 18.8035%, wins 5.2429%, standard deviation 3.5545>
>>> best_count(effects_of_removal(odds)["tiger"])
<count, tiger: A-1 2-1 3-1 6-4 7+3 8+2 9+2; correlation 0.977...>

The lab needs numpy and numba, which come with the extra ``lab``.
"""

from punto.lab.bet_odds import BetOdds, GameOdds, RowOdds, exact_json, exact_odds, odds_of
from punto.lab.compiler import Kernel
from punto.lab.distributions import Distribution, ShoeRefused
from punto.lab.linear_counts import LinearCount, Removal, best_count, effects_of_removal
