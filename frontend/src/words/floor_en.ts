/** The words of the floor's tables and their takings in English; floor_zh.ts has the same keys. */
import type { Concern } from "../wire.ts";

export const floorEn = {
  title: "Floor",
  table: "Table",
  tablePage: (table: string) => `Table ${table}`,
  toFloor: "Back to the floor",
  manage: "Decide under Approvals",

  // Which period, in which order.
  period: "Period",
  periods: {
    opening: "Since the table opened",
    hour: "Last hour",
    shift: "Last 8 hours",
    day: "Last 24 hours",
    week: "Last 7 days",
  },
  order: "Order",
  orders: {
    urgency: "Most urgent first",
    name: "By table",
    win: "Largest loss first",
    distance: "Furthest from expectation",
  },
  orderText: "Halted tables come first, then tables that need a decision, then tables to watch.",
  since: (when: string) => `since ${when}`,
  tables: (count: number) => (count === 1 ? "1 table" : `${count} tables`),

  // Why a table stands where it stands.
  concerns: {
    halted: () => "Halted: it takes no commands",
    ruling: (count: number) =>
      count === 1 ? "An irregularity waits: play has stopped" : `${count} irregularities wait`,
    "late chips": () => "Chips were moved after “No more Bets”",
    adjustment: (count: number) =>
      count === 1 ? "An adjustment waits" : `${count} adjustments wait`,
    ticket: (count: number) => (count === 1 ? "A ticket to check" : `${count} tickets to check`),
    call: (count: number) =>
      count === 1 ? "A patron calls for an attendant" : `${count} patrons call for an attendant`,
    count: () => "A count waits for its second person",
    slip: (count: number) =>
      count === 1 ? "A slip waits for a signature" : `${count} slips wait for signatures`,
    liability: () => "Liability near its cap",
    result: () => "Result far from expectation",
    fill: () => "Chips run low: fill soon",
  } satisfies Record<Concern, (count: number) => string>,
  calm: "Nothing pending",
  now: "Right now",
  work: "Pending work",
  workCount: (count: number) => (count === 1 ? "1 task waiting" : `${count} tasks waiting`),

  // A table.
  noGame: "No game yet",
  round: "Round",
  pace: "Rounds/hour",
  paceSoon: "not known yet",
  dealer: "Dealer",
  selfDealing: "self-dealing",
  onDuty: (time: string) => `on duty ${time}`,
  hours: (hours: number, minutes: number) =>
    hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`,
  seats: "Seats",
  seated: (connected: number, seats: number, betting: number) =>
    `${connected} of ${seats} connected, ${betting} betting`,
  seatedLive: (here: number, boxes: number, betting: number) =>
    `${here} at ${boxes} boxes, ${betting} betting`,
  atRisk: "At risk",
  liability: "Worst case",
  ofCap: (cap: string) => `maximum ${cap}`,
  rounds: "Rounds",
  voided: (count: number) => `${count} void`,
  drop: "Drop",
  handle: "Handle",
  win: "Win",
  hold: "Hold of drop",
  theoretical: "Theoretical win",
  distance: "Difference",
  deviations: (z: string) => `${z} standard deviations`,
  z: "z-score",
  likely: (z: number): string =>
    z < 1
      ? "as expected"
      : z < 2
        ? "within the usual range"
        : z < 3
          ? "unusual: about 1 time in 20"
          : "very unusual: less than 1 time in 300",
  tooFew: (rounds: number, least: number) =>
    `Too early to tell: the bets weigh as much as ${rounds} rounds of equal bets, and ${least} are needed`,
  notRated: (count: number) =>
    count === 1
      ? "Not known: 1 round had a bet whose exact odds do not come with Punto"
      : `Not known: ${count} rounds had a bet whose exact odds do not come with Punto`,
  neverOpen: "The table has not been opened yet",
  nothingTaken: "No rounds in this period",
  otherPeriod: "Choose another period, or wait for the first round.",
  floorTotal: "Whole floor",

  // The line.
  chart: "Win over time",
  chartText: (win: string, expected: string, low: string, high: string) =>
    `The win is ${win}; ${expected} was expected, and 19 of 20 results lie between ${low} and ${high}.`,
  chartSoon: "The line begins with the first round.",
  lineWin: "Win",
  lineExpected: "Theoretical win",
  lineBand: "19 of 20 results lie in this band",
  numbers: "Figures",
  at: "Time",
  low: "Band from",
  high: "Band to",
  method:
    "Theoretical win: each stake that was won, lost or pushed times the exact house edge of its bet, for a full shoe of the table's decks. Commission is part of the odds. Void rounds and returned stakes count for nothing; a correction counts when it is made. The band is two standard deviations wide on either side: the bets of one round are taken together, with their exact covariances, and rounds as independent. Bets that win rarely need more rounds than this approximation suggests.",

  // No such page.
  noSuchTable: (table: string) => `There is no table ${table} on this floor`,
  noSuchTableText: "It may have another name. Choose one of these:",
  noSuchSection: (section: string) => `The pit has no page “${section}”`,
  noSuchPeriod: (period: string) =>
    `“${period}” is not a period. These figures are since the table opened.`,

  // Sound.
  soundOn: "Sound on",
  soundOff: "Sound off",
  soundText: "Plays a soft sound when new work comes in",

  // Limits of many tables.
  bulk: "Limits of several tables",
  bulkText:
    "Choose tables and new limits; an empty field changes nothing. Nothing is sent before you have seen a preview.",
  bets: "For",
  scopes: { all: "All bets", original: "Player and Banker", other: "All other bets" },
  minimum: "Minimum",
  maximum: "Maximum",
  step: "Step",
  chooseAll: "All tables",
  preview: "Preview",
  back: "Back",
  apply: (count: number) =>
    count === 1 ? "Change limits at 1 table" : `Change limits at ${count} tables`,
  unchanged: "Nothing to change",
  followsLayout: "Player and Banker follow the layout of this live table",
  fromTo: (from: string, to: string) => `${from} → ${to}`,
  refused: "Would be refused",
  wasRefused: "Refused",
  done: "Applies from the next round",
  amountWrong: "Please enter dollars, such as 25 or 0.50",
  nothingAsked: "Enter at least one new limit.",
};

export type FloorWords = typeof floorEn;
