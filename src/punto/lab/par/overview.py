"""The first page: the game, its rules, and its bets at a glance."""

from punto.lab.bet_odds import BetOdds
from punto.lab.par import blocks
from punto.lab.par.subjects import Subject
from punto.lab.par.volatility import volatility_index

UNKNOWN = "unknown"


def identity(subject: Subject) -> blocks.SheetSection:
    """List rules, definition and scope."""
    game, origin = subject.game, subject.origin
    rules = game.rules
    document = rules.document
    if origin.document is not None:
        document = f"{document}, {origin.document.operator_name}"
    facts = [
        ("Game", f"{game.name.en} ({game.key})"),
        ("Rule document", document),
        ("Version", UNKNOWN if rules.version is None else str(rules.version)),
        ("In force from", UNKNOWN if rules.effective is None else rules.effective.isoformat()),
        ("Definition, SHA-256", origin.definition),
        ("Deck range of the rules", f"{game.decks} decks of 52 cards"),
        ("Covered here", subject.deck_words),
        ("Bets", str(len(game.bets))),
        ("Computed by", f"punto {origin.software}"),
    ]
    if origin.dated is not None:
        facts.append(("Dated", origin.dated.isoformat()))
    note = (
        "The definition is the game with its bets, pay rows, conditions and clauses, as section 9"
        " tells how to print and hash it. Another pay table, another clause or another date is"
        " another definition, and this sheet does not speak of it."
    )
    return blocks.SheetSection("Identity", (blocks.Facts(tuple(facts)), blocks.Words(note)))


def glance(subject: Subject) -> blocks.SheetSection:
    """Summarise all bets for one deck count."""
    odds = subject.odds
    heads = ("House edge %", "Return %", "Hit frequency", "Push", "Std dev", "Skewness", "VI")
    columns = (
        blocks.SheetColumn("No."),
        blocks.SheetColumn("Bet", blocks.Align.WORDS),
        blocks.SheetColumn("Key", blocks.Align.WORDS),
        *map(blocks.SheetColumn, heads),
    )
    numbered = enumerate(odds.values(), start=1)
    table = blocks.plain(
        f"All bets, {subject.decks} decks, per unit of stake",
        columns,
        tuple(_row(number, bet) for number, bet in numbered),
    )
    ways = blocks.whole(odds.total)
    words = (
        f"A shoe of {subject.decks} decks holds {odds.shoe.cards_count} cards, and six of them"
        f" can leave it in {ways} ordered ways. The house edge is what the house may"
        " expect to keep of a stake, pushes counted as bets. The return is the rest of it. The hit"
        " frequency is the probability of a profit. Standard deviation and skewness are those of"
        " the profit, and VI is the volatility index, 1.645 standard deviations (section 5)."
    )
    return blocks.SheetSection("The bets at a glance", (blocks.Words(words), table))


def _row(number: int, bet: BetOdds) -> tuple[str, ...]:
    return (
        str(number),
        bet.bet.name.en,
        bet.key,
        blocks.percent(bet.edge),
        blocks.percent(1 - bet.edge),
        blocks.probability(bet.win),
        blocks.probability(bet.push),
        blocks.real(bet.standard_deviation, 6),
        blocks.real(bet.skewness, 4),
        blocks.real(volatility_index(bet), 4),
    )
