"""Statements at a live table's layout: its plan, its patrons, their chips and their choices."""

from collections.abc import Callable
from functools import reduce
from typing import Final

from punto import live
from punto.rehearsals.forms import Found, StatementForm, no_deed, of_patron, of_table, of_table_now
from punto.rehearsals.scenes import Scene
from punto.rehearsals.scopes import Scope
from punto.rounds import box_at, patron_at, recorded_bets
from punto.rounds.boxes import commands as box_commands
from punto.values import Cents, format_money, replace

NO_BOX: Final = live.BoxLabel("not named")
"""Stands for the box of a standing patron's first bet, if the line does not name one."""


def _setting(
    pattern: str,
    meaning: str,
    example: str,
    plan: Callable[[live.TableLayout, Found], live.TableLayout],
) -> StatementForm:
    def names(scope: Scope, found: Found) -> Scope:
        # Under other rules than a live table's, the table itself refuses the layout.
        before = scope.draft.layout or live.USUAL_LAYOUT
        return scope.with_draft(replace(scope.draft, layout=plan(before, found)))

    return StatementForm(pattern, meaning, example, no_deed, names)


def _offering(scope: Scope, found: Found) -> Scope:
    draft, wanted = scope.draft, found["bets"]
    offered = tuple(bet for bet in draft.terms.game.bets if bet.key in wanted)
    return scope.with_draft(replace(draft, terms=replace(draft.terms, offered=offered)))


def _with_minimum(layout: live.TableLayout, found: Found) -> live.TableLayout:
    return replace(layout, limits=replace(layout.limits, minimum=found["money"]))


def _with_differential(layout: live.TableLayout, found: Found) -> live.TableLayout:
    limits = replace(
        layout.limits, box_differential=found.get("box"), table_differential=found.get("whole")
    )
    return replace(layout, limits=limits)


_USUAL_CHIP: Final = {chip.value: chip for chip in live.USUAL_CHIPS.chips}


def _chip(value: Cents) -> live.Chip:
    return _USUAL_CHIP.get(value, live.Chip(value, format_money(value), "plain"))


LAYOUT_SETTINGS: Final = (
    StatementForm(
        "offers only {bets}",
        "The bets for which the layout has places, by default all bets of the game.",
        "offers only player, banker, tie",
        no_deed,
        _offering,
    ),
    _setting(
        "boxes {boxes}",
        "The betting boxes of a live table; by default 1 2 3 5 6 7 8 9 10.",
        "boxes 1 2 3 5 6",
        lambda layout, found: replace(layout, boxes=found["boxes"]),
    ),
    _setting(
        "minimum {money}",
        "The least bet on a hand at a live table; by default 100.",
        "minimum 500",
        _with_minimum,
    ),
    _setting(
        "Differential {box:money} in each box [and {whole:money} over the table]",
        "The maximum Differential of a box, and optionally of the table; by default 10000 in each "
        "box (A-54).",
        "Differential 10000 in each box and 50000 over the table",
        _with_differential,
    ),
    _setting(
        "Differential {whole:money} over the table",
        "The greatest Differential of the table, and none of a box (A-54).",
        "Differential 5000 over the table",
        _with_differential,
    ),
    _setting(
        "dealt face down",
        "A live table that deals face down; by default face up.",
        "dealt face down",
        lambda layout, _: replace(layout, face_down=True),
    ),
    _setting(
        "squeeze by the highest bet only",
        "Only the highest seated bet on the table may ask to squeeze, not the acceptor of each "
        "hand (A-63).",
        "squeeze by the highest bet only",
        lambda layout, _: replace(layout, squeeze_by_letter=True),
    ),
    _setting(
        "squeeze for {seconds:number} seconds",
        "How long a patron may take over a card; by default 45 seconds (A-63).",
        "squeeze for 30 seconds",
        lambda layout, found: replace(layout, squeeze_ms=found["seconds"] * 1_000),
    ),
    _setting(
        "fill soon below {part:number} per cent",
        "When a row of the tray wants a fill: less than this part is left of what was brought; by "
        "default 25 (A-89).",
        "fill soon below 20 per cent",
        lambda layout, found: replace(layout, fill_soon_per_cent=found["part"]),
    ),
    _setting(
        "chips {chips}",
        "The kinds of chip; by default 0.50 1 5 25 100 500 1000 5000.",
        "chips 5 25 100 500",
        lambda layout, found: replace(
            layout, chips=live.ChipSet(tuple(map(_chip, found["chips"])))
        ),
    ),
)


def _own_box(found: Found, scene: Scene) -> live.BoxLabel:
    """Return the named box, the patron's seat, or the box where a standing patron has bet."""
    patron, table = found["patron"], scene.table
    here = table.patrons.get(patron)
    if "box" in found:
        return live.BoxLabel(found["box"])
    if here is not None and here.box is not None:
        return here.box
    positions = {} if table.round is None else table.round.positions
    return next((box_at(place) for place in positions if patron_at(place) == patron), NO_BOX)


def _bets(found: Found, scene: Scene) -> box_commands.PlaceBets:
    box = _own_box(found, scene)
    return box_commands.PlaceBets(
        found["patron"], box, found["stakes"], on_behalf="person" in found
    )


def _read(found: Found, scene: Scene) -> tuple[live.ReadDifference, ...]:
    """Return the reading of a box: each bet as read, and as recorded or as the script says."""
    box, patron, table = live.BoxLabel(found["box"]), found.get("patron"), scene.table
    bets = () if table.round is None else recorded_bets(table, table.round)
    recorded: dict[str, int] = {}
    for bet in bets:
        if bet.box == box and patron in {None, bet.patron}:
            recorded[bet.bet] = recorded.get(bet.bet, 0) + bet.stake
    return tuple(
        live.ReadDifference(
            box, bet, patron, found.get("money", Cents(recorded.get(bet, 0))), amount
        )
        for bet, amount in found["stakes"]
    )


def _choice(
    option: box_commands.PlayerOption,
) -> Callable[[Found, Scene], box_commands.ChooseOption]:
    return lambda found, _: box_commands.ChooseOption(found["patron"], option)


LAYOUT_STATEMENTS: Final = (
    StatementForm(
        "patrons {new-patrons}",
        "Name the patrons of live tables; without effect by itself.",
        "patrons ann ben",
        no_deed,
        lambda scope, found: reduce(Scope.with_patron, found["new-patrons"], scope),
    ),
    of_table(
        "{who} seats {patron} at box {box}",
        "A patron sits down at a box, or at another one.",
        "mei seats ann at box 1",
        lambda found: box_commands.JoinTable(found["patron"], live.BoxLabel(found["box"])),
    ),
    of_table(
        "{who} lets {patron} stand",
        "A patron comes to the table without a seat, or gives it up.",
        "mei lets ben stand",
        lambda found: box_commands.JoinTable(found["patron"]),
    ),
    of_table(
        "{who} notes that {patron} left",
        "A patron walks away; bets on the layout stay (L 5.3).",
        "mei notes that ann left",
        lambda found: box_commands.LeaveTable(found["patron"]),
    ),
    of_patron(
        "{patron} bets {stakes} [at box {box}] [through {person}]",
        "A patron's whole position in a box, in place of the one before: by default in the box of "
        "the seat, or where a standing patron has bet in this round. The Dealer on duty records "
        "it, or the Pit Employee who lays the chips at the patron's request (L 5.16).",
        "ann bets banker 9000, tie 100 at box 1",
        _bets,
    ),
    of_table(
        "{who} types {text}",
        "Bets as a Dealer types them: box, bet and amount, several on a line. Other bets stay; a "
        "box at which nobody sits gets a new guest.",
        'mei types "5 b 2500, 7 p 1000 t 50"',
        lambda found: box_commands.TypeBets(found["text"]),
    ),
    of_table(
        "{who} repeats the bets",
        "Repeat the bets of the previous round in every place without a bet.",
        "mei repeats the bets",
        lambda _: box_commands.RepeatBets(),
    ),
    of_table_now(
        "{who} believes the sensor in box {box}: {stakes} [of {patron}] [instead of {money}]",
        "A person records bets as the table's sensor reads them; other bets stay. Without a patron "
        "they are the seat's, and a box at which nobody sits gets a new guest. The person saw "
        "what is recorded now, or the amount that is said.",
        "mei believes the sensor in box 1: banker 300 of ann",
        lambda found, scene: box_commands.TakeReading(_read(found, scene)),
    ),
    of_table_now(
        "{who} overrules the sensor in box {box}: {stakes} [of {patron}] [instead of {money}]",
        "A person leaves bets as they are recorded, although the table's sensor reads these; after "
        "the close they come too late (L 5.6).",
        "mei overrules the sensor in box 1: banker 300 of ann",
        lambda found, scene: box_commands.SetReadingAside(_read(found, scene)),
    ),
    of_table_now(
        "{who} closes over the sensor in box {box}: {stakes} [of {patron}] [instead of {money}]",
        'Announce "No more Bets" although the table\'s sensor reads these, and nobody has answered '
        "it (L 5.13). Warnings that are open are passed over as well.",
        "mei closes over the sensor in box 1: banker 300 of ann",
        lambda found, scene: box_commands.CloseLayout(
            passed_over=True, unanswered=_read(found, scene)
        ),
    ),
    of_table(
        "{who} rejects the excess",
        "Hand back what exceeds the Differential, standing patrons first (L 5.1).",
        "mei rejects the excess",
        lambda _: box_commands.RejectExcess(),
    ),
    of_table(
        "{who} hands the {side} Hand to {holder}",
        "Another seated patron with a bet on the hand accepts its cards, or the Dealer (A-63).",
        "mei hands the Banker Hand to ann",
        lambda found: box_commands.HandOver(found["side"], found["holder"]),
    ),
    of_patron(
        "{patron} asks to squeeze the {side} Hand",
        "The acceptor of a hand asks for its next card, before it leaves the shoe (L 3.9).",
        "ann asks to squeeze the Banker Hand",
        lambda found, _: box_commands.AskSqueeze(found["patron"], found["side"]),
    ),
    of_patron(
        "{patron} continues",
        "After a dealing error, play on with the hand as it is or as it was put right (L 5.12).",
        "ann continues",
        _choice(box_commands.PlayerOption.CONTINUE),
    ),
    of_patron(
        "{patron} takes the bets back",
        "After a dealing error, have all bets returned (L 5.12.3).",
        "ben takes the bets back",
        _choice(box_commands.PlayerOption.RETURN),
    ),
    of_table(
        "{who} ends the choice",
        "Play on; a patron who gave no answer continues (A-59).",
        "mei ends the choice",
        lambda _: box_commands.EndOptions(),
    ),
    of_table(
        "{who} pays {patron} the held winnings",
        "A patron who came back is paid what was held (L 5.3).",
        "arun pays ann the held winnings",
        lambda found: box_commands.ClaimWinnings(found["patron"]),
    ),
)
