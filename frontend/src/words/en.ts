/** The words of all screens in English; 中文 in zh.ts has the same keys. */
import type { Irregularity, Phase, Requirement, Result, Why } from "../wire.ts";

export const en = {
  labelled: (label: string, value: string) => `${label}: ${value}`,
  listed: (items: readonly string[]) => items.join(", "),
  otherLanguage: "中文",
  playerTerminal: "Player Terminal",
  table: "Table",
  terminal: "Terminal",
  shoe: "Shoe",
  round: "Round",
  decks: (count: number) => `${count} decks`,
  clock: "Time",
  credits: "Credits",
  totalBet: "Total bet",
  sessionNet: "Session",
  owed: (amount: string) => `Owed to the House: ${amount}`,

  player: "Player",
  banker: "Banker",
  tie: "Tie",
  letters: { player: "P", banker: "B", tie: "T" },

  minimum: "Min",
  maximum: "Max",
  noMaximum: "no max",
  minimumOn: (bets: string) => `${bets}: minimum`,
  boxDifferential: "Maximum Differential of a box",
  tableDifferential: "Maximum Differential of the table",
  room: "Limit left",
  roomShort: "Left",
  pays: (words: string) => words,
  push: "push",
  possibleWin: (amount: string) => `wins up to ${amount}`,
  spotKeys:
    "Enter places the selected chip, Delete removes the stake, the arrow keys move; ? shows all keys.",

  chips: "Chips",
  chip: (value: string) => `Chip of ${value}`,
  undo: "Undo",
  clear: "Clear",
  repeat: "Repeat",
  double: "Double",

  registered: "Registered",
  notRegistered: "Waiting for the table",
  allRegistered: "All bets registered",
  registering: "Registering …",

  seconds: (count: number) => (count === 1 ? "1 second left" : `${count} seconds left`),
  timeLeft: "Time left to bet",

  // The server sends the phrases that the rules require; these are shown beside them.
  openingAside: "",
  closingAside: "",
  phases: {
    closed: "The table is closed",
    idle: "The next round begins soon",
    betting: "Bets are open",
    closing: "Bets are closing",
    dealing: "Cards are being dealt",
    result: "Result",
    settled: "Settled",
    "awaiting a ruling": "Play has stopped",
    choosing: "Patrons are choosing",
  } satisfies Record<Phase, string>,
  results: {
    won: "Won",
    lost: "Lost",
    pushed: "Push",
    returned: "Returned",
  } satisfies Record<Result, string>,

  wins: (side: string) => `${side} wins`,
  tieResult: "Tie",
  scores: (one: number, other: number) => `${one} to ${other}`,
  voidRound: (round: number) => `Round ${round} is void. Every bet was returned.`,
  natural: "Natural",
  judged: (side: string, draws: boolean, first: number, why: Why, third: number | null) => {
    const does = `${side} ${draws ? "draws" : "stands"} on ${first}`;
    if (why === "natural") return `${does}: a natural ends the deal`;
    if (why === "player stood") return `${does}: Player stood`;
    if (why === "player third card") return `${does} against a third card of ${third ?? "?"}`;
    return does;
  },
  nextCard: (side: string) => `Next card: ${side}`,
  card: (rank: string, suit: string) => `${rank} of ${suit}`,
  ranks: {
    A: "Ace",
    "2": "Two",
    "3": "Three",
    "4": "Four",
    "5": "Five",
    "6": "Six",
    "7": "Seven",
    "8": "Eight",
    "9": "Nine",
    T: "Ten",
    J: "Jack",
    Q: "Queen",
    K: "King",
  } as Record<string, string>,
  suits: { S: "spades", H: "hearts", D: "diamonds", C: "clubs" } as Record<string, string>,
  faceDown: "Face down. Drag it up, or press Enter, to turn it",
  total: "Total",
  handLabel: (side: string, cards: string, total: string) =>
    `${side} hand: ${cards}. Total ${total}.`,
  noCards: "no cards",

  yourRound: (round: number) => `Your round ${round}`,
  bet: "Bet",
  stake: "Stake",
  result: "Result",
  odds: "Pays",
  returned: "Returned",
  clause: "Clause",
  profit: "Net",
  commission: (amount: string, share: string) => `${share} commission (${amount}) deducted`,
  congratulations: (amount: string) => `You won ${amount}`,
  noWin: (stake: string) => `No win · ${stake} staked`,
  netOf: (net: string, stake: string) => `Net ${net} · ${stake} staked`,
  details: "Details",

  roads: "Roads",
  roadsNote: "Roads show past results. They predict nothing.",
  laidNote: "◣ The hands were played as they lay.",
  bead: "Bead plate",
  big: "Big road",
  bigEye: "Big Eye Boy",
  small: "Small road",
  cockroach: "Cockroach Pig",
  askBanker: "If Banker wins",
  askPlayer: "If Player wins",
  noMark: "–",
  markRegular: "regular",
  markIrregular: "irregular",
  beadLabel: (list: string) => `Bead plate: ${list}`,
  bigLabel: (list: string) => `Big road: ${list}`,
  derivedLabel: (name: string, list: string) => `${name}: ${list}`,
  empty: "empty",
  statistics: "This shoe",
  playerPairs: "Player pair",
  bankerPairs: "Banker pair",
  naturals: "Naturals",
  streak: "Streak",
  longest: "Longest",
  winsOn: "Wins by total",
  voids: "Void",
  shoeProgress: (dealt: number, left: number) =>
    `${dealt} ${dealt === 1 ? "card" : "cards"} dealt, ${left} left`,
  shoeEnds: "Last round of this shoe",
  tableCloses: (isNow: boolean): string =>
    isNow ? "Last round of this table" : "The next round is the last of this table",
  continuous: "Continuous shuffler",
  commitment: "Fingerprint of the virtual shoe",
  commitmentNote:
    "The order of the cards was fixed before the first bet. It is published when the shoe is over, and anyone can check it against this fingerprint.",

  rules: "Rules",
  rulesAndPayTable: "Rules and pay table",
  aim: "Bet on the hand that comes closest to 9: Player or Banker. You can also bet on a tie, or place any other bet on the layout.",
  payTable: "Pay table",
  when: "When",
  firstRowDecides: "The first row that applies decides. If none applies, the bet loses.",
  houseEdge: "House edge",
  exactly: "Exact",
  houseEdgeNote: (decks: number) =>
    `The share of each stake that the House keeps on average, for a full shoe of ${decks} decks.`,
  betsOfTable: "Bets and house edge",
  tableOfPlay: "Table of Play",
  paragraphs: (count: number) => `Rules of the approved document (${count} paragraphs)`,
  document: (title: string, version: number | null, from: string | null) =>
    `${title}${version === null ? "" : `, version ${version}`}${from === null ? "" : `, in force from ${from}`}`,
  date: (on: Date) => on.toLocaleDateString("en-SG", { dateStyle: "long" }),
  loading: "Loading …",
  notLoaded: "Could not be loaded. Please try again.",
  playerRule: "Player draws on 0 to 5 and stands on 6 and 7.",
  bankerRule: "When Player stood, Banker draws on 0 to 5 and stands on 6 and 7.",
  naturalRule: "A total of 8 or 9 with two cards is a natural: neither hand draws.",
  bankerAgainst: "When Player drew, Banker draws by its total and Player's third card:",
  bankerOn: "Banker on",
  drawsAgainst: "draws against",
  always: "any card",
  never: "stands",
  comingLimits: "New limits apply from the next round",
  any: "anything",
  requirement: (asked: Requirement) => {
    const answers = asked.accepted.map(String).join(" or ");
    const yes = asked.accepted[0] === true;
    const phrases: Record<string, string> = {
      winner: answers === "tie" ? "a Tie" : `${answers === "player" ? "Player" : "Banker"} wins`,
      player_total: `Player on ${answers}`,
      banker_total: `Banker on ${answers}`,
      margin: `by ${answers} points`,
      player_cards: `Player with ${answers} cards`,
      banker_cards: `Banker with ${answers} cards`,
      player_natural: yes ? "a Player natural" : "no Player natural",
      banker_natural: yes ? "a Banker natural" : "no Banker natural",
      player_pair: yes ? "a Player pair" : "no Player pair",
      banker_pair: yes ? "a Banker pair" : "no Banker pair",
      pairs:
        answers === "1"
          ? "exactly one hand has a pair"
          : answers === "2"
            ? "both hands have a pair"
            : `${answers} pairs`,
      twin: yes ? "both pairs of one rank" : "pairs of different ranks",
    };
    return phrases[asked.question] ?? `${asked.question} ${answers}`;
  },
  /** A hand's pair by its rank and suits, which a pay table asks for together. */
  pair: (side: string, ranks: readonly string[], suits: readonly string[]) => {
    const rank =
      ranks.length === 0
        ? "a pair"
        : ranks.map((each) => (each === "four" ? "a pair of 4s" : "any other pair")).join(" or ");
    const suit = suits
      .map(
        (each) =>
          ({ diamonds: "in diamonds", same: "of the same suit", mixed: "of different suits" })[
            each
          ] ?? each,
      )
      .join(" or ");
    return `${side}: ${rank}${suit === "" ? "" : ` ${suit}`}`;
  },
  also: ", ",

  recall: "Past rounds",
  recallTitle: "Past rounds",
  recallBanner: (round: number) => `RECALL of round ${round} · not live`,
  noRecall: "You have no bets in past rounds yet.",
  steps: "Step by step",
  recallNotOver: "in progress",
  step: (number: number, count: number) => `Step ${number} of ${count}`,
  previous: "Back",
  next: "Next",
  first: "First",
  last: "Last",
  balanceChange: (before: string, after: string) => `Credits ${before} → ${after}`,
  recallRound: (round: number) => `Round ${round}`,
  preamble: "preamble",
  recallStep: (what: string, told: RecallTold) => told.sentence,

  money: "Money",
  buyIn: "Buy in",
  simulated: "SIMULATED BANKNOTES · play money, no cash",
  simulatedShort: "Play money",
  insertNote: "Insert a banknote",
  acceptorNone: "No bill acceptor here. Please call an attendant to buy in with cash.",
  cashNote: "An attendant takes your cash at the table and signs for it by name.",
  ticketIn: "Ticket in",
  ticketNumber: "Ticket number, 18 digits",
  ticketAmount: "Amount on the ticket, in dollars",
  ticketScan: "Scan the QR code, or type what the ticket says.",
  ticketBad: "Please enter 18 digits and the amount.",
  keypad: "Number pad",
  backspace: "Delete the last digit",
  takeTicket: "Add to credits",
  ticketTaken: (amount: string) => `${amount} added to your credits`,
  billTaken: (amount: string) => `${amount} added to your credits`,
  cashOut: "Cash out",
  cashOutAsk: (amount: string) => `Take ${amount} as a ticket?`,
  cashOutNow: "Cash out",
  ticketTitle: "CASH-OUT TICKET",
  ticketWaits: (amount: string) => `${amount} is set aside for a ticket`,
  ticketPending: (amount: string) => `A ticket for ${amount} is waiting. Did it come out?`,
  ticketAnswer: "Answer",
  print: "Print",
  printAgain: "Print again",
  cameOut: "Did the ticket come out?",
  cameOutYes: "Yes, I have it",
  cameOutNo: "No, give the credits back",
  cameOutUnknown: "I am not sure",
  uncertain: "An attendant will look for your ticket. Your money stays set aside until then.",
  ticketFinal: "Your ticket is valid.",
  ticketBack: "Your credits are back.",
  validUntil: "Valid until",
  issued: "Issued",

  attendant: "Attendant",
  callAttendant: "Call an attendant",
  attendantCalled: "Attendant called",
  cancelCall: "Cancel the call",

  sound: "Sound",
  soundOn: "Sound on",
  soundOff: "Sound off",
  squeeze: "Squeeze",
  squeezeOn: "Squeeze on",
  squeezeOff: "Squeeze off",
  menu: "Menu",
  close: "Close",
  dismiss: "Dismiss",

  lost: "Connection lost",
  lostText: "Reconnecting to the table. No new bets are taken until then.",
  lostBets: (round: number) => `Your registered bets in round ${round} stand:`,
  lostNone: "You have no registered bets in this round.",
  lostPending: (count: number) =>
    count === 1
      ? "One request is not confirmed yet. It will be sent again."
      : `${count} requests are not confirmed yet. They will be sent again.`,
  atNoTable: "This terminal is not assigned to a table yet. Please wait.",
  connecting: "Connecting to the table …",
  replaced: "This terminal is open in another tab",
  replacedText: "Only one tab can be used at a time. Your bets and credits are not affected.",
  useHere: "Use this tab",
  refused: "This terminal is out of service",
  refusedText: "Please call an attendant. Your bets and credits are not affected.",
  tryAgain: "Try again",
  halted: "This table is paused",
  disabled: (reason: string) => `Betting is suspended at this terminal: ${reason}`,
  halt: (what: string) => `Play has stopped: ${what}. Registered bets are kept until a ruling.`,
  irregularities: {
    "technical-interruption": "technical interruption",
    "terminal-interruption": "terminals interrupted",
    "foreign-card": "foreign card",
    shortage: "cards missing",
    excess: "too many cards",
    "wrong-number-of-cards": "wrong number of cards",
    "insufficient-cards": "not enough cards",
    "unshuffled-cards": "unshuffled cards",
    "wrong-area": "card in the wrong place",
    "wrong-order": "cards in the wrong order",
    "excess-or-exposed-card": "excess or exposed card",
    "order-lost": "order of the shoe lost",
    "dealt-order-lost": "order of the dealt cards lost",
    "wrong-person": "card handed to the wrong person",
    "dealt-face-up": "card dealt face up",
    "simultaneous-draw": "cards drawn together",
    "simultaneous-draw-order-unknown": "cards drawn together, order unknown",
    "face-up-card": "card face up in the shoe",
    "wrong-card-registered": "wrong card registered",
    "not-covered": "a case the rules do not cover",
  } satisfies Record<Irregularity, string>,
  firstCards: (cards: readonly (string | null)[]): string =>
    cards.every((card) => card === null)
      ? "Face down, and first in the next deal:"
      : "Exposed before betting, and first in the next deal:",
  unseenCard: "an unseen card",
  singlePerson: "Run by one person",
  misfitMaximum: (maximum: string) => `The maximum for this bet is ${maximum}`,
  misfitMinimum: (minimum: string) => `The minimum for this bet is ${minimum}`,
  misfitCredits: (short: string) => `You need ${short} more`,
  refusedUnknown: (sentence: string) => `Not accepted: ${sentence}`,
  problems: {
    retired: "This terminal is out of service. Please call an attendant.",
    signed_out: "This screen was signed out",
    dismissed: "Your access to this floor has ended",
  } as Record<string, string>,
  problem: (sentence: string) => `That could not be done: ${sentence}`,
  notBettingNow: "Bets are not open",
  insertMoney: "Insert money to play",
  turnAll: "Turn all cards",
  squeezeHint: "Drag a card up, or tap it",
  noSuchTable: (table: string) => `There is no table ${table} on this floor`,
  chooseTable: "Choose a table",
  noTables: "This floor has no tables yet",
  allBets: "All bets",
  otherBets: "Other bets",
  sideBetsWon: "Side bets won:",
  lastHand: "Last hand",
  welcome: "Welcome",
  betsFrom: (least: string) => `Bets from ${least}`,
  keys: "Keyboard",
  keyChips: "Select a chip",
  keyArrows: "Move between bets or chips",
  keyPlace: "Place the selected chip",
  keyRemove: "Remove the stake",
};

/** The parts of a recalled step, from which each language makes a sentence. */
export interface RecallTold {
  sentence: string;
  card: string;
  side: string;
  winner: string;
  stakes: string;
}

export type Words = typeof en;
