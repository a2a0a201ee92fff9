"""What the dealer says while the cards are dealt."""

from collections.abc import Iterator

from rich.text import Text

from punto.cli.screens import side_text
from punto.cli.wording import banker_judgement_words, player_judgement_words
from punto.rules.coups import INITIAL_CARDS, Coup
from punto.values.cards import points_total
from punto.values.sides import Winner

# M 3.1 and 3.2: betting opens and closes with these words.
PLACE_YOUR_BETS = "Place your bets, please"
NO_MORE_BETS = "No more bets"
CUT_CARD = "The cut card is out: this round is played to its end and is the last of the shoe"


def announcements(coup: Coup, cards_before_cut: int) -> Iterator[Text]:
    """All that has been said so far: totals, then who draws and why, then who won."""
    dealt_count = len(coup.player) + len(coup.banker)
    if dealt_count >= INITIAL_CARDS:
        player, banker = points_total(coup.player[:2]), points_total(coup.banker[:2])
        yield Text(f"Player {player}, Banker {banker}")
    for reason in (player_judgement_words(coup), banker_judgement_words(coup)):
        if reason:
            yield Text(reason)
    # M 3.10, A-49: the cut card ends the shoe, not the round.
    if dealt_count > cards_before_cut:
        yield Text(CUT_CARD, style="yellow")
    if coup.next_side is None:
        yield winner_text(coup)


def winner_text(coup: Coup) -> Text:
    """Who won, and the final totals with the winner's first."""
    winner = coup.outcome.winner
    totals = coup.player_total, coup.banker_total
    if winner is Winner.TIE:
        return side_text(winner).append(f", both hands on {totals[0]}")
    return side_text(winner).append(f" wins, {max(totals)} to {min(totals)}")
