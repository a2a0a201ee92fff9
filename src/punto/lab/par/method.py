"""How the figures were computed, and how anyone can check them."""

from punto.lab.par import blocks
from punto.lab.par.subjects import Subject, ways_to_win
from punto.values import Winner

_COMPUTED = (
    (
        "A coup takes at most six cards. For each deck count every ordered draw of six cards from"
        " the full shoe is counted, none is sampled: where a coup takes fewer, the draw goes on"
        " unseen, which makes all draws equally likely. The hands follow the Table of Play of"
        " section 3."
    ),
    (
        "The count is by the points of the cards, and where a bet asks of pairs, by ranks and"
        " suits: cards that no rule tells apart are counted together and weighted by how many of"
        " them are left. The outcome is both totals, the number of cards of both hands, and the"
        " pairs of both hands. Each of these classes has a whole number of draws, in 64-bit"
        " integers that cannot overflow within the deck range."
    ),
    (
        "A bet's pay table gives each class to the first row that matches it. Probabilities, edges,"
        " variances and third moments are ratios of whole numbers. Nothing is rounded before it is"
        " printed; decimals are rounded half to even from the fraction. Roots (standard deviation,"
        " skewness, correlation) and the bankroll fans are in double precision."
    ),
    (
        "Every coup is taken from a full shoe. A coup of any given number in an unseen shoe has the"
        " same odds. Where a cut card ends the shoe, the number of its coups depends on the cards,"
        " which moves the mean of all coups by a trifle; a simulation shows by how much. For a"
        " patron who counts the cards that have left, the odds are other ones."
    ),
)


def method(subject: Subject) -> blocks.SheetSection:
    """Describe the computation."""
    del subject
    return blocks.SheetSection("How it was computed", tuple(map(blocks.Words, _COMPUTED)))


def verification(subject: Subject) -> blocks.SheetSection:
    """List check totals, and the commands that print every figure again."""
    named = subject.origin.named
    content: tuple[blocks.Block, ...] = (
        blocks.Words(
            "Player, Banker and Tie of each line below add up to all draws, N × (N − 1) × … × (N −"
            " 5) for N cards; a sheet for which they do not is not written."
        ),
        _totals(subject),
        blocks.Words(
            f"The definition in the head of every page, {subject.origin.definition}, is that of:"
        ),
        blocks.Commands((f"punto games {named} --json | sha256sum",)),
        blocks.Words(
            "Every fraction is in the answers of the first command, once for each deck count, and"
            " the covariances in those of the second. The third deals a seeded simulation by other"
            " code and tells confidence intervals. The last writes this sheet again; the same"
            " version of punto and of its libraries writes the same bytes."
        ),
        blocks.Commands(
            (
                f"punto odds {named} --decks {subject.decks} --json",
                f"punto odds {named} --decks {subject.decks} {_two_bets(subject)} --json",
                f"punto simulate {named} --decks {subject.decks} --rounds 100000000 --json",
                f"punto par {named} --decks {_range(subject)}",
            )
        ),
        blocks.Words(
            f"By hand: for {subject.decks} decks the ways of all rows of a bet and of its loss add"
            f" up to {blocks.whole(subject.odds.total)}; the house edge is what the loss brings,"
            f" less what the rows bring, as the annex prints them."
        ),
    )
    return blocks.SheetSection("How to verify it", content)


def _two_bets(subject: Subject) -> str:
    return " ".join(f"--bet {bet.key}" for bet in subject.game.bets[:2])


def _range(subject: Subject) -> str:
    least, most = subject.deck_counts[0], subject.deck_counts[-1]
    return str(least) if least == most else f"{least}-{most}"


def _totals(subject: Subject) -> blocks.SheetTable:
    heads = ("Decks", "Cards", "Player wins", "Banker wins", "Tie", "All draws of six cards")
    rows = []
    for decks, odds in subject.by_decks.items():
        won = ways_to_win(odds)
        counts = (*(won[winner] for winner in (Winner.PLAYER, Winner.BANKER, Winner.TIE)),)
        figures = (odds.shoe.cards_count, *counts, odds.total)
        rows.append((str(decks), *map(blocks.whole, figures)))
    return blocks.plain("Check totals", tuple(map(blocks.SheetColumn, heads)), tuple(rows))
