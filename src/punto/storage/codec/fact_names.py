"""The names of facts in the record, with the version of their present form.

A name is never given to another fact, and a changed form gets the next version and an upcaster:
classes may be renamed and moved, records stay readable.
"""

from collections.abc import Mapping

from punto.identity.events import (
    ActingRoleEnded,
    ActingRoleGranted,
    PersonDismissed,
    PersonEnrolled,
    PersonReinstated,
    ProfileChosen,
    RoleGranted,
    RoleRevoked,
    TerminalEnrolled,
    TerminalRetired,
)
from punto.identity.events import Fact as FloorFact
from punto.rounds.adjustment_events import (
    AdjustmentAsked,
    AdjustmentTurnedDown,
    CreditsAdjusted,
    DebtRepaid,
    DebtWrittenOff,
)
from punto.rounds.events import Fact as TableFact
from punto.rounds.matter_events import (
    CardsCarried,
    CardsCorrected,
    CardsDiscarded,
    EarlierRoundResettled,
    IrregularityDeclined,
    IrregularityReported,
    PlayResumed,
    RoundResettled,
    RoundVoided,
    RulingGiven,
    TerminalsInterrupted,
)
from punto.rounds.purse_events import (
    BillTaken,
    CashOutGivenBack,
    CashOutReserved,
    CashTaken,
    HandPaid,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketPrinted,
    TicketTaken,
    TicketUncertain,
)
from punto.rounds.round_events import (
    BetsClosed,
    BetsOpened,
    CardBeyondDecks,
    CardDealt,
    ClosingBegan,
    PositionTaken,
    ResultShown,
    RoundSettled,
    TerminalFroze,
    TotalsAnnounced,
)
from punto.rounds.shoe_events import (
    CardsBurned,
    CardsCounted,
    CutCardSeen,
    RoadsRestarted,
    ShoeLoaded,
    ShoeRetired,
    ShoeRevealed,
)
from punto.rounds.table_events import (
    DealerChanged,
    LimitsChanged,
    LinkReported,
    TableClosed,
    TableConfigured,
    TableOpened,
    TerminalDisabled,
    TerminalEnabled,
    TerminalSeated,
)

TABLE_FACTS: Mapping[type[TableFact], tuple[str, int]] = {
    TableConfigured: ("table.configured", 1),
    TableOpened: ("table.opened", 1),
    TableClosed: ("table.closed", 1),
    DealerChanged: ("table.dealer_changed", 1),
    LimitsChanged: ("table.limits_changed", 1),
    ShoeLoaded: ("shoe.loaded", 1),
    CardsBurned: ("shoe.cards_burned", 1),
    CutCardSeen: ("shoe.cut_card_seen", 1),
    CardsCounted: ("shoe.cards_counted", 1),
    ShoeRetired: ("shoe.retired", 1),
    ShoeRevealed: ("shoe.revealed", 1),
    RoadsRestarted: ("shoe.roads_restarted", 1),
    TerminalSeated: ("seat.terminal_seated", 1),
    LinkReported: ("seat.link_reported", 1),
    TerminalDisabled: ("seat.terminal_disabled", 1),
    TerminalEnabled: ("seat.terminal_enabled", 1),
    CashTaken: ("purse.cash_taken", 1),
    BillTaken: ("purse.bill_taken", 1),
    TicketTaken: ("purse.ticket_taken", 1),
    CashOutReserved: ("purse.cash_out_reserved", 1),
    TicketPrinted: ("purse.ticket_printed", 1),
    CashOutGivenBack: ("purse.cash_out_given_back", 1),
    TicketUncertain: ("purse.ticket_uncertain", 1),
    HandPaid: ("purse.hand_paid", 1),
    TerminalMovedOut: ("purse.terminal_moved_out", 1),
    TerminalMovedIn: ("purse.terminal_moved_in", 1),
    AdjustmentAsked: ("adjustment.asked", 1),
    AdjustmentTurnedDown: ("adjustment.turned_down", 1),
    CreditsAdjusted: ("adjustment.credits_adjusted", 1),
    DebtWrittenOff: ("adjustment.debt_written_off", 1),
    DebtRepaid: ("adjustment.debt_repaid", 1),
    BetsOpened: ("round.bets_opened", 1),
    PositionTaken: ("round.position_taken", 1),
    ClosingBegan: ("round.closing_began", 1),
    TerminalFroze: ("round.terminal_froze", 1),
    BetsClosed: ("round.bets_closed", 1),
    CardDealt: ("round.card_dealt", 1),
    CardBeyondDecks: ("round.card_beyond_decks", 1),
    TotalsAnnounced: ("round.totals_announced", 1),
    ResultShown: ("round.result_shown", 1),
    RoundSettled: ("round.settled", 1),
    IrregularityReported: ("matter.irregularity_reported", 1),
    TerminalsInterrupted: ("matter.terminals_interrupted", 1),
    IrregularityDeclined: ("matter.irregularity_declined", 1),
    RulingGiven: ("matter.ruling_given", 1),
    PlayResumed: ("matter.play_resumed", 1),
    CardsCorrected: ("matter.cards_corrected", 1),
    CardsCarried: ("matter.cards_carried", 1),
    CardsDiscarded: ("matter.cards_discarded", 1),
    RoundVoided: ("matter.round_voided", 1),
    RoundResettled: ("matter.round_resettled", 1),
    EarlierRoundResettled: ("matter.earlier_round_resettled", 1),
}

FLOOR_FACTS: Mapping[type[FloorFact], tuple[str, int]] = {
    PersonEnrolled: ("floor.person_enrolled", 1),
    PersonDismissed: ("floor.person_dismissed", 1),
    PersonReinstated: ("floor.person_reinstated", 1),
    RoleGranted: ("floor.role_granted", 1),
    RoleRevoked: ("floor.role_revoked", 1),
    ActingRoleGranted: ("floor.acting_role_granted", 1),
    ActingRoleEnded: ("floor.acting_role_ended", 1),
    ProfileChosen: ("floor.profile_chosen", 1),
    TerminalEnrolled: ("floor.terminal_enrolled", 1),
    TerminalRetired: ("floor.terminal_retired", 1),
}
