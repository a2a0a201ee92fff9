"""decide: judges a command against the state of a table, and changes nothing."""

from typing import assert_never

from punto.rounds.adjustment.decisions import decide_adjustment
from punto.rounds.betting import decisions as betting
from punto.rounds.betting.decisions import Decided
from punto.rounds.citations import THIRD_CARD, clause_of
from punto.rounds.commands import (
    AdjustmentWish,
    By,
    Command,
    MatterWish,
    Patron,
    PurseWish,
    RoundWish,
    SeatWish,
    ShoeWish,
    TableWish,
    Timer,
)
from punto.rounds.configuration import Configuration
from punto.rounds.dealing import decisions as dealing
from punto.rounds.events import Event, Fact
from punto.rounds.irregularity.commands import Verdict
from punto.rounds.irregularity.decisions import decide_matter
from punto.rounds.irregularity.events import (
    CardsCarried,
    CardsCorrected,
    EarlierRoundResettled,
    OrderDecided,
    PlayResumed,
    RoundResettled,
    RoundVoided,
    RulingGiven,
)
from punto.rounds.permissions import permission_refusal
from punto.rounds.purse.decisions import decide_purse
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
from punto.rounds.round_events import CardDealt, PositionTaken
from punto.rounds.shoe.decisions import decide_shoe
from punto.rounds.shoe.events import ShoeRetired
from punto.rounds.state import RecordDoesNotHold, Round, Table
from punto.rounds.table import decisions as housekeeping
from punto.rounds.table.commands import (
    ChangeDealer,
    ChangeLimits,
    CloseTable,
    ConfigureTable,
    DisableTerminal,
    EnableTerminal,
    Link,
    OpenTable,
    ReportLink,
    SeatTerminal,
)
from punto.rounds.table.events import LinkReported, TableClosed
from punto.rounds.table.refusals import TableHasNoGame
from punto.rules.coups import INITIAL_CARDS
from punto.rules.irregularities import Remedy
from punto.rules.roles import Actor, Role


def decide(table: Table, command: Command) -> tuple[Event, ...] | Refusal:
    """The events that a command leads to, or why it is refused."""
    refusal = permission_refusal(table, command)
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
    facts = (*_heard_again(table, command.by), *decided)
    by, at, command_id = command.by, command.at, command.id
    return tuple(
        [Event(fact, by, at, command_id, _clause(table, fact, document)) for fact in facts]
    )


_CONNECTED = Link.CONNECTED


def _heard_again(table: Table, by: By) -> tuple[Fact, ...]:
    """A terminal that speaks is not lost, whatever was reported of it (A-24)."""
    if not isinstance(by, Patron) or table.seats[by.terminal].link is _CONNECTED:
        return ()
    return (LinkReported(by.terminal, _CONNECTED),)


_Following = OrderDecided | PlayResumed | CardsCorrected | CardsCarried | ShoeRetired
"""What may follow an irregularity."""
_RoundEnded = RoundVoided | RoundResettled


def _clause(table: Table, fact: Fact, document: str) -> str:
    """What the fact rests on; what follows an irregularity rests on that one's clause."""
    if isinstance(fact, PositionTaken):  # as most are, and no irregularity brings one about
        return clause_of(fact, document)
    if isinstance(fact, CardDealt) and len(table.round_now.cards) >= INITIAL_CARDS:
        return THIRD_CARD.get(document, clause_of(fact, document))
    matter = table.matter
    if matter is None or not isinstance(fact, _Following):
        return clause_of(fact, _document(table, fact, document))
    if not isinstance(fact, PlayResumed):
        return matter.policy.clause
    if matter.declined:
        return clause_of(RulingGiven("", Verdict.GOES_ON), document)
    interrupted = matter.policy.remedy is Remedy.FIRST_DECISION
    return clause_of(fact, document) if interrupted else matter.policy.clause


def _document(table: Table, fact: Fact, document: str) -> str:
    """A round ends, or is paid again, by the rules that it was played by."""
    ended: Round | None = None
    if isinstance(fact, _RoundEnded):
        ended = table.round
    if isinstance(fact, EarlierRoundResettled):
        ended = table.past_round(fact.round_number)
    return document if ended is None else ended.configuration.document


def _decide(table: Table, configuration: Configuration, command: Command) -> Decided:
    wish = command.wish
    # Most of what is asked are bets, so these come first.
    if isinstance(wish, RoundWish):
        return _decide_round(table, table.round_now, wish, command)
    if isinstance(wish, ConfigureTable):
        return housekeeping.configure(wish, _staff(command.by))
    if isinstance(wish, OpenBets):
        return betting.open_bets(table, configuration, command.at)
    if isinstance(wish, TableWish):
        return _decide_table(table, configuration, wish, command.by)
    if isinstance(wish, ShoeWish):
        return decide_shoe(table, configuration, wish, _staff(command.by))
    if isinstance(wish, SeatWish):
        return _decide_seat(table, wish)
    if isinstance(wish, PurseWish):
        return decide_purse(table, configuration, wish, command.at)
    if isinstance(wish, AdjustmentWish):
        return decide_adjustment(table, configuration, wish, _staff(command.by), command.ties)
    if isinstance(wish, MatterWish):
        return decide_matter(table, configuration, wish, _staff(command.by), command)
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
        case _:
            assert_never(wish)


def _staff(by: By) -> Actor:
    """The person who acts, or for whom a timer does."""
    if isinstance(by, Patron):
        raise RecordDoesNotHold(f"{by} passed for staff")
    # Whatever the Dealer of record may be besides, a timer does a Dealer's work and no other.
    return Actor(by.dealer.person, Role.DEALER) if isinstance(by, Timer) else by


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


def _decide_round(table: Table, in_progress: Round, wish: RoundWish, command: Command) -> Decided:
    at = command.at
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
            return dealing.deal_card(table, in_progress, wish, _staff(command.by))
        case AnnounceTotals():
            return dealing.announce_totals(table, in_progress)
        case Settle():
            return dealing.settle(in_progress)
        case _:
            assert_never(wish)
