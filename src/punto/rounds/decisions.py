"""decide: judges a command against the state of a table, and changes nothing."""

from functools import reduce

from punto.rounds import citations
from punto.rounds.adjustment.commands import AdjustmentWish
from punto.rounds.adjustment.decisions import decide_adjustment
from punto.rounds.betting.commands import BettingStepWish, OpenBets, WantPosition
from punto.rounds.betting.decisions import decide_betting, want_position
from punto.rounds.betting.events import PositionTaken
from punto.rounds.boxes.commands import BoxWish
from punto.rounds.boxes.decisions import decide_boxes
from punto.rounds.boxes.events import (
    ChipsPlaced,
    HandHandedOver,
    OptionsClosed,
    OptionsOffered,
    PatronJoined,
)
from punto.rounds.commands import By, Patron, TableCommand, Timer
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.commands import DealingWish
from punto.rounds.dealing.decisions import decide_dealing
from punto.rounds.dealing.events import CardDealt, ResultShown
from punto.rounds.events import Fact, TableEvent
from punto.rounds.evolution import evolve
from punto.rounds.irregularity import events as matters
from punto.rounds.irregularity.commands import Verdict
from punto.rounds.irregularity.decisions import decide_matter
from punto.rounds.irregularity.state import Matter
from punto.rounds.irregularity.waiting_reports import taken_up
from punto.rounds.permissions import permission_refusal
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import PurseWish
from punto.rounds.purse.decisions import decide_purse
from punto.rounds.refusals import Decided, Refusal
from punto.rounds.shoe.commands import ShoeWish
from punto.rounds.shoe.decisions import decide_shoe
from punto.rounds.shoe.events import ShoeRetired
from punto.rounds.state import RecordDoesNotHold, Round, Table
from punto.rounds.table.commands import ConfigureTable, Link, SeatWish, TableWish
from punto.rounds.table.decisions import decide_seat, decide_table
from punto.rounds.table.events import LinkReported
from punto.rounds.table.refusals import TableHasNoGame
from punto.rounds.tray.commands import TrayWish
from punto.rounds.tray.decisions import decide_tray
from punto.rounds.tray.payments import with_stacks
from punto.rules import INITIAL_CARDS, Actor, Remedy, Role
from punto.values import Winner


def decide(table: Table, command: TableCommand) -> tuple[TableEvent, ...] | Refusal:
    """Return the events that a command leads to, or the refusal."""
    refusal = permission_refusal(table, command)
    if refusal is not None:
        return refusal
    wish, configuration = command.wish, table.configuration
    if type(wish) is ConfigureTable:
        configuration = wish.configuration
    elif type(wish) is OpenBets:
        configuration = table.configuration_at(command.at)
    if configuration is None:
        return TableHasNoGame()
    decided = _decide(table, configuration, command)
    if configuration.layout is not None and isinstance(decided, tuple):
        decided = with_stacks(table, decided)
    if not isinstance(decided, tuple):
        return decided
    document = configuration.document
    facts = _heard_again(table, command.by) + decided
    if table.waiting:
        facts = (*facts, *_taken_up(table, configuration, facts, command))
    events = []
    for fact in facts:
        if isinstance(fact, PositionTaken):
            # The usual case: no irregularity brings a bet about.
            clause = citations.clause_of(fact, document)
        else:
            clause = _clause(table, fact, facts, document)
        events.append(TableEvent(fact, command.by, command.at, command.id, clause))
    return tuple(events)


def _taken_up(
    table: Table, configuration: Configuration, facts: tuple[Fact, ...], command: TableCommand
) -> tuple[Fact, ...]:
    """Return the reports that waited for the decision in these facts (A-39)."""
    made = (TableEvent(fact, command.by, command.at, command.id, "") for fact in facts)
    return taken_up(reduce(evolve, made, table), configuration, command.at)


_CONNECTED = Link.CONNECTED


def _heard_again(table: Table, by: By) -> tuple[Fact, ...]:
    """Return the event that reconnects a lost terminal when it sends a command (A-24)."""
    if not isinstance(by, Patron):
        return ()
    seat = table.seats.get(by.terminal)  # a patron who is only arriving has none yet
    if seat is None or seat.link is _CONNECTED:
        return ()
    return (LinkReported(by.terminal, _CONNECTED),)


_Following = (
    matters.OrderDecided
    | matters.PlayResumed
    | matters.CardsCorrected
    | matters.CardsCarried
    | ShoeRetired
)
"""The events that may follow an irregularity."""
_RoundEnded = matters.RoundVoided | matters.RoundResettled


def _clause(table: Table, fact: Fact, facts: tuple[Fact, ...], document: str) -> str:
    """Return the clause of an event; after an irregularity, the clause of that irregularity."""
    if isinstance(fact, CardDealt) and len(table.round_now.cards) >= INITIAL_CARDS:
        return citations.THIRD_CARD.get(document, citations.clause_of(fact, document))
    if isinstance(fact, ResultShown) and fact.winner is Winner.TIE:
        return citations.TIE.get(document, citations.clause_of(fact, document))
    if isinstance(fact, ChipsPlaced | PatronJoined | HandHandedOver):
        return _clause_at_layout(fact, facts, document)
    if table.matter is None:
        return _clause_of_shoe(table, fact, document)
    return _clause_in_matter(table, fact, facts, document)


def _clause_at_layout(
    fact: ChipsPlaced | PatronJoined | HandHandedOver, facts: tuple[Fact, ...], document: str
) -> str:
    """Return the clause of a bet, of an arriving patron, or of a hand with another acceptor."""
    cites: dict[str, str] = {}
    if isinstance(fact, ChipsPlaced):
        cites = citations.ON_BEHALF if fact.on_behalf else cites
    elif isinstance(fact, PatronJoined):
        cites = citations.STANDING if fact.box is None else cites
    elif any(isinstance(other, OptionsClosed) for other in facts):
        cites = citations.HANDED_ON
    return cites.get(document, citations.clause_of(fact, document))


def _clause_in_matter(table: Table, fact: Fact, facts: tuple[Fact, ...], document: str) -> str:
    """Return the clause of an event while an irregularity is open."""
    matter = table.matter_now
    if isinstance(fact, matters.ReconstructionDenied):
        return matter.policy.clause
    denied = next((f for f in facts if isinstance(f, matters.ReconstructionDenied)), None)
    if denied is not None:  # the consequences rest on the paragraph that takes over
        matter = matter.beyond_reconstruction(denied.policy, denied.lies)
    if isinstance(fact, OptionsOffered):
        return _clauses_of_options(matter, citations.clause_of(fact, document))
    if isinstance(fact, matters.RoundVoided):
        return _clauses_of_void(matter, facts, _document(table, fact, document))
    if isinstance(fact, matters.CardsCorrected | matters.CardsDiscarded) and _is_left(facts):
        return _clause_where_a_card_is_left(table, matter, fact)
    if isinstance(fact, _Following):
        return _clause_of_effect(matter, fact, document)
    return citations.clause_of(fact, _document(table, fact, document))


def _is_left(facts: tuple[Fact, ...]) -> bool:
    """Return whether a ruling carries or burns a seen card that is left over (M 6.1, A-43)."""
    ruled = {Verdict.CARRY, Verdict.BURN}
    return any(isinstance(fact, matters.RulingGiven) and fact.verdict in ruled for fact in facts)


def _clause_where_a_card_is_left(
    table: Table, matter: Matter, fact: matters.CardsCorrected | matters.CardsDiscarded
) -> str:
    """The ruling decides on the card; the document's own paragraph corrects the round."""
    rules, policy = table.rules, matter.policy
    own = None if rules is None else rules.policy(policy.irregularity)
    corrects = isinstance(fact, matters.CardsCorrected)
    return own.clause if corrects and own is not None else policy.clause


def _clause_of_shoe(table: Table, fact: Fact, document: str) -> str:
    """Return the clause of a shoe's event; an ordinary end of shoe has no paragraph (A-78)."""
    if not isinstance(fact, ShoeRetired):
        return citations.clause_of(fact, document)
    shoe = table.shoe_now
    if shoe.cut_card_seen:
        return "A-49"
    return citations.REPLACED.get(document, "A-46") if shoe.drawn_together else "A-46"


def _clauses_of_void(matter: Matter, facts: tuple[Fact, ...], document: str) -> str:
    """Return the paragraph that voids the round, then the one that returns the bets (A-79)."""
    returned = citations.clause_of(matters.RoundVoided(()), document)
    ruling = next((fact for fact in facts if isinstance(fact, matters.RulingGiven)), None)
    if ruling is not None and ruling.verdict is Verdict.VOID:
        return f"{citations.clause_of(ruling, document)}, {returned}"
    policy = matter.policy
    return f"{policy.voids_by or policy.clause}, {returned}"


def _clauses_of_options(matter: Matter, options: str) -> str:
    """Return the paragraph that gives options after this error, then the one that defines them."""
    given_by = citations.OFFERED.get(matter.policy.irregularity)
    return f"{given_by}, {options}" if given_by else options


def _clause_of_effect(matter: Matter, fact: _Following, document: str) -> str:
    policy = matter.policy
    if isinstance(fact, matters.CardsCarried) and policy.remedy is Remedy.BY_THE_CARDS:
        # A correction rests on other paragraphs than the cards that it leaves over.
        return citations.CARRIED.get(document, "A-43")
    if not isinstance(fact, matters.PlayResumed):
        return policy.clause
    if matter.declined:
        return citations.clause_of(matters.RulingGiven("", Verdict.GOES_ON), document)
    if policy.remedy is not Remedy.FIRST_DECISION:
        return policy.clause
    # Before the first card no bet is decided: only a hiccup lets the round go on.
    hiccup = matter.interrupted in {Phase.BETTING, Phase.CLOSING}
    return "A-37" if hiccup else citations.clause_of(fact, document)


def _document(table: Table, fact: Fact, document: str) -> str:
    """Return the rules that apply: a round ends, or is paid again, under its own rules."""
    ended: Round | None = None
    if isinstance(fact, _RoundEnded):
        ended = table.round
    if isinstance(fact, matters.EarlierRoundResettled):
        ended = table.past_round(fact.round_number)
    return document if ended is None else ended.configuration.document


def _decide(  # noqa: C901 (one case for each subject)
    table: Table, configuration: Configuration, command: TableCommand
) -> Decided:
    wish, by, at = command.wish, command.by, command.at
    if isinstance(wish, WantPosition):  # as most are
        return want_position(table, table.round_now, wish, at)
    if isinstance(wish, BettingStepWish):
        return decide_betting(table, configuration, wish, at)
    if isinstance(wish, DealingWish):
        return decide_dealing(table, wish, _staff(by))
    if isinstance(wish, TableWish):
        return decide_table(table, configuration, wish, _staff(by), at)
    if isinstance(wish, ShoeWish):
        return decide_shoe(table, configuration, wish, _staff(by))
    if isinstance(wish, SeatWish):
        return decide_seat(table, wish)
    if isinstance(wish, PurseWish):
        return decide_purse(table, configuration, wish, at)
    if isinstance(wish, AdjustmentWish):
        return decide_adjustment(table, configuration, wish, _staff(by), command.ties)
    if isinstance(wish, BoxWish):
        return decide_boxes(table, configuration, wish)
    if isinstance(wish, TrayWish):
        return decide_tray(table, configuration, wish, _staff(by), command.ties)
    # mypy knows what is left: a command of no kind that is named here would not be a MatterWish.
    return decide_matter(table, configuration, wish, _staff(by), command)


def _staff(by: By) -> Actor:
    """Return the person who acts, or the Dealer for whom a timer acts."""
    if isinstance(by, Patron):
        raise RecordDoesNotHold(f"{by} passed for staff")
    # A timer does only a Dealer's work, even if the Dealer of record holds a higher role.
    return Actor(by.dealer.person, Role.DEALER) if isinstance(by, Timer) else by
