"""The house edge by decks, and the pay distribution."""

from punto.lab.par.bankrolls import pay_distribution
from punto.lab.par.blocks import Align, SheetColumn, SheetSection, SheetTable, Words, percent, plain
from punto.lab.par.plots import EdgePanel, PayPanel, pictures
from punto.lab.par.subjects import Subject


def edges(subject: Subject) -> SheetSection:
    """Make one line for each bet, one column for each deck count; fractions are in the annex."""
    names = {key: bet.bet.name.en for key, bet in subject.odds.items()}
    panels = [
        EdgePanel(
            name,
            subject.deck_counts,
            tuple(100 * float(odds[key].edge) for odds in subject.by_decks.values()),
        )
        for key, name in names.items()
    ]
    pays = [
        PayPanel(names[key], {float(p): float(q) for p, q in pay_distribution(bet).items()})
        for key, bet in subject.odds.items()
    ]
    words = "A negative edge would favour the patron. The annex has every figure as a fraction."
    return SheetSection(
        "House edge by decks, and pay distribution",
        (
            Words(words),
            _edge_table(subject),
            *pictures(panels, "House edge in % by decks; each panel has its own scale"),
            *pictures(
                pays,
                f"Probability of each profit per unit of stake, {subject.decks} decks, log scale",
            ),
        ),
    )


def _edge_table(subject: Subject) -> SheetTable:
    columns = (
        SheetColumn("Bet", Align.WORDS),
        *(SheetColumn(f"{decks} decks") for decks in subject.deck_counts),
    )
    rows = tuple(
        (
            subject.odds[key].bet.name.en,
            *(percent(odds[key].edge) for odds in subject.by_decks.values()),
        )
        for key in subject.odds
    )
    return plain("House edge in % of the stake", columns, rows)
