"""Statements that play a round."""

from typing import Final

from punto import rounds
from punto.rehearsals.forms import StatementForm, of_table, of_table_now, several
from punto.rehearsals.patterns import Found
from punto.rehearsals.purse_forms import own_terminal
from punto.rehearsals.scenes import OfTable, Scene
from punto.rounds.boxes import commands as box_commands
from punto.rules import INITIAL_CARDS
from punto.values import CardOut, TableId


def _number(found: Found, scene: Scene) -> int:
    """Return the named round, or the last one begun."""
    return int(found.get("number", scene.table.rounds_count))


def _position(found: Found, scene: Scene) -> rounds.WantPosition:
    return rounds.WantPosition(own_terminal(found), _number(found, scene), found["stakes"])


def _freeze(found: Found, scene: Scene) -> rounds.AnswerFreeze:
    return rounds.AnswerFreeze(own_terminal(found), _number(found, scene))


def _closing(found: Found, scene: Scene, table: TableId) -> tuple[OfTable, ...]:
    who, number = found["who"], scene.table.rounds_count
    passing = "passing" in found
    if scene.table.is_live or passing:
        return (OfTable(who, table, box_commands.CloseLayout(passed_over=passing)),)
    return (
        OfTable(who, table, rounds.BeginClosing()),
        *(
            OfTable(rounds.Patron(terminal), table, rounds.AnswerFreeze(terminal, number))
            for terminal in scene.table.unanswered
        ),
        OfTable(who, table, rounds.CutOff()),
    )


_ORIGINS: Final = {
    rounds.CardSource.SHOE_THAT_READS: rounds.CardOrigin.READ,
    rounds.CardSource.KEYED_SHOE: rounds.CardOrigin.KEYED,
    rounds.CardSource.SHUFFLER: rounds.CardOrigin.READ,
    rounds.CardSource.VIRTUAL_SHOE: rounds.CardOrigin.DRAWN,
}


def _dealing(found: Found, scene: Scene, table: TableId) -> tuple[OfTable, ...]:
    now = scene.table.round
    out = 0 if now is None else len(now.cards)
    announced = now is not None and now.totals_announced
    return _cards(found, scene, table, out=out, announced=announced)


def _cards(
    found: Found, scene: Scene, table: TableId, *, out: int, announced: bool
) -> tuple[OfTable, ...]:
    """Return the commands for cards from the table's source, and for the totals when due."""
    configuration = scene.table.configuration
    source = rounds.CardSource.SHOE_THAT_READS if configuration is None else configuration.source
    origin, waiting = _ORIGINS[source], list(scene.table.carried)
    wishes: list[rounds.Wish] = []
    for card in found["cards"]:
        out = _carried(waiting, out)
        if out >= INITIAL_CARDS and not announced:
            wishes.append(rounds.AnnounceTotals())
            announced = True
        wishes.append(rounds.DealCard(card, origin, confirmed=origin is rounds.CardOrigin.KEYED))
        out += 1
        del waiting[:1]
    if _carried(waiting, out) == INITIAL_CARDS and not announced:
        wishes.append(rounds.AnnounceTotals())
    return tuple(OfTable(found["who"], table, wish) for wish in wishes)


def _carried(waiting: list[CardOut], out: int) -> int:
    """Return the number of cards that are out when those seen before have dealt themselves (A-43).

    An unseen card is dealt like any other, and the cards behind it wait for it.
    """
    while waiting and waiting[0] is not None and out < INITIAL_CARDS:
        del waiting[0]
        out += 1
    return out


def _playing(found: Found, scene: Scene, table: TableId) -> tuple[OfTable, ...]:
    dealt = _cards(found, scene, table, out=0, announced=False)
    return (*_closing(found, scene, table), *dealt, OfTable(found["who"], table, rounds.Settle()))


WAYS: Final = {
    "reads": ("read by the shoe", rounds.CardOrigin.READ, False),
    "keys": ("keyed by hand, not yet confirmed", rounds.CardOrigin.KEYED, False),
    "keys and confirms": ("keyed by hand and confirmed", rounds.CardOrigin.KEYED, True),
}


def _one_card(verb: str) -> StatementForm:
    how, origin, confirmed = WAYS[verb]
    return of_table(
        f"{{who}} {verb} {{card}}",
        f"One card alone, {how}; nothing is announced.",
        f"mei {verb} KS",
        lambda found: rounds.DealCard(found["card"], origin, confirmed),
    )


def _draw(found: Found, scene: Scene) -> rounds.DealCard:
    number = found.get("number")
    place = None if number is None else rounds.ShoePlace(scene.table.shoes_count, int(number) - 1)
    return rounds.DealCard(found["card"], rounds.CardOrigin.DRAWN, place=place)


ROUND_STATEMENTS: Final = (
    of_table("{who} opens bets", "Begin a round.", "mei opens bets", lambda _: rounds.OpenBets()),
    of_table_now(
        "{who} bets {stakes} [in round {number}] [for {terminal}]",
        "Place a terminal's whole position, in place of the one before.",
        "T1 bets banker 100, tie 5",
        _position,
    ),
    several(
        "{who} closes bets [{passing}]",
        "Begin the closing, freeze every connected terminal, and cut off the bets. At a live table "
        'announce "No more Bets"; open warnings are answered before, or passed over.',
        "mei closes bets",
        _closing,
    ),
    of_table(
        "{who} begins the closing",
        "Tell the terminals to freeze.",
        "mei begins the closing",
        lambda _: rounds.BeginClosing(),
    ),
    of_table_now(
        "{who} freezes [in round {number}] [for {terminal}]",
        "A terminal confirms that it has frozen.",
        "T1 freezes",
        _freeze,
    ),
    of_table("{who} cuts off", "Take no further bets.", "mei cuts off", lambda _: rounds.CutOff()),
    several(
        "{who} deals {cards}",
        "Deal cards one by one, in the way of the table's source, and announce the totals after "
        "the fourth.",
        "mei deals KS 3D QH 4C 2D",
        _dealing,
    ),
    *map(_one_card, WAYS),
    of_table_now(
        "{who} draws {card} [as card {number}]",
        "One card alone from a virtual shoe, only if it is next; nothing is announced.",
        "mei draws KS as card 1",
        _draw,
    ),
    of_table(
        "{who} announces the totals",
        "Announce both totals of the first four cards.",
        "mei announces the totals",
        lambda _: rounds.AnnounceTotals(),
    ),
    of_table(
        "{who} settles", "Pay and collect, all terminals.", "mei settles", lambda _: rounds.Settle()
    ),
    several(
        "{who} plays {cards} [{passing}]",
        "A whole round: close the bets, deal the cards and settle.",
        "mei plays KS 3D QH 4C 2D",
        _playing,
    ),
)
