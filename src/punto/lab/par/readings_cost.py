"""The readings that affect the odds, and the cost of those that are not in force.

No table can choose an alternative; it lets a laboratory see what it would cost.
"""

from collections.abc import Iterator, Mapping

from punto.lab.bet_odds import GameOdds, odds_of
from punto.lab.distributions import Distribution
from punto.lab.pair_classes import BY_RANK, PairRule
from punto.lab.par import blocks
from punto.lab.par.subjects import Subject
from punto.rules import NATURALS, Bet, Game, Judgement, Reading, TableOfPlay, Why
from punto.values import Composition, Rank, Value, field_names, replace

PICTURES = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})
GRADES = frozenset(
    {"player_pair_rank", "player_pair_suits", "banker_pair_rank", "banker_pair_suits"}
)
"""The questions that only a bet on graded pairs asks."""


class TableByTheProviso(TableOfPlay):
    """A-03 (b): a Player natural counts as standing, so Banker draws on 5 or less."""

    def banker(self, player_total: int, banker_total: int, player_third: int | None) -> Judgement:
        """Judge Banker's hand; only its own natural ends the deal for it."""
        if player_total in NATURALS and banker_total not in NATURALS:
            return Judgement(banker_total in self.banker_draws_on, Why.PLAYER_STOOD)
        return super().banker(player_total, banker_total, player_third)


def one_value(first: Rank, second: Rank) -> bool:
    """Return whether two ranks have one point value."""
    return first.points == second.points


def one_value_but_pictures(first: Rank, second: Rank) -> bool:
    """Return whether two ranks have one point value, except two different pictures."""
    if first in PICTURES and second in PICTURES:
        return first is second
    return one_value(first, second)


class Alternative(Value):
    """A choice in the register of readings that is not in force."""

    reading: str
    choice: str
    pair_rule: PairRule = BY_RANK
    by_the_proviso: bool = False
    of_plain_pairs: bool = False
    """Whether it does not affect bets that grade their pairs by rank or suit."""

    def game(self, game: Game) -> Game:
        """Return the game as this choice would deal it, without the unaffected bets."""
        if self.of_plain_pairs and any(map(_grades_pairs, game.bets)):
            return replace(game, bets=tuple(bet for bet in game.bets if not _grades_pairs(bet)))
        if not self.by_the_proviso:
            return game
        own = {name: getattr(game.table, name) for name in field_names(TableOfPlay)}
        return replace(game, table=TableByTheProviso(**own))


def _grades_pairs(bet: Bet) -> bool:
    asked = (requirement for row in bet.pays.rows for requirement in row.when.requirements)
    return any(requirement.question in GRADES for requirement in asked)


ALTERNATIVES: Mapping[str, Alternative] = {
    f"{found.reading} {found.choice}": found
    for found in (
        Alternative("A-03", "b", by_the_proviso=True),
        # The Precious Pair has its own definition (M 1.1.14), which A-10 reads.
        Alternative("A-06", "b", PairRule(pairs=one_value_but_pictures), of_plain_pairs=True),
        Alternative("A-07", "b", PairRule(twins=one_value)),
        Alternative("A-07", "c", PairRule(twins=one_value_but_pictures)),
    )
}
"""By reading and choice, such as ``A-03 b``."""


def odds_under(alternative: Alternative, game: Game, shoe: Composition) -> GameOdds:
    """Return the odds of a game under an alternative reading."""
    other = alternative.game(game)
    return odds_of(other, Distribution(shoe, other.table, alternative.pair_rule))


def readings_cost(subject: Subject) -> blocks.SheetSection:
    """List each alternative that would change this game, with exact odds."""
    content: list[blocks.Block] = [blocks.Words(_ABOUT)]
    for name, alternative in ALTERNATIVES.items():
        other = odds_under(alternative, subject.game, subject.odds.shoe)
        changed = tuple(key for key in other if other[key].row_ways != subject.odds[key].row_ways)
        if changed:
            reading = _reading(subject, alternative.reading)
            content += _told(subject, name, reading, alternative.choice)
            content.append(_cost_table(subject, name, other, changed))
    if len(content) == 1:
        content.append(blocks.Words("None of them would change a bet of this game."))
    content += _others(subject)
    return blocks.SheetSection("Readings, and what others would cost", tuple(content))


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


def _told(subject: Subject, name: str, reading: Reading, choice: str) -> Iterator[blocks.Block]:
    choices = dict(reading.choices)
    yield blocks.Heading(f"{name}, not in force", ", ".join(reading.paragraphs))
    yield blocks.Facts(
        (
            ("Question", reading.question),
            (f"In force, {reading.default}", choices[reading.default]),
            (f"Not taken, {choice}", choices[choice]),
        )
    )
    if not _concerns(subject, reading):
        yield blocks.Words(
            "The question arises in another document than that of this game; the figures are for"
            " comparison only."
        )


def _cost_table(
    subject: Subject, name: str, other: GameOdds, changed: tuple[str, ...]
) -> blocks.SheetTable:
    columns = (
        blocks.SheetColumn("Bet", blocks.Align.WORDS),
        blocks.SheetColumn("In force %"),
        blocks.SheetColumn("Exact", blocks.Align.EXACT),
        blocks.SheetColumn("Otherwise %"),
        blocks.SheetColumn("Exact", blocks.Align.EXACT),
        blocks.SheetColumn("Change"),
    )
    rows = tuple(
        (
            subject.odds[key].bet.name.en,
            blocks.percent(subject.odds[key].edge),
            blocks.exact(subject.odds[key].edge),
            blocks.percent(other[key].edge),
            blocks.exact(other[key].edge),
            blocks.signed(blocks.percent(other[key].edge - subject.odds[key].edge)),
        )
        for key in changed
    )
    return blocks.plain(f"House edge under {name}, {subject.decks} decks", columns, rows)


def _others(subject: Subject) -> Iterator[blocks.Block]:
    """List the document's other readings with an effect on figures."""
    computed = {alternative.reading for alternative in ALTERNATIVES.values()}
    rows = tuple(
        (reading.id, _clauses(subject, reading), dict(reading.choices)[reading.default])
        for reading in subject.origin.readings
        if reading.effect and reading.id not in computed and _concerns(subject, reading)
    )
    if rows:
        heads = ("Reading", "Clauses", "In force")
        columns = tuple(blocks.SheetColumn(head, blocks.Align.WORDS) for head in heads)
        yield blocks.Heading(
            "Other readings of this document", "punto rules tells their alternatives"
        )
        yield blocks.plain(
            "Those that bear on odds or money, as they are in force here", columns, rows
        )


def _clauses(subject: Subject, reading: Reading) -> str:
    """Return the paragraphs of the game's own document."""
    own = subject.origin.document
    split = (paragraph.partition(" ") for paragraph in reading.paragraphs)
    return ", ".join(number for key, _, number in split if own is not None and key == own.key)
