"""The annex: every figure of every bet for every deck count, as a fraction and as a decimal."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from punto.lab.bet_odds import LOST, BetOdds
from punto.lab.par import blocks
from punto.lab.par.blocks import decimal, exact, percent, probability, real, signed, whole
from punto.lab.par.subjects import Subject
from punto.lab.par.volatility import volatility_index


class OutcomeEnding(NamedTuple):
    """A way in which a bet can end."""

    title: str
    rows: tuple[int, ...]
    """The rows of the pay table that end it so; none where it loses."""
    profit: Fraction | None
    """The profit for a unit of stake; None if it differs from row to row."""


def annex(subject: Subject) -> blocks.SheetSection:
    """Make two tables for each bet."""
    words = (
        "Fractions are in lowest terms. Ways are the ordered draws of six cards that a row decides,"
        " out of all that section 9 has for the deck count. The edge per resolved bet leaves pushes"
        " out."
    )
    content: list[blocks.Block] = [blocks.Words(words)]
    for number, key in enumerate(subject.odds, start=1):
        bet = subject.odds[key].bet
        content.append(blocks.Heading(f"{number}. {bet.name.en}", f"{key}, clause {bet.clause}"))
        content += (_moments(subject, key), _probabilities(subject, key))
    return blocks.SheetSection("Annex: exact figures by decks", tuple(content))


def _moments(subject: Subject, key: str) -> blocks.SheetTable:
    heads = ("Resolved %", "Win", "Push", "Loss", "Std dev", "Skewness", "VI")
    columns = (
        blocks.SheetColumn("Decks"),
        blocks.SheetColumn("Edge %"),
        blocks.SheetColumn("Edge, exact", blocks.Align.EXACT),
        *map(blocks.SheetColumn, heads),
    )
    rows = tuple(_moments_row(decks, odds[key]) for decks, odds in subject.by_decks.items())
    return blocks.plain(f"{subject.odds[key].bet.name.en}: edge and spread", columns, rows)


def _moments_row(decks: int, bet: BetOdds) -> tuple[str, ...]:
    resolved = bet.edge_resolved
    return (
        str(decks),
        percent(bet.edge, 6),
        exact(bet.edge),
        "–" if resolved is None else percent(resolved, 6),
        percent(bet.win),
        percent(bet.push),
        percent(bet.loss),
        real(bet.standard_deviation, 6),
        real(bet.skewness, 4),
        real(volatility_index(bet), 4),
    )


def _probabilities(subject: Subject, key: str) -> blocks.SheetTable:
    columns = (
        blocks.SheetColumn("Decks"),
        blocks.SheetColumn("Ways"),
        blocks.SheetColumn("Probability, exact", blocks.Align.EXACT),
        blocks.SheetColumn("Probability"),
        blocks.SheetColumn("Brings"),
    )
    return blocks.SheetTable(
        f"{subject.odds[key].bet.name.en}: probability of every pay row",
        columns,
        tuple(_groups(subject, key)),
    )


def _groups(subject: Subject, key: str) -> Iterator[blocks.Group]:
    for ending in _endings(subject, key):
        rows = tuple(
            _ending_row(decks, odds[key], ending) for decks, odds in subject.by_decks.items()
        )
        yield blocks.Group(rows, ending.title)


def _endings(subject: Subject, key: str) -> Iterator[OutcomeEnding]:
    bet = subject.odds[key]
    for place, row in enumerate(bet.rows):
        when = subject.origin.when_words(row.row.when)
        title = f"Row {place + 1}, {row.row.pays.words}: {when}"
        yield OutcomeEnding(title, (place,), row.profit)
    winning = tuple(place for place, row in enumerate(bet.rows) if row.profit > 0)
    if len(winning) > 1:
        yield OutcomeEnding("Wins, by any row", winning, None)
    yield OutcomeEnding("Loses", (), LOST)


def _ending_row(decks: int, bet: BetOdds, ending: OutcomeEnding) -> tuple[str, ...]:
    ways = sum(bet.row_ways[row] for row in ending.rows) if ending.rows else bet.lost_ways
    share = Fraction(ways, bet.total)
    brings = "" if ending.profit is None else signed(decimal(share * ending.profit, 10))
    return str(decks), whole(ways), exact(share), probability(share), brings
