"""The dealer's announcements while the cards are dealt, as recorded."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from punto.cli.screens import side_text
from punto.cli.wording import banker_judgement_words, player_judgement_words
from punto.rounds import CardDealt, CutCardSeen, Fact, ResultShown, TotalsAnnounced
from punto.rules import INITIAL_CARDS, Coup, TableOfPlay, deal
from punto.values import Winner

CUT_CARD = "The cut card is out: this round is played to its end and is the last of the shoe"


def announcements(table: TableOfPlay, facts: Sequence[Fact]) -> Iterator[Text]:
    """Yield all announcements: totals, then who draws and why, then who won."""
    cards = tuple(fact.card for fact in facts if isinstance(fact, CardDealt))
    dealt_count = 0
    for fact in facts:
        match fact:
            case CardDealt():
                known = judgements(deal(table, cards[:dealt_count]).coup)
                dealt_count += 1
                # Nothing is said of the first four cards before their totals.
                if dealt_count > INITIAL_CARDS:
                    now_known = judgements(deal(table, cards[:dealt_count]).coup)
                    yield from map(Text, now_known[len(known) :])
            case TotalsAnnounced():
                yield Text(f"Player {fact.player_total}, Banker {fact.banker_total}")
                yield from map(Text, judgements(deal(table, cards[:dealt_count]).coup))
            case CutCardSeen():
                # M 3.10, A-49: the cut card ends the shoe, not the round.
                yield Text(CUT_CARD, style="yellow")
            case ResultShown():
                yield winner_text(fact)
            case _:
                pass  # other events are not announced


def judgements(coup: Coup) -> tuple[str, ...]:
    """Return why each hand draws or stands, as far as it is decided."""
    words = player_judgement_words(coup), banker_judgement_words(coup)
    return tuple(reason for reason in words if reason)


def winner_text(shown: ResultShown) -> Text:
    """Return who won, and the final totals with the winner's first."""
    totals = shown.player_total, shown.banker_total
    if shown.winner is Winner.TIE:
        return side_text(shown.winner).append(f", both hands on {totals[0]}")
    return side_text(shown.winner).append(f" wins, {max(totals)} to {min(totals)}")
