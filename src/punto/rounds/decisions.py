"""decide: judges a command against the state of a table, and changes nothing."""

from typing import assert_never

from punto.rounds import betting, dealing, housekeeping
from punto.rounds.betting import Decided
from punto.rounds.citations import THIRD_CARD, clause_of
from punto.rounds.commands import (
    By,
    Command,
    MatterWish,
    PurseWish,
    RoundWish,
    SeatWish,
    TableWish,
)
from punto.rounds.configuration import Configuration
from punto.rounds.events import Event, Fact
from punto.rounds.matter_events import CardsCorrected, PlayResumed
from punto.rounds.matters import decide_matter
from punto.rounds.permissions import permission_refusal
from punto.rounds.purses import decide_purse
from punto.rounds.refusals import Refusal
from punto.rounds.round_commands import (
    AnnounceTotals,
    AnswerFreeze,
    BeginClosing,
    CutOff,
    DealCard,
    OpenBets,
    Settle,
    WantPosition,
)
from punto.rounds.round_events import CardDealt
from punto.rounds.state import RecordDoesNotHold, Round, Table
from punto.rounds.table_commands import (
    ChangeDealer,
    ChangeLimits,
    CloseTable,
    ConfigureTable,
    DisableTerminal,
    EnableTerminal,
    LoadShoe,
    NoteCutCard,
    OpenTable,
    ReportLink,
    RetireShoe,
    SeatTerminal,
)
from punto.rounds.table_events import ShoeRetired, TableClosed
from punto.rounds.table_refusals import TableHasNoGame
from punto.rules.coups import INITIAL_CARDS
from punto.rules.irregularities import Remedy
from punto.rules.roles import Actor
from punto.values.ids import Instant


def decide(table: Table, command: Command) -> tuple[Event, ...] | Refusal:
    """The events that a command leads to, or why it is refused."""
    refusal = permission_refusal(table.phase, command)
    if refusal is not None:
        return refusal
    configuration = table.configuration
    if isinstance(command.wish, ConfigureTable):
        configuration = command.wish.configuration
    if configuration is None:
        return TableHasNoGame()
    decided = _decide(table, configuration, command)
    if not isinstance(decided, tuple):
        return decided
    document = configuration.document
    return tuple(
        Event(fact, command.by, command.at, command.id, _clause(table, fact, document))
        for fact in decided
    )


def _clause(table: Table, fact: Fact, document: str) -> str:
    """What the fact rests on; what follows an irregularity rests on that one's clause."""
    if isinstance(fact, CardDealt) and len(table.round_now.cards) >= INITIAL_CARDS:
        return THIRD_CARD.get(document, clause_of(fact, document))
    matter = table.matter
    follows = isinstance(fact, PlayResumed | CardsCorrected | ShoeRetired)
    if matter is None or not follows or matter.declined:
        return clause_of(fact, document)
    interrupted = matter.policy.remedy is Remedy.FIRST_DECISION and isinstance(fact, PlayResumed)
    return clause_of(fact, document) if interrupted else matter.policy.clause


def _decide(table: Table, configuration: Configuration, command: Command) -> Decided:
    wish = command.wish
    if isinstance(wish, ConfigureTable):
        return housekeeping.configure(wish)
    if isinstance(wish, OpenBets):
        return betting.open_bets(table, configuration, command.at)
    if isinstance(wish, TableWish):
        return _decide_table(table, configuration, wish, command.by)
    if isinstance(wish, SeatWish):
        return _decide_seat(table, wish)
    if isinstance(wish, PurseWish):
        return decide_purse(table, wish)
    if isinstance(wish, MatterWish):
        return decide_matter(table, configuration, wish, _staff(command.by), command.at)
    if isinstance(wish, RoundWish):
        return _decide_round(table, table.round_now, wish, command.at)
    assert_never(wish)


def _decide_table(table: Table, configuration: Configuration, wish: TableWish, by: By) -> Decided:
    match wish:
        case OpenTable():
            return housekeeping.open_table(_staff(by))
        case CloseTable():
            return (TableClosed(),)
        case ChangeDealer():
            return housekeeping.change_dealer(table, wish)
        case ChangeLimits():
            return housekeeping.change_limits(configuration, wish)
        case LoadShoe():
            return housekeeping.load_shoe(table, configuration, wish)
        case NoteCutCard():
            return housekeeping.note_cut_card(table)
        case RetireShoe():
            return housekeeping.retire_shoe(table, wish, _staff(by))
        case _:
            assert_never(wish)


def _staff(by: By) -> Actor:
    if not isinstance(by, Actor):
        raise RecordDoesNotHold(f"{by} passed for staff")
    return by


def _decide_seat(table: Table, wish: SeatWish) -> Decided:
    match wish:
        case SeatTerminal():
            return housekeeping.seat_terminal(table, wish)
        case ReportLink():
            return housekeeping.report_link(table, wish)
        case DisableTerminal():
            return housekeeping.disable_terminal(table, wish)
        case EnableTerminal():
            return housekeeping.enable_terminal(table, wish)
        case _:
            assert_never(wish)


def _decide_round(table: Table, in_progress: Round, wish: RoundWish, at: Instant) -> Decided:
    match wish:
        case WantPosition():
            return betting.want_position(table, in_progress, wish, at)
        case BeginClosing():
            return betting.begin_closing(in_progress.configuration, at)
        case AnswerFreeze():
            return betting.answer_freeze(table, in_progress, wish)
        case CutOff():
            return betting.cut_off(table, in_progress, at)
        case DealCard():
            return dealing.deal_card(table, in_progress, wish)
        case AnnounceTotals():
            return dealing.announce_totals(in_progress)
        case Settle():
            return dealing.settle(in_progress)
        case _:
            assert_never(wish)
