"""Bets on a live table's layout, in the notation of its tests."""

from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from punto.live.betting_boxes import BoxBet, BoxLabel, PatronKey, Stance
from punto.live.posted_limits import PostedLimits
from punto.rules.games import BetKey
from punto.values import replace
from punto.values.money import dollars
from punto.values.sides import Side


def bet_on(
    hand: Side | None, amount: int, stance: Stance, box: str = "1", patron: str = "Ann"
) -> BoxBet:
    key = BetKey("tie" if hand is None else hand.value)
    return BoxBet(BoxLabel(box), PatronKey(patron), stance, key, dollars(amount), hand)


def banker(
    amount: int, stance: Stance = Stance.SEATED, box: str = "1", patron: str = "Ann"
) -> BoxBet:
    return bet_on(Side.BANKER, amount, stance, box, patron)


def player(
    amount: int, stance: Stance = Stance.SEATED, box: str = "1", patron: str = "Ann"
) -> BoxBet:
    return bet_on(Side.PLAYER, amount, stance, box, patron)


def tie(amount: int, stance: Stance = Stance.SEATED, box: str = "1", patron: str = "Ann") -> BoxBet:
    return bet_on(None, amount, stance, box, patron)


def in_boxes(bets: Iterable[BoxBet], box: str | None = None) -> tuple[BoxBet, ...]:
    """Number the patrons, and put all bets into one box if it is named."""
    return tuple(
        replace(bet, patron=PatronKey(str(n)), box=bet.box if box is None else BoxLabel(box))
        for n, bet in enumerate(bets)
    )


def oracle_bets(bets: Sequence[BoxBet]) -> list[tuple[str, str, int, bool]]:
    """Convert bets to the oracle's form: box, bet, whole dollars, seated."""
    return [(bet.box, bet.bet, bet.stake // 100, bet.stance is Stance.SEATED) for bet in bets]


BETS = st.builds(
    bet_on,
    hand=st.sampled_from((Side.BANKER, Side.BANKER, Side.PLAYER, None)),
    amount=st.integers(1, 200) | st.integers(1, 20_000),
    stance=st.sampled_from(Stance),
    box=st.sampled_from("135"),
)

LIMITS_OF_BOTH = st.builds(
    PostedLimits,
    minimum=st.integers(1, 300).map(dollars),
    box_differential=st.none() | st.integers(1, 15_000).map(dollars),
    table_differential=st.none() | st.integers(1, 15_000).map(dollars),
)
"""Limits of boxes, of the table, of both or of neither."""
