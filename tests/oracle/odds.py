"""The pay tables, one literal row for each way a bet can win or push.

A row is named by a label of the round (see `settlement`): "B6" is a Banker win on 6, "T0" a Tie
at 0, "B6/3" a Banker win on 6 with three cards. A label without a row loses.
"""

from fractions import Fraction

Table = dict[str, Fraction]

TIES = "T0 T1 T2 T3 T4 T5 T6 T7 T8 T9"
ANY_PAIR = "4D4D 44 DD pair"


def _rows(pays: str, labels: str) -> Table:
    if pays == "push":
        return dict.fromkeys(labels.split(), Fraction(0))
    profit, stake = pays.split(" to ")
    return dict.fromkeys(labels.split(), Fraction(profit) / Fraction(stake))


PLAYER = _rows("1 to 1", "P1 P2 P3 P4 P5 P6 P7 P8 P9") | _rows("push", TIES)
BANKER_HALF_ON_SIX = (
    _rows("1 to 1", "B1 B2 B3 B4 B5 B7 B8 B9") | _rows("1 to 2", "B6") | _rows("push", TIES)
)
BANKER_LESS_COMMISSION = _rows("0.95 to 1", "B1 B2 B3 B4 B5 B6 B7 B8 B9") | _rows("push", TIES)
TIE = _rows("8 to 1", TIES)
PAIR = _rows("11 to 1", ANY_PAIR)

NON_COMMISSION = {
    "player": PLAYER,
    "banker": BANKER_HALF_ON_SIX,
    "tie": TIE,
    "player-pair": PAIR,
    "banker-pair": PAIR,
}

WINS_ON = {
    "player-wins-on-1": _rows("160 to 1", "P1"),
    "player-wins-on-2": _rows("80 to 1", "P2"),
    "player-wins-on-3": _rows("50 to 1", "P3"),
    "player-wins-on-4": _rows("50 to 1", "P4"),
    "player-wins-on-5": _rows("30 to 1", "P5"),
    "player-wins-on-6": _rows("11 to 1", "P6"),
    "player-wins-on-7": _rows("8 to 1", "P7"),
    "player-wins-on-8": _rows("6 to 1", "P8"),
    "player-wins-on-9": _rows("5 to 1", "P9"),
    "banker-wins-on-1": _rows("160 to 1", "B1"),
    "banker-wins-on-2": _rows("80 to 1", "B2"),
    "banker-wins-on-3": _rows("50 to 1", "B3"),
    "banker-wins-on-4": _rows("25 to 1", "B4"),
    "banker-wins-on-5": _rows("15 to 1", "B5"),
    "banker-wins-on-6": _rows("11 to 1", "B6"),
    "banker-wins-on-7": _rows("8 to 1", "B7"),
    "banker-wins-on-8": _rows("6 to 1", "B8"),
    "banker-wins-on-9": _rows("5 to 1", "B9"),
    "tie-wins-on-0": _rows("110 to 1", "T0"),
    "tie-wins-on-1": _rows("160 to 1", "T1"),
    "tie-wins-on-2": _rows("160 to 1", "T2"),
    "tie-wins-on-3": _rows("150 to 1", "T3"),
    "tie-wins-on-4": _rows("100 to 1", "T4"),
    "tie-wins-on-5": _rows("90 to 1", "T5"),
    "tie-wins-on-6": _rows("35 to 1", "T6"),
    "tie-wins-on-7": _rows("35 to 1", "T7"),
    "tie-wins-on-8": _rows("60 to 1", "T8"),
    "tie-wins-on-9": _rows("60 to 1", "T9"),
}

DRAGON_BONUS = (
    _rows("30 to 1", "by-9")
    | _rows("10 to 1", "by-8")
    | _rows("6 to 1", "by-7")
    | _rows("4 to 1", "by-6")
    | _rows("2 to 1", "by-5")
    | _rows("1 to 1", "by-4 natural")
    | _rows("push", "natural-tie")
)
DRAGON_BONUSES = {"player-dragon-bonus": DRAGON_BONUS, "banker-dragon-bonus": DRAGON_BONUS}

TWELVE_OR_TWENTY = _rows("12 to 1", "B6/2") | _rows("20 to 1", "B6/3")

TIGERS = {
    "tiger": TWELVE_OR_TWENTY,
    "small-tiger": _rows("22 to 1", "B6/2"),
    "big-tiger": _rows("50 to 1", "B6/3"),
    "tiger-tie": _rows("35 to 1", "T6"),
    "tiger-pair": (
        _rows("4 to 1", "single") | _rows("20 to 1", "double") | _rows("100 to 1", "twin")
    ),
}

PRECIOUS_PAIR = (
    _rows("30 to 1", "4D4D")
    | _rows("15 to 1", "44")
    | _rows("12 to 1", "DD")
    | _rows("9 to 1", "pair")
)

FABULOUS_4S = {
    "player": (
        _rows("1 to 2", "P4")
        | _rows("2 to 1", "P1")
        | _rows("1 to 1", "P2 P3 P5 P6 P7 P8 P9")
        | _rows("push", TIES)
    ),
    "banker": (
        _rows("push", "B4")
        | _rows("2 to 1", "B1")
        | _rows("1 to 1", "B2 B3 B5 B6 B7 B8 B9")
        | _rows("push", TIES)
    ),
    "tie": TIE,
    "player-fabulous-4": _rows("50 to 1", "P4"),
    "banker-fabulous-4": _rows("25 to 1", "B4"),
    "player-precious-pair": PRECIOUS_PAIR,
    "banker-precious-pair": PRECIOUS_PAIR,
}

ODDS: dict[str, dict[str, Table]] = {
    "rws-etg": NON_COMMISSION,
    "rws-live": NON_COMMISSION | WINS_ON,
    "mbs-super-six": NON_COMMISSION | {"super-six": _rows("15 to 1", "B6")},
    "mbs-fortune-six": NON_COMMISSION | {"fortune-six": TWELVE_OR_TWENTY} | DRAGON_BONUSES,
    "mbs-super-6": NON_COMMISSION | {"super-6": _rows("15 to 1", "B6")} | DRAGON_BONUSES,
    "mbs-no-commission": NON_COMMISSION,
    "mbs-tiger": {"player": PLAYER, "banker": BANKER_LESS_COMMISSION, "tie": TIE} | TIGERS,
    "mbs-tiger-no-commission": (
        {"player": PLAYER, "banker": BANKER_HALF_ON_SIX, "tie": TIE} | TIGERS
    ),
    "mbs-fabulous-4s": FABULOUS_4S,
}
