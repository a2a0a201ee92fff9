/** The words of a live table's felt in English; live_zh.ts has the same keys. */
import { money, net } from "../money.ts";
import type { LinePart } from "../wire.ts";

export const liveEn = {
  felt: "Layout",
  box: (label: string) => `Box ${label}`,
  wholeTable: "Table",
  whereStanding: (where: string) => `${where}, standing`,
  shortBets: {
    tie: "Tie",
    "player-pair": "P Pair",
    "banker-pair": "B Pair",
  } as Record<string, string>,
  winsOn: "Wins On",
  areas: { player: "P", banker: "B", tie: "T" } as Record<string, string>,
  seated: "seated",
  standing: "standing",
  onBehalf: "placed by staff",
  onBehalfAsk: "Placed by staff for the patron (5.16)",
  free: "free",
  newPatron: "New patron",
  addStanding: "Standing patron",
  leaves: "Walks away",
  gone: "walked away",
  name: "Name",
  nameTitle: (who: string) => `Name of ${who}`,
  nameText: "Only staff see it. It is kept beside the record, and can be erased.",
  eraseName: "Erase the name",
  eraseText: (title: string) =>
    `Only the ${title} or above may erase a name. The record notes that, and not the name.`,
  lying: (what: string, amount: number) => `${what} ${money(amount)}`,

  // Entering bets.
  typeBets: "Bets: box, bet and amount",
  typeHint: "5 b 2500 t 100",
  mistakes: {
    box: "is not a box of this layout.",
    bet: "is not a bet here: p, b, t, pp, bp, or pw6 for Player Wins On 6.",
    amount: "is not an amount.",
    "other bet": "was named before in this line.",
    "shorter line": "is too much for one line.",
  } satisfies Record<LinePart, string>,
  noBox: "Choose a box, or type box, bet and amount, several in a line.",
  noBets: "No bets in this box.",
  lower: (amount: number) => `− ${money(amount)}`,
  move: "Move",
  moveWhere: "Tap the spot to move it to.",
  withdraw: "Withdraw",
  takeOff: "Take off",

  // Before the close.
  differential: "Differential",
  ofLimit: (differential: number, limit: number | null) =>
    limit === null ? money(differential) : `${money(differential)} of ${money(limit)}`,
  overBy: (excess: number) => `${money(excess)} over`,
  minimumBet: (minimum: number) => `Minimum ${money(minimum)}`,
  toSay: "What to say",
  nothingToSay: "Nothing. All bets are in order.",
  notNowToSay: "Shown here while bets are open.",
  sayExcess: (where: string, side: string, excess: number, limit: number) =>
    `${where}: ${side} is ${money(excess)} over the Differential limit of ${money(limit)}`,
  sayUnder: (where: string, bet: string, found: number, minimum: number) =>
    `${where}: ${bet} ${money(found)} is below the minimum of ${money(minimum)}, raise or withdraw`,
  sayOver: (where: string, bet: string, found: number, maximum: number) =>
    `${where}: ${bet} ${money(found)} is above the maximum of ${money(maximum)}, lower or withdraw`,
  sayAlone: (where: string) => `${where}: no seated patron bets here, withdraw`,
  sayChips: (where: string, bet: string, found: number, next: number) =>
    `${where}: ${bet} ${money(found)} cannot be paid in chips, the next amount is ${money(next)}`,
  sayTakeBack: (where: string, bet: string, back: number) =>
    `${where}: take back ${money(back)} from ${bet}`,
  takeBackAll: (amount: number) => `Take back ${money(amount)}`,
  raiseTo: (amount: number) => `Raise to ${money(amount)}`,
  lowerTo: (amount: number) => `Lower to ${money(amount)}`,
  passOverTitle: (count: number) =>
    count === 1 ? "One warning is still open" : `${count} warnings are still open`,
  passOverText: (count: number) =>
    `If you close now, ${count === 1 ? "it is" : "they are"} recorded as passed over.`,
  passOver: "Close anyway",
  backToBets: "Back to the bets",
  passedOver: (count: number) =>
    count === 1 ? "1 warning passed over" : `${count} warnings passed over`,

  // Cards face down.
  holder: (side: string) => `${side} cards`,
  byDealer: "the Dealer",
  heldBy: (who: string) => `turned by ${who}`,
  whyHolder: "highest seated bet on this hand",
  handTo: "Hand over to",
  letSqueeze: (who: string) => `Squeeze: ${who}`,
  squeezing: (who: string, seconds: number) => `${who} squeezes · ${seconds} s`,
  squeezeOver: (who: string) => `Ask ${who} for the card`,

  // Take and pay.
  take: "Take",
  pay: "Pay",
  nothingToTake: "Nothing to take.",
  nothingToPay: "Nothing to pay.",
  notSettled: "Settle the round, then take and pay.",
  tickNext: "Next done",
  tickAll: "All done",
  againText: "The round was put right. Take and pay the difference from the first payment.",
  insteadOf: (before: number, after: number) => `was ${net(before)}, now ${net(after)}`,
  putRight: (round: number) => `Round ${round} was put right`,
  patronAt: (name: string, box: string) => `${name}, ${box}`,
  takeFrom: (where: string, amount: number) => `${where}: take ${money(amount)}`,
  payTo: (where: string, amount: number) => `${where}: pay ${money(amount)}`,
  nothingToMove: "Nothing to take or to pay.",
  firstPayment: "of the first payment, not ticked off",
  correct: "Correct",
  corrected: "corrected",
  correctTitle: (box: string, due: number) => `Box ${box}: payment of ${money(due)}`,
  correctText: (chips: string) =>
    `Due: ${chips}. Enter what the patron was given, then correct it. The round stands; the pit is told.`,
  wasGiven: "The patron was given",
  comesBack: "Returned to the tray",
  givenBesides: "Given in addition",
  hasNow: (has: string, due: string) => `The patron then has ${has} of ${due}.`,
  heldTitle: "Held for patrons",
  owingTitle: "Owed by patrons",
  owingHere: "The pit takes the chips.",
  isBack: "Is back",
  heldText: (amount: number, title: string) =>
    `The patron has come back and is paid ${money(amount)}. The ${title} confirms it (5.3).`,
  payOut: "Pay out",
  proRata: (plays: number, lay: number) => `${money(plays)} of ${money(lay)} plays`,
  times: (win: number, stake: number) => `${win} × ${money(stake)}`,
  half: (stake: number) => `half of ${money(stake)}`,
  atOdds: (win: number, per: number, stake: number) => `${win} to ${per} on ${money(stake)}`,
  roundedUp: (amount: number) => `${money(amount)} rounded up`,
  heldAway: "held: the patron walked away",
  stack: (number: number, value: number) => `${number} × ${money(value)}`,
  fillTitle: (box: string, amount: number) => `The float cannot pay ${money(amount)} to box ${box}`,
  fillHelps: (chips: string) => `This fill would help: ${chips}`,
  floatClosed: "The float is not open: two people have to count it first.",

  // The choice after a dealing error.
  optionsTitle: "Ask each patron",
  optionsText:
    "Each patron may continue or take the bets back. A patron who does not answer continues.",
  optionsRebuilt: "They would continue with the reconstructed hand.",
  optionsAsIs: "They would continue with the hand as it is.",
  continues: "Continue",
  returns: "Take the bets back",
  winsAtMost: (amount: number) => `wins ${money(amount)} at most`,
  losesAtMost: (amount: number) => `loses ${money(amount)} at most`,
  getsBack: (amount: number) => `gets ${money(amount)} back`,
  usual: "if no answer",
  chose: "chosen",
};

export type LiveWords = typeof liveEn;
