"""The pay tables with their clauses, and the Table of Play that every deal follows."""

from punto.lab.par.blocks import Align, Group, SheetColumn, SheetSection, SheetTable, Words, plain
from punto.lab.par.subjects import Subject
from punto.rules import NATURALS, Bet, PayRow, TableOfPlay

DRAWS, STANDS = "D", "–"
TOTALS = range(10)


def pay_tables(subject: Subject) -> SheetSection:
    """List every row of every bet, and the drawing rules."""
    columns = (
        SheetColumn("Row"),
        SheetColumn("When", Align.WORDS),
        SheetColumn("Pays", Align.WORDS),
        SheetColumn("Clause", Align.WORDS),
    )
    groups = tuple(
        _bet_rows(subject, number, bet) for number, bet in enumerate(subject.game.bets, start=1)
    )
    words = (
        "The first row that matches decides, so that a bet is paid once; where none does, the bet"
        " loses. Odds are profit to stake, and the stake comes back besides."
    )
    return SheetSection(
        "Pay tables and Table of Play",
        (
            Words(words),
            SheetTable("Pay tables", columns, groups),
            Words(_player_words(subject.game.table)),
            _banker_table(subject.game.table),
        ),
    )


def _bet_rows(subject: Subject, number: int, bet: Bet) -> Group:
    rows = tuple(
        (str(place), subject.origin.when_words(row.when), _pays(row), row.clause)
        for place, row in enumerate(bet.pays.rows, start=1)
    )
    note = ", may be available" if bet.optional else ""
    return Group(rows, f"{number}. {bet.name.en} ({bet.key}), clause {bet.clause}{note}")


def _pays(row: PayRow) -> str:
    if row.commission is None:
        return row.pays.words
    return f"{row.pays.words} (net of a commission of {row.commission.words})"


def _player_words(table: TableOfPlay) -> str:
    draws = ", ".join(map(str, sorted(table.player_draws_on)))
    naturals = " or ".join(map(str, sorted(NATURALS)))
    return (
        f"Two cards to each hand. With {naturals} in either hand neither draws. Else Player draws"
        f" on {draws}. Then Banker draws as the table below says, by its own total and by the"
        " points of Player's third card."
    )


def _banker_table(table: TableOfPlay) -> SheetTable:
    heads = tuple(SheetColumn(str(points), Align.MARK) for points in TOTALS)
    columns = (SheetColumn("Banker on", Align.MARK), SheetColumn("Stood", Align.MARK), *heads)
    rows = tuple(
        (
            str(total),
            DRAWS if total in table.banker_draws_on else STANDS,
            *(DRAWS if points in against else STANDS for points in TOTALS),
        )
        for total, against in enumerate(table.banker_draws_against)
    )
    caption = (
        f"Banker draws ({DRAWS}) or stands ({STANDS}) where Player stood, and by the points of"
        " Player's third card"
    )
    return plain(caption, columns, rows)
