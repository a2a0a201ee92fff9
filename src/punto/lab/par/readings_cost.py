"""The readings that affect the odds, and the cost of the alternatives."""

from collections.abc import Iterator

from punto.lab.alternatives import ALTERNATIVES, odds_under
from punto.lab.game_odds import GameOdds
from punto.lab.par.blocks import (
    Align,
    Block,
    Facts,
    Heading,
    SheetColumn,
    SheetSection,
    SheetTable,
    Words,
    plain,
)
from punto.lab.par.figures import exact, percent, signed
from punto.lab.par.subjects import Subject
from punto.rules import Reading


def readings_cost(subject: Subject) -> SheetSection:
    """List each alternative that would change this game, with exact odds."""
    blocks: list[Block] = [Words(_ABOUT)]
    for name, alternative in ALTERNATIVES.items():
        other = odds_under(alternative, subject.game, subject.odds.shoe)
        changed = tuple(key for key in other if other[key].row_ways != subject.odds[key].row_ways)
        if changed:
            reading = _reading(subject, alternative.reading)
            blocks += _told(subject, name, reading, alternative.choice)
            blocks.append(_cost_table(subject, name, other, changed))
    if len(blocks) == 1:
        blocks.append(Words("None of them would change a bet of this game."))
    blocks += _others(subject)
    return SheetSection("Readings, and what others would cost", tuple(blocks))


_ABOUT = (
    "Where a rule document leaves a gap or contradicts itself, the register of readings says how it"
    " is read. The choices below are not in force and no table can take them; they are computed so"
    " that it is seen what depends on them. A choice is left out where it changes no bet here."
)


def _reading(subject: Subject, wanted: str) -> Reading:
    return next(reading for reading in subject.origin.readings if reading.id == wanted)


def _concerns(subject: Subject, reading: Reading) -> bool:
    """Return whether the question arises in the game's own document."""
    document = subject.origin.document
    documents = {paragraph.partition(" ")[0] for paragraph in reading.paragraphs}
    return document is not None and document.key in documents


def _told(subject: Subject, name: str, reading: Reading, choice: str) -> Iterator[Block]:
    choices = dict(reading.choices)
    yield Heading(f"{name}, not in force", ", ".join(reading.paragraphs))
    yield Facts(
        (
            ("Question", reading.question),
            (f"In force, {reading.default}", choices[reading.default]),
            (f"Not taken, {choice}", choices[choice]),
        )
    )
    if not _concerns(subject, reading):
        yield Words(
            "The question arises in another document than that of this game; the figures are for"
            " comparison only."
        )


def _cost_table(
    subject: Subject, name: str, other: GameOdds, changed: tuple[str, ...]
) -> SheetTable:
    columns = (
        SheetColumn("Bet", Align.WORDS),
        SheetColumn("In force %"),
        SheetColumn("Exact", Align.EXACT),
        SheetColumn("Otherwise %"),
        SheetColumn("Exact", Align.EXACT),
        SheetColumn("Change"),
    )
    rows = tuple(
        (
            subject.odds[key].bet.name.en,
            percent(subject.odds[key].edge),
            exact(subject.odds[key].edge),
            percent(other[key].edge),
            exact(other[key].edge),
            signed(percent(other[key].edge - subject.odds[key].edge)),
        )
        for key in changed
    )
    return plain(f"House edge under {name}, {subject.decks} decks", columns, rows)


def _others(subject: Subject) -> Iterator[Block]:
    """List the document's other readings with an effect on figures."""
    computed = {alternative.reading for alternative in ALTERNATIVES.values()}
    rows = tuple(
        (reading.id, _clauses(subject, reading), dict(reading.choices)[reading.default])
        for reading in subject.origin.readings
        if reading.effect and reading.id not in computed and _concerns(subject, reading)
    )
    if rows:
        heads = ("Reading", "Clauses", "In force")
        columns = tuple(SheetColumn(head, Align.WORDS) for head in heads)
        yield Heading("Other readings of this document", "punto rules tells their alternatives")
        yield plain("Those that bear on odds or money, as they are in force here", columns, rows)


def _clauses(subject: Subject, reading: Reading) -> str:
    """Return the paragraphs of the game's own document."""
    own = subject.origin.document
    split = (paragraph.partition(" ") for paragraph in reading.paragraphs)
    return ", ".join(number for key, _, number in split if own is not None and key == own.key)
