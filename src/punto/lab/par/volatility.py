"""How far results deviate from the expectation, and how bets on one coup are correlated."""

from collections.abc import Mapping
from itertools import combinations
from math import sqrt

from punto.lab.bet_odds import BetOdds
from punto.lab.par.bankrolls import Fan, fan_of, pay_distribution
from punto.lab.par.blocks import (
    Align,
    SheetColumn,
    SheetSection,
    SheetTable,
    Words,
    percent,
    plain,
    real,
)
from punto.lab.par.plots import FanPanel, pictures
from punto.lab.par.subjects import Subject

NORMAL_90 = 1.645
"""The standard deviations around the mean that hold 90 % of a normal distribution."""

BAND_ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
FAN_ROUNDS, FAN_EVERY = 1_000, 20


def volatility_index(bet: BetOdds) -> float:
    """Return the deviation that covers nine results of ten."""
    return NORMAL_90 * bet.standard_deviation


def volatility(subject: Subject) -> SheetSection:
    """Describe the volatility index, the bands that follow from it, and a patron's bankroll."""
    fans = _fans(subject)
    captioned = f"Bankroll after {FAN_ROUNDS:,} bets of one unit each, {subject.decks} decks"
    panels = [FanPanel(subject.odds[key].bet.name.en, fan) for key, fan in fans.items()]
    drawn = pictures(panels, f"{captioned}: median, 50 %, 90 % and 98 % of patrons")
    return SheetSection(
        "Volatility and bankroll",
        (Words(_ABOUT_INDEX), _bands(subject), Words(_ABOUT_FANS), *drawn, _ends(subject, fans)),
    )


_ABOUT_INDEX = (
    "The volatility index is VI = 1.645 × standard deviation of the profit per unit of stake. By"
    " the normal approximation the mean return of n rounds lies within VI ÷ √n of the return, with"
    " a probability of 90 %. For bets that rarely win the approximation needs many rounds."
)
_ABOUT_FANS = (
    "The fans are no approximation by the normal curve and no simulation. The profit of n equal"
    " bets is the n-fold convolution of the pay distribution on its lattice, in double precision;"
    " what falls below 10⁻¹⁵ at either end is left out after each round. Every round is taken from"
    " a full shoe, and no patron stops for lack of money. A dotted line shows the expectation."
)


def _bands(subject: Subject) -> SheetTable:
    heads = tuple(f"{rounds:,} rounds" for rounds in BAND_ROUNDS)
    columns = (
        SheetColumn("Bet", Align.WORDS),
        SheetColumn("VI"),
        SheetColumn("Return %"),
        *map(SheetColumn, heads),
    )
    return plain(
        f"Half width of the 90 % band around the return, in % of the stakes, {subject.decks} decks",
        columns,
        tuple(_band(bet) for bet in subject.odds.values()),
    )


def _band(bet: BetOdds) -> tuple[str, ...]:
    index = volatility_index(bet)
    widths = (f"± {real(100 * index / sqrt(rounds), 3)}" for rounds in BAND_ROUNDS)
    return bet.bet.name.en, real(index, 4), percent(1 - bet.edge), *widths


def _fans(subject: Subject) -> Mapping[str, Fan]:
    """Return the fan of each bet; bets with the same distribution share theirs."""
    known: dict[object, Fan] = {}
    found = {}
    for key, bet in subject.odds.items():
        profits = pay_distribution(bet)
        alike = tuple(profits.items())
        if alike not in known:
            known[alike] = fan_of(profits, FAN_ROUNDS, FAN_EVERY)
        found[key] = known[alike]
    return found


def _ends(subject: Subject, fans: Mapping[str, Fan]) -> SheetTable:
    heads = ("Expected", "1 %", "5 %", "25 %", "Median", "75 %", "95 %", "99 %", "Ahead %")
    rows = tuple(
        (
            subject.odds[key].bet.name.en,
            real(fan.expected[-1], 2),
            *(real(line[-1], 2) for line in fan.lines),
            real(100 * fan.ahead, 3),
        )
        for key, fan in fans.items()
    )
    return plain(
        f"Profit after {FAN_ROUNDS:,} bets of one unit: quantiles, and who is ahead",
        (SheetColumn("Bet", Align.WORDS), *map(SheetColumn, heads)),
        rows,
    )


COLUMNS_MAX = 11
"""The most bets side by side on a page."""

Pairs = Mapping[tuple[int, int], float | None]


def correlations(subject: Subject) -> SheetSection:
    """Make the lower half of the matrix, in parts that fit a page."""
    odds = subject.odds
    keys = tuple(odds)
    found = {
        (second, first): odds.correlation(keys[first], keys[second])
        for first, second in combinations(range(len(keys)), 2)
    }
    names = tuple(odds[key].bet.name.en for key in keys)
    starts = range(0, len(keys), COLUMNS_MAX)
    words = (
        "The correlation of the profits of two bets on one coup, from their exact covariance over"
        " the joint distribution of all that can come. A column has the number of its bet. A dash"
        " stands where one of the bets never varies."
    )
    tables = tuple(_part(names, found, start) for start in starts)
    return SheetSection("Correlation between bets", (Words(words), *tables))


def _part(names: tuple[str, ...], found: Pairs, start: int) -> SheetTable:
    end = min(start + COLUMNS_MAX, len(names))
    columns = (SheetColumn("No."), SheetColumn("Bet", Align.WORDS))
    rows = tuple(
        (str(row + 1), names[row], *(_cell(found, row, column) for column in range(start, end)))
        for row in range(start, len(names))
    )
    heads = tuple(SheetColumn(str(column + 1)) for column in range(start, end))
    return plain(f"Correlations with bets {start + 1} to {end}", (*columns, *heads), rows)


def _cell(found: Pairs, row: int, column: int) -> str:
    if row < column:
        return ""
    return real(1 if row == column else found[row, column], 4)
