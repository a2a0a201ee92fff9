"""Statements that play a round, and statements about irregularities."""

from typing import Final

from punto import rounds
from punto.rehearsals.forms import Found, StatementForm, of_table, of_table_now, several
from punto.rehearsals.purse_forms import own_terminal
from punto.rehearsals.scenes import OfTable, Scene
from punto.rounds import Attest, Decline, DenyReconstruction, ReportIrregularity, Rule
from punto.rounds.boxes import commands as box_commands
from punto.rules import INITIAL_CARDS
from punto.values import Card, CardOut, TableId


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


def _report(found: Found) -> ReportIrregularity:
    return ReportIrregularity(
        found["irregularity"],
        found.get("text", ""),
        found.get("cards"),
        found.get("extra", ()),
        found.get("terminals", ()),
        found.get("number"),
        found.get("duration", 0),
        _hands(found),
        found.get("together", ()),
    )


def _hands(found: Found) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
    return (found["player"], found["banker"]) if "player" in found else None


def _rule(found: Found) -> Rule:
    adjustments = found.get("adjustments", ())
    return Rule(found["verdict"], found["text"], adjustments, found.get("cards"))


MATTER_STATEMENTS: Final = (
    of_table(
        "{who} reports {irregularity} [in round {number}] [at {terminals}] "
        "[with the cards {cards:cards-out}] [with extra cards {extra:cards-out}] "
        "[drawn together {together:cards-out}] "
        "[lying {player:cards} against {banker:cards}] [after {duration}] [: {text}]",
        "Report an irregularity. If it concerns cards or their order, name all cards that are out, "
        "in the intended order, and those not registered; `unseen` stands for an unseen card. "
        "Name a round only if it is earlier, terminals only if they failed, and a time only if it "
        "lasted before it was noticed. Where the order is lost at a live table, say how the Player "
        "Hand and the Banker Hand lie. Where cards were drawn together, say which. While another "
        "irregularity is open, the report waits and comes up when that one is decided.",
        'mei reports wrong-order with the cards KS 3D: "the second was drawn first"',
        _report,
    ),
    of_table(
        "{who} attests [with the cards {cards:cards-out}]",
        "Establish the fact that was reported; the order of the cards only where nobody could "
        "tell it.",
        "arun attests",
        lambda found: Attest(found.get("cards")),
    ),
    of_table(
        "{who} cannot reconstruct [lying {player:cards} against {banker:cards}] : {text}",
        "Say that the report is true, but that the cards cannot be put right; another paragraph "
        "then says what follows. At a live table, say how the hands lie where they are played so.",
        'arun cannot reconstruct: "the cards were swept together"',
        lambda found: DenyReconstruction(found["text"], _hands(found)),
    ),
    of_table(
        "{who} declines : {text}",
        "Deny the report; the Shift Manager then rules.",
        'arun declines: "the card is one of ours"',
        lambda found: Decline(found["text"]),
    ),
    of_table(
        "{who} rules {verdict} [with the cards {cards:cards-out}] [adjusting {adjustments}] "
        ": {text}",
        "Rule on a denied report or one that no clause covers, optionally adjusting credits.",
        'tan rules goes on adjusting T1 50: "goodwill for the wait"',
        _rule,
    ),
)
