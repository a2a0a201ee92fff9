"""One played round on the screen: card by card, then settled clause by clause.

The cards are drawn as they lie on the table, with the dealer's recorded announcements.
"""

from collections.abc import Callable, Iterator, Sequence

from rich.align import Align
from rich.columns import Columns
from rich.console import Console, Group
from rich.live import Live
from rich.style import Style
from rich.table import Table
from rich.text import Text

from punto.cli.private_table.session import PlayedRound
from punto.cli.screens import card_text, side_text
from punto.cli.settle_answers import results_table
from punto.rounds import CardDealt, CutCardSeen, Fact, ResultShown, TotalsAnnounced
from punto.rules import INITIAL_CARDS, Coup, Game, TableOfPlay, deal
from punto.values import Card, Side, Winner, format_money, points_total
from punto.views.judgements import judgement_words

FIRST_CARDS = 2
"""The cards of a hand before a third is drawn, each with its place."""

HAND_WIDTH = 34
"""Room for three cards, so that no hand moves while the other grows."""


def hands(coup: Coup) -> Columns:
    """Return both hands side by side, or one under the other if there is no room."""
    sides = ((Side.PLAYER, coup.player), (Side.BANKER, coup.banker))
    return Columns([_hand(side, cards, coup) for side, cards in sides], width=HAND_WIDTH)


def _hand(side: Side, cards: tuple[Card, ...], coup: Coup) -> Group:
    title = side_text(side)
    if cards:
        title.append(f"  {points_total(cards)}")
    if coup.next_side is side:
        title.append("  ◂ next card", style="not bold yellow")
    row = Table.grid(padding=(0, 1, 0, 0))
    first = [upright_card(card) for card in cards[:FIRST_CARDS]]
    first += [_empty_place()] * (FIRST_CARDS - len(first))
    thirds = [Align(sideways_card(card), vertical="bottom") for card in cards[FIRST_CARDS:]]
    row.add_row(*first, *thirds)
    return Group(title, row)


def upright_card(card: Card) -> Text:
    """Draw a card seven columns wide and five rows high."""
    rank, sign, style = _face(card)
    return Text(
        f"╭─────╮\n│{rank:<5}│\n│  {sign}  │\n│{rank:>5}│\n╰─────╯", style=style, no_wrap=True
    )


def sideways_card(card: Card) -> Text:
    """Draw a third card, which is laid across."""
    rank, sign, style = _face(card)
    return Text(f"╭───────╮\n│{rank:<2} {sign} {rank:>2}│\n╰───────╯", style=style, no_wrap=True)


def _empty_place() -> Text:
    return Text("╭╌╌╌╌╌╮\n╎     ╎\n╎     ╎\n╎     ╎\n╰╌╌╌╌╌╯", style="dim", no_wrap=True)


def _face(card: Card) -> tuple[str, str, str | Style]:
    """Return rank, suit sign and colour, as every screen writes them."""
    text = card_text(card)
    return text.plain[:-1], text.plain[-1], text.style


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
    words = (judgement_words(coup, side) for side in (Side.PLAYER, Side.BANKER))
    return tuple(filter(None, words))


def winner_text(shown: ResultShown) -> Text:
    """Return who won, and the final totals with the winner's first."""
    totals = shown.player_total, shown.banker_total
    if shown.winner is Winner.TIE:
        return side_text(shown.winner).append(f", both hands on {totals[0]}")
    return side_text(shown.winner).append(f" wins, {max(totals)} to {min(totals)}")


CARD_SECONDS = 0.7


Pause = Callable[[float], None]
"""Keeps the screen unchanged for some seconds; an impatient patron may interrupt it."""


def show_deal(screen: Console, pause: Pause, game: Game, played: PlayedRound) -> None:
    """Deal the cards one by one; an interruption shows the rest at once, then propagates."""
    screen.print(Text(played.closing_words, style="bold yellow"))
    screen.print()
    if screen.is_terminal:
        _show_card_by_card(screen, pause, game, played)
    else:
        screen.print(deal_frame(game, played, len(played.ended.cards)))


def _show_card_by_card(screen: Console, pause: Pause, game: Game, played: PlayedRound) -> None:
    cards_count = len(played.ended.cards)
    with Live(console=screen, auto_refresh=False, vertical_overflow="visible") as live:
        try:
            for dealt_count in range(cards_count):
                live.update(deal_frame(game, played, dealt_count), refresh=True)
                pause(CARD_SECONDS)
        finally:
            live.update(deal_frame(game, played, cards_count), refresh=True)


def deal_frame(game: Game, played: PlayedRound, dealt_count: int) -> Group:
    """Return the table after so many cards of the round."""
    coup = deal(game.table, played.ended.cards[:dealt_count]).coup
    return Group(hands(coup), *announcements(game.table, played.facts_with(dealt_count)))


def show_settlement(screen: Console, game: Game, played: PlayedRound) -> None:
    """Show the result of each bet, its clause, and the total."""
    screen.print()
    if played.settlement.results:
        screen.print(results_table(game, played.settlement))
    screen.print(money_text(played))


def money_text(played: PlayedRound) -> Text:
    """Return the round's result; congratulate only if the return exceeds the stake."""
    staked = format_money(played.settlement.total_stake)
    returned = format_money(played.settlement.total_returned)
    moved = f"{staked} staked, {returned} returned"
    if not played.settlement.results:
        line = Text("No bets in this round")
    elif played.profit > 0:
        line = Text(f"You win {format_money(played.profit)}: {moved}", style="bold green")
    else:
        line = Text(moved)
    return line.append(f"  Credits {format_money(played.credits_after)}", style="not bold default")
