// The English words of messages: what the pit is told of events, and what staff read on buttons.
// Made from the rows by tools/message_words.py; a test fails when it is out of date.
import type { Irregularity, SideStep } from "../wire.ts";

export const TOPICS = ["irregularity", "money", "ticket", "round", "shoe", "table", "terminal", "connection", "people"] as const;
export const SEVERITIES = ["grave", "notable", "routine"] as const;

export interface News {
  title: string;
  topic: (typeof TOPICS)[number];
  severity: (typeof SEVERITIES)[number];
}

/** What the pit is told of each event of a table and of the floor. */
export const NEWS: Readonly<Record<string, News>> = {
  "TableConfigured": {"title": "Table set up", "topic": "table", "severity": "notable"},
  "TableOpened": {"title": "Table opened", "topic": "table", "severity": "routine"},
  "TableClosed": {"title": "Table closed", "topic": "table", "severity": "routine"},
  "DealerChanged": {"title": "Dealer changed", "topic": "table", "severity": "routine"},
  "LimitsChanged": {"title": "Limits changed", "topic": "table", "severity": "notable"},
  "LinkReported": {"title": "Terminal connection changed", "topic": "connection", "severity": "routine"},
  "TerminalDisabled": {"title": "Terminal disabled", "topic": "terminal", "severity": "notable"},
  "TerminalEnabled": {"title": "Terminal enabled", "topic": "terminal", "severity": "notable"},
  "CardsCounted": {"title": "Cards miscounted", "topic": "shoe", "severity": "grave"},
  "ShoeRetired": {"title": "Shoe retired early", "topic": "shoe", "severity": "grave"},
  "RoadsRestarted": {"title": "Roads restarted", "topic": "shoe", "severity": "routine"},
  "CashOutGivenBack": {"title": "Cash-out returned", "topic": "ticket", "severity": "notable"},
  "TicketUncertain": {"title": "Ticket to check", "topic": "ticket", "severity": "grave"},
  "HandPaid": {"title": "Hand-pay", "topic": "money", "severity": "notable"},
  "TerminalMovedOut": {"title": "Terminal moved out", "topic": "terminal", "severity": "routine"},
  "TerminalMovedIn": {"title": "Terminal moved in", "topic": "terminal", "severity": "routine"},
  "AdjustmentAsked": {"title": "Adjustment requested", "topic": "money", "severity": "notable"},
  "AdjustmentTurnedDown": {"title": "Adjustment rejected", "topic": "money", "severity": "notable"},
  "CreditsAdjusted": {"title": "Credits adjusted", "topic": "money", "severity": "grave"},
  "DebtWrittenOff": {"title": "Debt written off", "topic": "money", "severity": "grave"},
  "DebtRepaid": {"title": "Debt repaid", "topic": "money", "severity": "notable"},
  "BetsClosed": {"title": "Terminal did not answer", "topic": "terminal", "severity": "notable"},
  "PatronLeft": {"title": "Patron left", "topic": "table", "severity": "routine"},
  "ExcessRejected": {"title": "Excess bets rejected", "topic": "money", "severity": "routine"},
  "HandsLaid": {"title": "Hands played as they lie", "topic": "round", "severity": "grave"},
  "OptionsOffered": {"title": "Player options offered", "topic": "irregularity", "severity": "grave"},
  "OptionChosen": {"title": "Player option chosen", "topic": "irregularity", "severity": "notable"},
  "OptionsClosed": {"title": "Player options closed", "topic": "irregularity", "severity": "notable"},
  "WinningsClaimed": {"title": "Held winnings claimed", "topic": "money", "severity": "notable"},
  "FloatCounted": {"title": "Float counted", "topic": "money", "severity": "routine"},
  "FloatCountsDiffered": {"title": "Counts differ", "topic": "money", "severity": "grave"},
  "FloatOpened": {"title": "Float opened", "topic": "money", "severity": "notable"},
  "FloatClosed": {"title": "Float closed", "topic": "money", "severity": "notable"},
  "SlipRequested": {"title": "Slip requested", "topic": "money", "severity": "routine"},
  "SlipCarried": {"title": "Slip carried", "topic": "money", "severity": "routine"},
  "SlipSigned": {"title": "Slip signed", "topic": "money", "severity": "notable"},
  "SlipVoided": {"title": "Slip voided", "topic": "money", "severity": "notable"},
  "ChipsBought": {"title": "Chips bought", "topic": "money", "severity": "routine"},
  "ChipsChanged": {"title": "Chips changed", "topic": "money", "severity": "routine"},
  "CardBeyondDecks": {"title": "Card beyond the decks", "topic": "shoe", "severity": "grave"},
  "IrregularityReported": {"title": "Irregularity reported", "topic": "irregularity", "severity": "grave"},
  "TerminalsInterrupted": {"title": "Terminal interrupted", "topic": "terminal", "severity": "notable"},
  "IrregularityDeclined": {"title": "Report declined", "topic": "irregularity", "severity": "grave"},
  "RulingGiven": {"title": "Ruling", "topic": "irregularity", "severity": "grave"},
  "OrderDecided": {"title": "Order decided", "topic": "irregularity", "severity": "grave"},
  "CardsCorrected": {"title": "Cards corrected", "topic": "round", "severity": "grave"},
  "CardsCarried": {"title": "Cards carried to the next round", "topic": "round", "severity": "grave"},
  "CardsDiscarded": {"title": "Cards discarded", "topic": "round", "severity": "grave"},
  "RoundVoided": {"title": "Round void", "topic": "round", "severity": "grave"},
  "RoundResettled": {"title": "Round settled again", "topic": "round", "severity": "grave"},
  "EarlierRoundResettled": {"title": "Earlier round settled again", "topic": "round", "severity": "grave"},
  "PersonEnrolled": {"title": "Person added", "topic": "people", "severity": "notable"},
  "PersonDismissed": {"title": "Person dismissed", "topic": "people", "severity": "notable"},
  "PersonReinstated": {"title": "Person reinstated", "topic": "people", "severity": "notable"},
  "ProfileChosen": {"title": "Profile chosen", "topic": "people", "severity": "notable"},
  "RoleGranted": {"title": "Role granted", "topic": "people", "severity": "notable"},
  "RoleRevoked": {"title": "Role revoked", "topic": "people", "severity": "notable"},
  "ActingRoleGranted": {"title": "Acting role granted", "topic": "people", "severity": "notable"},
  "ActingRoleEnded": {"title": "Acting role ended", "topic": "people", "severity": "notable"},
  "TerminalEnrolled": {"title": "Terminal enrolled", "topic": "terminal", "severity": "notable"},
  "TerminalRetired": {"title": "Terminal retired", "topic": "terminal", "severity": "notable"},
  "CallAnswered": {"title": "Call answered", "topic": "people", "severity": "notable"},
  "BringUpOrdered": {"title": "Restart of a halted table", "topic": "table", "severity": "grave"},
  "ResetAsked": {"title": "New password and PIN requested", "topic": "people", "severity": "notable"},
  "PersonInvited": {"title": "Person invited", "topic": "people", "severity": "notable"},
  "SecretsChosen": {"title": "Password and PIN chosen", "topic": "people", "severity": "routine"},
  "SignedIn": {"title": "Signed in", "topic": "people", "severity": "routine"},
  "SignInFailed": {"title": "Sign-in failed", "topic": "people", "severity": "grave"},
  "PersonLockedOut": {"title": "Locked out", "topic": "people", "severity": "grave"},
  "PersonUnlocked": {"title": "Unlocked", "topic": "people", "severity": "notable"},
  "AlarmRaised": {"title": "Alarm", "topic": "people", "severity": "grave"},
  "AlarmsClosed": {"title": "Alarms checked", "topic": "people", "severity": "grave"},
  "TerminalAdmitted": {"title": "Device admitted", "topic": "terminal", "severity": "routine"},
};

/** The buttons beside the next action of a console. */
export const SIDE_STEPS: Record<SideStep, string> = {
  "ChangeDealer": "Change the Dealer",
  "CloseTable": "Close the table",
  "NoteCutCard": "Cut card came out",
  "CountCards": "Count the cards",
  "RetireShoe": "Retire the shoe",
  "RestartRoads": "Restart the roads",
};

/** Each irregularity in a sentence. */
export const MEANINGS: Record<Irregularity, string> = {
  "technical-interruption": "The table itself fails: console, server, shoe or dealing.",
  "terminal-interruption": "Some or all terminals fail; the round continues without them.",
  "foreign-card": "A card turns up that does not belong to the decks in use.",
  "shortage": "The decks hold fewer cards than they should.",
  "excess": "The decks hold more cards than they should.",
  "wrong-number-of-cards": "A hand was dealt too few or too many cards, and reconstruction cannot put it right.",
  "insufficient-cards": "There are not enough cards left to finish the round.",
  "unshuffled-cards": "The cards in play were not shuffled.",
  "wrong-area": "A card was laid in the other hand’s place.",
  "wrong-order": "Cards were dealt in the wrong order.",
  "excess-or-exposed-card": "A card of the decks was drawn or seen too early.",
  "order-lost": "The order of the cards in the shoe was changed and cannot be restored.",
  "dealt-order-lost": "Cards were dealt in a wrong order that cannot be restored.",
  "wrong-person": "A card was handed to the person who accepts the other hand.",
  "dealt-face-up": "A card was dealt face up at a table that deals face down.",
  "simultaneous-draw": "Cards were drawn together, and their order is known.",
  "simultaneous-draw-order-unknown": "Cards were drawn together, and their order is not known.",
  "face-up-card": "A card lies face up in the shoe.",
  "wrong-card-registered": "A card was keyed or read wrongly, so that the result may be wrong too.",
  "not-covered": "Anything else, or a question about the rules.",
};
