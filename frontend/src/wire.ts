// The types of everything that travels between the server and its screens.
// Made from the server's schema by tools/wire_types.py; a test fails when it is out of date.

/** A rank and a suit, such as "AS" or "TD". */
export type Card = string;

export interface ActingAlready {
  person: string;
  role: Role;
  until: number;
}

/** A role held for a time: from the first instant up to, but not including, the last. */
export interface ActingBox {
  role: Role;
  since: number;
  until: number;
}

export interface ActingInVain {
  wish: WishName;
  needed: Role;
}

export interface Actor {
  person: string;
  role: Role;
  acting: boolean;
  alone: boolean;
}

export interface ActorCase {
  is: "Actor";
  person: string;
  role: Role;
  acting: boolean;
  alone: boolean;
}

/** The balance that an adjustment changes. */
export type AdjustmentKind = "credits" | "write-off";

export interface AdjustmentWaits {
  terminal: string;
}

export interface AdjustsNothing {
  terminal: string;
}

/** Let the device that shows a code speak for a terminal. */
export interface Admit {
  id: string;
  code: string;
  terminal: string;
  place?: string | null;
  reads?: string | null;
}

export interface AlarmAboutOneself {
  person: string;
}

/** An alarm about a person's access, for the pit to look into. */
export interface AlarmTold {
  person: string;
  cause: string;
  source: string;
  at: number;
}

export interface AloneOnAStaffedFloor {
}

/** A state that the table is already in. */
export type Already = "connected" | "deals" | "disabled" | "enabled" | "frozen" | "lost";

export interface AlreadyChosen {
  patron: string;
}

export interface AlreadySeated {
  terminal: string;
}

export interface AmountAboveCredits {
  amount: number;
  credits: number;
}

export interface AmountAboveDebt {
  amount: number;
  owed: number;
}

export interface AmountNotPositive {
  amount: number;
}

export interface AnnounceLastRoundWish {
  name: "AnnounceLastRound";
}

export interface AnnounceTotalsWish {
  name: "AnnounceTotals";
}

/** The outcome of a command; sent only after it is recorded. */
export interface Answer {
  say: "answer";
  now: number;
  id: string;
  accepted: boolean;
  refusal?: RefusalTold;
}

export interface AnswerAdjustmentWish {
  name: "AnswerAdjustment";
  terminal: string;
  granted: boolean;
}

export interface AnswerFreezeWish {
  name: "AnswerFreeze";
  terminal: string;
  round_number: number;
}

/** The remedy for a fault. */
export type AnswerKind = "lower" | "raise" | "reject" | "withdraw";

export interface AnswerPrinterWish {
  name: "AnswerPrinter";
  terminal: string;
  number: string;
  answer: PrinterAnswer;
}

export interface AskAdjustmentWish {
  name: "AskAdjustment";
  terminal: string;
  amount: number;
  reason: string;
  kind: AdjustmentKind;
}

/** Also show the lobby on this screen, or stop showing it. */
export interface AskLobby {
  say: "lobby";
  wanted: boolean;
}

/** Ask for a past round; without a number, the latest with the sender's own bets. */
export interface AskRecall {
  say: "recall";
  id: string;
  round: number | null;
}

export interface AskRow {
  side: Side;
  big: Position;
  big_eye: Mark | null;
  small: Mark | null;
  cockroach: Mark | null;
}

export interface AskSqueezeWish {
  name: "AskSqueeze";
  patron: string;
  side: Side;
}

/** Ask for the face of the ticket that waits for its printer, to print it, or print it again. */
export interface AskTicket {
  say: "print";
  id: string;
}

export interface AskedAdjustment {
  terminal: string;
  kind: AdjustmentKind;
  amount: number;
  reason: string;
  asked_by: string;
}

/** An attendant has come to a terminal. */
export interface Attended {
  terminal: string;
}

export interface AttestWish {
  name: "Attest";
  cards: (Card | null)[] | null;
}

/** The verdict of an independent audit of the whole record. */
export interface AuditTold {
  holds: boolean;
  counts: Record<string, number>;
  failure: Record<string, string> | null;
}

export type BeadCell = [Position, RoundResult];

export interface BeginClosingWish {
  name: "BeginClosing";
}

/** The limits of a bet before and after a change. */
export interface BetLimitsTold {
  bet: string;
  en: string;
  zh: string;
  before: Limits;
  after: Limits;
}

export interface BetLineUnclear {
  start: number;
  end: number;
  found: string;
  expected: LinePart;
}

export interface BetNotOfferedCase {
  is: "BetNotOffered";
  bet: string;
}

export interface BetOnFelt {
  bet: string;
  lay: number;
  plays: number;
}

export interface BetUnknownCase {
  is: "BetUnknown";
  game: string;
  bet: string;
  known: string[];
}

export interface BetWrittenTwice {
  bet: string;
}

export interface BetsAreClosed {
  round_number: number;
}

export interface BetsInPlay {
  terminal: string;
  amount: number;
}

export interface BetsRefused {
  refusals: (BetUnknownCase | BetNotOfferedCase | StakeNotPositiveCase | StakeOffStepCase | StakeBelowMinimumCase | StakeAboveMaximumCase)[];
}

export type BigCell = [Position, Winner, number, boolean, boolean, boolean];

export interface BoardPart {
  roads: RoadsShown;
  statistics: Statistics;
  last_round: FinishedRound | null;
}

export interface BoxContradicts {
  at: number;
  since: number;
  until: number;
}

export interface BoxTaken {
  box: string;
  patron: string;
}

/** Restart a halted table after someone has dealt with the cause. */
export interface BringUp {
  id: string;
  table: string;
}

export interface BurnCardsWish {
  name: "BurnCards";
  shown: Card;
}

export interface BurnFirst {
}

export interface BurnNotDue {
}

export interface BuyChipsWish {
  name: "BuyChips";
  patron: string;
  amount: number;
  chips: ([number, number])[];
}

/** Call an attendant to this terminal, or end the call. */
export interface Call {
  say: "call";
  id: string;
  wanted: boolean;
}

export interface CallAnswer {
  kind: AnswerKind;
  stakes: ([string, number])[];
}

/** The fault of the chips on the layout. */
export type CallKind = "excess" | "not in chips" | "over maximum" | "standing alone" | "under minimum";

/** The time since which an attendant is wanted; null if none is. */
export interface Called {
  say: "called";
  now: number;
  since: number | null;
}

export interface CardNotConfirmed {
  card: Card;
}

/** The way in which a card was identified. */
export type CardOrigin = "carried" | "drawn" | "keyed" | "read";

/** Where a table's cards come from (R 1.3, R 1.5, A-70). */
export type CardSource = "electronic card shuffler" | "keyed shoe" | "shoe that reads" | "virtual shoe";

export interface CardsCannotBe {
  cards: (Card | null)[];
  expected: ExpectedCards;
  at_most: number;
}

export interface CardsLot {
  lot: Lot;
  cards: (Card | null)[];
}

export interface CardsMissing {
  irregularity: Irregularity;
  clause: string;
}

export interface CarrySlipWish {
  name: "CarrySlip";
  number: number;
}

export interface CashOutWish {
  name: "CashOut";
  terminal: string;
}

export interface ChanceOutOfRange {
  chance: number;
}

/** A password and a PIN to replace the present ones. */
export interface Change {
  present_password: string;
  password: string;
  pin: string;
  present_pin?: string;
}

export interface ChangeChipsWish {
  name: "ChangeChips";
  received: ([number, number])[];
  given: ([number, number])[];
}

export interface ChangeDealerWish {
  name: "ChangeDealer";
  person: string;
}

export interface ChangeLimitsWish {
  name: "ChangeLimits";
  limits: Limits;
  own_limits: ([string, Limits])[];
}

export interface ChangeSeatingWish {
  name: "ChangeSeating";
  seating: Seating;
}

export interface Chip {
  value: number;
  name: string;
  colour: string;
}

/** All chips on the layout of a live table. */
export interface ChipReading {
  number: number;
  bets: ReadBetSaid[];
}

/** One kind of chip of a live table. */
export interface ChipSetup {
  value: number;
  name: string;
  colour: string;
}

export interface ChipStack {
  value: number;
  number: number;
}

export interface ChipsCannotMake {
  amount: number;
}

export interface ChipsMissing {
  value: number;
  wanted: number;
  held: number;
}

export interface ChipsWorthOther {
  worth: number;
  expected: number;
}

/** A password and a PIN, chosen by invitation. */
export interface Choose {
  token: string;
  password: string;
  pin: string;
}

export interface ChooseOptionWish {
  name: "ChooseOption";
  patron: string;
  option: PlayerOption;
}

export interface ChooseProfileWish {
  what: "ChooseProfile";
  profile: Profile;
}

export interface ClaimWinningsWish {
  name: "ClaimWinnings";
  patron: string;
}

export interface CloseAlarmsWish {
  what: "CloseAlarms";
  person: string;
}

export interface CloseTableWish {
  name: "CloseTable";
}

export interface ClosingWithoutNotice {
  last_round: number | null;
}

export interface CommandIdReused {
  id: string;
}

/** A wish under an id that was made, and stored, before it was sent. */
export interface CommandMessage {
  say: "command";
  id: string;
  wish: unknown;
  table?: string | null;
  pin?: string | null;
  by?: SecondPerson | null;
}

/** The outcome of a command. */
export interface CommandOutcome {
  accepted: boolean;
  refusal?: RefusalTold | null;
  link?: string | null;
}

export interface CommitmentDoesNotFit {
  source: CardSource;
}

export interface CommitmentUsedBefore {
  commitment: string;
}

/** A reason for which a table needs attention; the most urgent comes first. */
export type Concern = "adjustment" | "call" | "count" | "fill" | "halted" | "late chips" | "liability" | "result" | "ruling" | "slip" | "ticket";

export interface ConfigurationRefused {
  refusals: (BetUnknownCase | DecksOutOfRangeCase | StepInexactCase | LimitsContradictCase | NothingOfferedCase | MaximumMissingCase)[];
}

export interface ConfigurationUnfit {
  problem: Unfit;
  about: string;
}

export interface ConfirmFloatWish {
  name: "ConfirmFloat";
  chips: ([number, number])[];
}

export interface ConsoleView {
  dealer: Actor | null;
  single_person: boolean;
  phrases: Phrases;
  next_step: NextStep;
  timer_at: number | null;
  next_card: NextCard | null;
  registered: Card[];
  cut_off_at: number | null;
  unanswered: string[];
  shoe: ShoeShown | null;
  unrevealed: number[];
  terminals: TerminalStatus[];
  procedure: Procedure | null;
  side_steps: SideStep[];
  reportable: Reportable[];
  earlier: EarlierRound[];
  felt: Felt | null;
  fill_soon: number[];
}

export interface CorrectPaymentWish {
  name: "CorrectPayment";
  stack: number;
  handed: ([number, number])[];
  returned: ([number, number])[];
  added: ([number, number])[];
}

export interface CountCardsWish {
  name: "CountCards";
  counted: number;
}

export interface CountFloatWish {
  name: "CountFloat";
  count: FloatCount;
  chips: ([number, number])[];
}

export interface CountWaiting {
  count: FloatCount;
  counted_by: string;
}

export interface CountWaits {
  count: FloatCount;
}

export interface CutCardAlreadySeen {
}

export interface CutDoesNotFit {
  cut_at: number | null;
}

export interface CutOffWish {
  name: "CutOff";
}

export interface DealCardWish {
  name: "DealCard";
  card: Card;
  origin: CardOrigin;
  confirmed: boolean;
}

export interface DealerCall {
  kind: CallKind;
  clause: string;
  words: string;
  answers: CallAnswer[];
  box: string | null;
  patron: string | null;
  stance: Stance | null;
  bet: string | null;
  side: Side | null;
  found: number | null;
  expected: number | null;
  take_back: TakeBack[];
}

export interface DealtFaceUp {
}

export interface DealtTheRound {
  person: string;
  round_number: number;
}

export interface DecidedBet {
  bet: string;
  decision: Decision;
}

/** The result of a bet that no further card can change. */
export type Decision = "lost" | "won";

export interface DeckRange {
  least: number;
  most: number;
}

export interface DecksDiffer {
  decks: number;
  expected: number;
}

export interface DecksOutOfRangeCase {
  is: "DecksOutOfRange";
  game: string;
  decks: number;
  allowed: DeckRange;
}

export interface DeclineWish {
  name: "Decline";
  reason: string;
}

export interface DenyReconstructionWish {
  name: "DenyReconstruction";
  reason: string;
  lies: [Card[], Card[]] | null;
}

export type DerivedCell = [Position, Mark];

export interface Differential {
  box: string | null;
  player: number;
  banker: number;
  differential: number;
  heavier: Side | null;
  limit: number | null;
  excess: number;
}

export interface DisableTerminalWish {
  name: "DisableTerminal";
  terminal: string;
  reason: string;
}

export interface DismissPersonWish {
  what: "DismissPerson";
  person: string;
}

export interface DrawCardWish {
  name: "DrawCard";
  dealt_count: number;
}

export interface EarlierPayouts {
  round_number: number;
  take: PayoutLine[];
  pay: PayoutLine[];
}

export interface EarlierRound {
  number: number;
  cards: Card[];
}

export interface EarlierRoundStands {
  clause: string;
  round_number: number;
}

/** The house edges of a table's bets, for a full shoe. */
export interface EdgesTold {
  game: string;
  decks: number;
  edges: Record<string, ExactTold | null>;
}

export interface Effects {
  play: Play;
  round_number: number;
  money: Money;
  earlier: number | null;
  cards: CardsLot[];
  shoe_withdrawn: boolean;
}

export interface EnableTerminalWish {
  name: "EnableTerminal";
  terminal: string;
}

export interface EndActingRoleWish {
  what: "EndActingRole";
  person: string;
}

export interface EndOptionsWish {
  name: "EndOptions";
}

export interface EnrolPersonWish {
  what: "EnrolPerson";
  person: string;
  name: string;
}

export interface EnrolSensorWish {
  what: "EnrolSensor";
  terminal: string;
  table: string;
  place: string;
}

export interface EnrolTerminalWish {
  what: "EnrolTerminal";
  terminal: string;
  place: string;
}

/** The state of a device's admission. */
export interface EnrolmentTold {
  state: "enrolled" | "unknown" | "waiting";
  code?: string | null;
  ends_at?: number | null;
  terminal?: string | null;
}

/** Erase the name of a patron. */
export interface ErasePatronName {
  id: string;
  table: string;
  patron: string;
}

/** The body of every error answer. */
export interface ErrorEnvelope {
  error: ErrorTold;
}

/** An error: a stable code, and a sentence for people. */
export interface ErrorTold {
  code: string;
  sentence: string;
}

/** An event of the record. */
export interface EventFound {
  table: string;
  position: number;
  at: number;
  code: string;
  is_news: boolean;
  sentence: string;
  details: ([string, string])[];
  round_number: number;
  clause: string;
  person: string;
  role: number;
  terminal: string;
  timer: boolean;
}

/** A search of the record; every filter that is given must hold. */
export interface EventsAsked {
  text?: string;
  table?: string | null;
  person?: string;
  terminal?: string;
  ticket?: string;
  round?: number;
  clause?: string;
  event?: string;
  kind?: string;
  gravity?: string;
  since?: string;
  until?: string;
  everything?: boolean;
  before?: string;
}

/** One page of a search, the newest event first. */
export interface EventsFound {
  events: EventFound[];
  next: string;
  searched_to: number | null;
  indexed: number;
  recorded: number;
}

/** A fraction in lowest terms, and the nearest float. */
export interface ExactTold {
  exact: string;
  float: number;
}

/** The cards that the Table of Play, the decks or the procedure allow. */
export type ExpectedCards = "a complete coup" | "as drawn" | "as read" | "as the decks hold" | "behind the registered" | "each once" | "extra only" | "for the next deal" | "in their hands" | "last in another order" | "no more than used" | "none for terminals" | "none together" | "none yet" | "not dealt since" | "others than registered" | "seen" | "two or more together";

/** The requirement that the order of a revealed shoe fails. */
export type ExpectedOrder = "as dealt" | "as promised" | "whole decks";

export interface Exposure {
  liability: number;
  cap: number | null;
  stakes: ([string, number])[];
}

export interface ExtraCardsNotWanted {
  irregularity: Irregularity;
  clause: string;
  extra: (Card | null)[];
}

export interface Felt {
  layout: FeltLayout;
  patrons: PatronShown[];
  places: PlaceShown[];
  table: Differential;
  boxes: Differential[];
  can_repeat: boolean;
  calls: DealerCall[];
  passed_over: PassedOver[];
  hands: HandHolder[];
  options: Options | null;
  payouts: Payouts | null;
  earlier: EarlierPayouts[];
  tray: TrayShown;
  sensor: SensorShown | null;
}

export interface FeltLayout {
  boxes: string[];
  limits: PostedLimits;
  chips: Chip[];
  codes: ([string, string])[];
}

export interface FillNeeded {
  place: string;
  amount: number;
  missing: number;
  fill: ([number, number])[];
}

export interface FinishedRound {
  number: number;
  shoe_number: number;
  player: Card[];
  banker: Card[];
  player_total: number;
  banker_total: number;
  result: RoundResult | null;
}

/** The first person of a floor, its Shift Manager. */
export interface FirstPerson {
  token: string;
  person: string;
  name: string;
  password: string;
  pin: string;
}

/** The kinds of count of a tray. */
export type FloatCount = "closing" | "opening";

export interface FloatFigures {
  opened_at: number;
  closed_at: number | null;
  opening: number;
  fills: number;
  credits: number;
  drop: number;
  closing: number | null;
  win_by_bets: number;
  win_by_count: number | null;
  difference: number | null;
  rounding: number;
  owed: number;
  fill_soon: number[];
}

export interface FloatIsOpen {
}

export interface FloatNotOpen {
}

/** An event of the floor. */
export interface FloorEventTold {
  position: number;
  at: number;
  what: string;
  sentence: string;
  details: ([string, string])[];
  who: string;
  by: string;
  role: number;
}

export interface FloorHasStaff {
  people_count: number;
}

export interface FloorIsForOne {
}

/** The whole floor as the pit sees it. */
export interface FloorTold {
  now: number;
  people: PersonTold[];
  terminals: TerminalTold[];
  tables: TableTold[];
  events: FloorEventTold[];
  alarms: AlarmTold[];
}

/** A wish about the floor, under an id made before it was sent. */
export interface FloorWishBody {
  id: string;
  wish: unknown;
  pin?: string;
}

export interface ForTheShiftManager {
  clause: string;
}

export interface GameShown {
  key: string;
  name: Name;
  document: string;
  title: string;
  version: number | null;
  effective: string | null;
  decks: number;
  source: CardSource;
  self_dealing: boolean;
  single_person: boolean;
  titles: ([Role, string])[];
}

/** A game that a table can play. */
export interface GameTold {
  key: string;
  en: string;
  zh: string;
  decks: [number, number];
  bets: string[];
  layouts: (string[])[];
}

export interface GrantActingRoleWish {
  what: "GrantActingRole";
  person: string;
  role: Role;
  since: number;
  until: number;
}

export interface GrantRoleWish {
  what: "GrantRole";
  person: string;
  role: Role;
}

export interface GrantToOneself {
  person: string;
  role: Role;
}

export interface Halt {
  irregularity: Irregularity;
  clause: string;
  words: string;
}

export interface HandHolder {
  side: Side;
  acceptor: string | null;
  may_hold: string[];
  squeezer: string | null;
  squeezing: boolean;
  ends_at: number | null;
}

export interface HandOverWish {
  name: "HandOver";
  side: Side;
  patron: string | null;
}

export interface HandPayWish {
  name: "HandPay";
  terminal: string;
  amount: number;
}

export interface HandShown {
  cards: Card[];
  total: number | null;
  judged: Judged | null;
}

export interface HandStacksWish {
  name: "HandStacks";
  stacks: number[];
}

export interface Hands {
  player: HandShown;
  banker: HandShown;
  next_card: NextCard | null;
  winner: Winner | null;
  winning_bets: string[];
}

/** The first message of a connection; its credential identifies the speaker. */
export interface Hello {
  say: "hello";
  protocol: number;
  as: "console" | "display" | "pit" | "terminal";
  table: string | null;
  tab: string;
  language: "en" | "zh";
}

export interface IdAlike {
  subject: string;
  text: string;
  other: string;
}

export interface IdUnfit {
  subject: string;
  text: string;
}

export interface InvitationOver {
  person: string;
}

/** Invite a person to choose a password and a PIN. */
export interface Invite {
  id: string;
  person: string;
  pin?: string;
}

/** A fault of the deal, under the name used at the table. */
export type Irregularity = "dealt-face-up" | "dealt-order-lost" | "excess" | "excess-or-exposed-card" | "face-up-card" | "foreign-card" | "insufficient-cards" | "not-covered" | "order-lost" | "shortage" | "simultaneous-draw" | "simultaneous-draw-order-unknown" | "technical-interruption" | "terminal-interruption" | "unshuffled-cards" | "wrong-area" | "wrong-card-registered" | "wrong-number-of-cards" | "wrong-order" | "wrong-person";

export interface JoinTableWish {
  name: "JoinTable";
  patron: string;
  box: string | null;
}

export interface Judged {
  draws: boolean;
  why: Why;
  words: string;
}

/** The current or last job; null before the first. */
export interface LabBench {
  job: LabJob | null;
}

/** The exact odds of one bet, per unit of stake. */
export interface LabBet {
  bet: string;
  edge: ExactTold;
  full: ExactTold;
  win: ExactTold;
  loss: ExactTold;
  push: ExactTold;
  standard_deviation: number;
  rows: LabRow[];
}

/** The names of a bet. */
export interface LabBetName {
  bet: string;
  en: string;
  zh: string;
}

/** A game that the lab knows. */
export interface LabGame {
  key: string;
  en: string;
  zh: string;
  decks: [number, number];
  usual: number;
  bets: LabBetName[];
}

/** The state of a job. */
export interface LabJob {
  kind: "sheet" | "simulation" | "study";
  game: string;
  decks: number;
  size: number;
  seed: number;
  state: "cancelled" | "done" | "failed" | "running";
  done?: number;
  sentence?: string;
  simulated?: Simulated | null;
  studied?: Studied | null;
  sheet?: SheetMade | null;
}

/** The exact odds of every bet of a game. */
export interface LabOdds {
  game: string;
  decks: number;
  without: string;
  cards: number;
  total: string;
  bets: LabBet[];
}

/** One line of a pay table, and its probability. */
export interface LabRow {
  pays: string;
  clause: string;
  probability: ExactTold;
}

/** A game, and the rest of its shoe. */
export interface LabShoe {
  game: string;
  decks: number;
  without?: string;
}

/** The capabilities of the lab here. */
export interface LabTold {
  missing: string;
  games: LabGame[];
}

/** A longer job; a server runs one at a time. */
export interface LabWork {
  kind: "sheet" | "simulation" | "study";
  game: string;
  decks: number;
  size?: number;
  seed?: number;
}

export interface LastRoundKnown {
  round_number: number;
}

export interface LastRoundPlayed {
  round_number: number;
}

export interface LastShiftManager {
  person: string;
}

/** The remedy if the fact comes to light after the next round began. */
export type Late = "by-the-cards" | "ruling" | "stands";

export interface LayoutPart {
  game: GameShown;
  offers: Offer[];
  coming_offers: Offer[] | null;
  posted: PostedLimits | null;
}

/** The layout of a live table. */
export interface LayoutSetup {
  boxes: string[];
  minimum: number;
  box_differential?: number | null;
  table_differential?: number | null;
  chips?: ChipSetup[] | null;
  face_down?: boolean;
  squeeze_by_letter?: boolean;
  squeeze_ms?: number | null;
  fill_soon_per_cent?: number | null;
}

export interface LayoutUnfit {
  document: string;
  faults: string[];
}

/** A request to open a line to another node, since this one will soon stop serving. */
export interface Leave {
  say: "leave";
  now: number;
}

export interface LeaveSeatWish {
  name: "LeaveSeat";
  terminal: string;
}

export interface LeaveTableWish {
  name: "LeaveTable";
  patron: string;
}

export interface LiabilityAboveCap {
  cap: number;
}

export interface Limits {
  minimum: number;
  maximum: number | null;
  step: number;
}

export interface LimitsContradictCase {
  is: "LimitsContradict";
  minimum: number;
  maximum: number | null;
  step: number;
}

/** Carry out a change of limits as it was shown. */
export interface LimitsOrder {
  id: string;
  tables: LimitsSeen[];
  scope: "all" | "original" | "other";
  minimum?: number | null;
  maximum?: number | null;
  step?: number | null;
}

/** A table whose change a person has seen. */
export interface LimitsSeen {
  table: string;
  seen: string;
}

/** Limits for several tables; a limit that is left out stays as it is at each table. */
export interface LimitsWanted {
  tables: string[];
  scope: "all" | "original" | "other";
  minimum?: number | null;
  maximum?: number | null;
  step?: number | null;
}

/** The part that was expected at a position in a line. */
export type LinePart = "amount" | "bet" | "box" | "other bet" | "shorter line";

/** Whether the table hears from a terminal. */
export type Link = "connected" | "lost";

/** How far a newcomer has come at the live table of a demonstration. */
export interface LiveTourTold {
  table: string;
  done: ("choose" | "close" | "excess" | "fill" | "held" | "pay" | "squeeze")[];
  pins: ([string, string])[];
}

export interface LoadShoeWish {
  name: "LoadShoe";
  shuffle: Shuffle;
}

export interface LobbyTile {
  table: string;
  game: string;
  name: Name;
  is_live: boolean;
  phase: Phase;
  round_number: number;
  shoe_number: number;
  betting_ms: number;
  closes_at: number | null;
  minimum: number;
  maximum: number | null;
  seats_taken: number;
  seats: number | null;
  patrons_choose: boolean;
  is_halted: boolean;
}

export interface LobbyTold {
  say: "lobby";
  now: number;
  tiles: LobbyTile[];
  roads: Record<string, RoadsShown>;
}

/** The whole number of a ticket, as printed. */
export interface LookUpTicket {
  number: string;
}

/** The effect on the cards. */
export type Lot = "as decided" | "carried" | "corrected" | "discarded" | "discarded with the round" | "earlier corrected";

/** A derived road's mark for a win: red is regular, blue is not; neither means a hand. */
export type Mark = "B" | "R";

export interface MaximumMissingCase {
  is: "MaximumMissing";
  bets: string[];
}

export interface MayNotHold {
  patron: string;
  side: Side;
}

/** The effect on the bets, without amounts, which only some screens may show. */
export type Money = "earlier paid again" | "nothing" | "paid again" | "returned" | "stands" | "taken back and returned" | "time given back";

export interface MoneyStillHere {
  terminal: string;
  amount: number;
}

export interface MoveTerminalWish {
  name: "MoveTerminal";
  terminal: string;
  table: string;
}

export interface Name {
  en: string;
  zh: string;
}

export interface NameIsGeneric {
  name: string;
}

/** The name of a patron at a live table, as staff enter it. */
export interface NamePatron {
  table: string;
  patron: string;
  name: string;
}

export interface NameTaken {
  name: string;
  person: string;
}

/** Whether a report names something. */
export type Naming = "may" | "must" | "no";

export interface NextCard {
  side: Side;
  why: string;
}

/** The step that a table waits for, which brings it to its next phase. */
export type NextStep = "announce totals" | "attest" | "banker card" | "banker third card" | "burn cards" | "close bets" | "close the table" | "configure" | "cut off" | "end options" | "load a shoe" | "open bets" | "open the table" | "player card" | "player third card" | "retire the shoe" | "rule" | "second count" | "settle";

export interface NoAdjustmentWaits {
  terminal: string;
}

export interface NoAlarm {
  person: string;
}

export interface NoCardIsOut {
  clause: string;
}

export interface NoCardLeftOver {
  clause: string;
}

export interface NoChipsNamed {
}

export interface NoCountWaits {
}

export interface NoCredits {
  terminal: string;
}

export interface NoMoneyHere {
  terminal: string;
}

export interface NoMoreBetsWish {
  name: "NoMoreBets";
  passed_over: boolean;
}

export interface NoRemedyFollows {
  clause: string;
}

export interface NoRole {
  person: string;
  at: number;
}

export interface NoRoundToReach {
  clause: string;
}

export interface NoSeatFree {
  seats: number;
}

export interface NoSeatedBet {
  box: string;
}

export interface NoShoe {
}

export interface NoSuchBox {
  box: string;
  boxes: string[];
}

export interface NoSuchSlip {
  number: number;
}

export interface NoSuchStack {
  number: number;
}

export interface NoTicketWaiting {
  terminal: string;
}

export interface NobodyNamed {
}

export interface NotActing {
  person: string;
}

export interface NotAsked {
  patron: string;
}

export interface NotChipsOfTheSet {
  value: number;
  number: number;
}

export interface NotForAPerson {
  person: string;
}

export interface NotForARuling {
  clause: string;
}

export interface NotForATimer {
  wish: WishName;
}

export interface NotForThisSender {
  wish: WishName;
  terminal: string;
}

export interface NotInThisDocument {
  irregularity: Irregularity;
}

export interface NotLockedOut {
  person: string;
}

export interface NotSeated {
  terminal: string;
}

export interface NotTheAcceptor {
  patron: string;
  side: Side;
}

export interface NotTheDealerOnDuty {
  person: string;
  on_duty: string;
}

export interface NotWithAShuffler {
  wish: WishName;
}

export interface NoteCutCardWish {
  name: "NoteCutCard";
}

export interface NothingHeld {
  patron: string;
}

export interface NothingInExcess {
}

export interface NothingOfferedCase {
  is: "NothingOffered";
  game: string;
}

export interface NothingRead {
}

export interface NothingToChange {
  already: Already;
  about: string;
}

export interface NothingToHand {
}

export interface NothingToReconstruct {
  clause: string;
}

export interface NothingToRepeat {
}

export interface NothingToReveal {
  shoe_number: number;
}

export interface NothingWasSent {
  terminal: string;
  source: string;
}

export interface Odds {
  win: number;
  per: number;
}

export interface Offer {
  bet: string;
  name: Name;
  clause: string;
  hand: Side | null;
  lines: PayLine[];
  minimum: number;
  maximum: number | null;
  step: number;
}

export interface OnePersonAsTwo {
  first: string;
  second: string;
  until: number;
}

export interface OnlyWithAShuffler {
}

export interface OpenBetsWish {
  name: "OpenBets";
}

export interface OpenTableWish {
  name: "OpenTable";
}

export interface OppositeBetsNotTaken {
}

export interface Options {
  reconstructed: boolean;
  default: PlayerOption;
  choices: PatronChoice[];
}

export interface OrderNotYours {
  clause: string;
}

export interface OriginDiffers {
  origin: CardOrigin;
  source: CardSource;
}

export interface OutOfPhase {
  wish: WishName;
  phase: Phase;
  allowed: Phase[];
  due: NextStep;
  role: Role;
  instead: Irregularity | null;
}

export interface OwnBet {
  bet: string;
  stake: number;
  room: number;
}

export interface OwnResult {
  bet: string;
  stake: number;
  result: Result;
  pays: string;
  profit: number;
  returned: number;
  commission: number;
  clause: string;
}

export interface OwnRound {
  number: number;
  results: OwnResult[];
  stake: number;
  returned: number;
  exceeds_stake: boolean;
}

/** One numbered paragraph, in our own words. */
export interface ParagraphTold {
  number: string;
  kind: string;
  meaning: string;
}

export interface PassedOver {
  clause: string;
  box: string | null;
  patron: string | null;
}

export interface PatronCase {
  is: "Patron";
  terminal: string;
}

export interface PatronChoice {
  patron: string;
  boxes: string[];
  chosen: PlayerOption | null;
  returned: number;
  wins_at_most: number;
}

export interface PatronInPlace {
  patron: string;
}

export interface PatronKeyUnfit {
  patron: string;
}

export interface PatronShown {
  patron: string;
  box: string | null;
  is_here: boolean;
  held: number;
  owed: number;
  debts: ([string, number])[];
}

export interface PatronUnknown {
  patron: string;
}

export interface PayLine {
  when: Requirement[];
  odds: Odds | null;
  pays: string;
  commission: Odds | null;
  clause: string;
}

export interface PaymentIsRight {
  number: number;
}

export interface PayoutLine {
  number: number | null;
  place: string;
  box: string;
  patron: string;
  stance: Stance;
  bet: string | null;
  lay: number;
  plays: number;
  odds: Odds | null;
  due: number;
  chips: ([number, number])[];
  stacks: ChipStack[];
  rounding: number;
  held: boolean;
  clause: string;
  handed: boolean;
  corrected: boolean;
  before: number | null;
}

export interface Payouts {
  settled: boolean;
  take: PayoutLine[];
  pay: PayoutLine[];
  fill_needed: FillNeeded | null;
  again: boolean;
}

export interface PeriodTakings {
  since: number;
  settled: number;
  void: number;
  handle: number;
  drop: number;
  win: number;
  expected: number | null;
  deviation: number | null;
  z: number | null;
  rounds_alike: number;
  unrated: number;
}

export interface PersonAlreadyEnrolled {
  person: string;
  name: string;
}

export interface PersonIsDismissed {
  person: string;
}

export interface PersonNotDismissed {
  person: string;
}

/** A present or past staff member. */
export interface PersonTold {
  person: string;
  name: string;
  roles: number[];
  acting: ActingBox | null;
  dismissed: boolean;
  locked: boolean;
  has_secrets: boolean;
  reset_asked_by: string | null;
}

export interface PersonUnknown {
  person: string;
}

/** The stage of a table's round. */
export type Phase = "awaiting a ruling" | "betting" | "choosing" | "closed" | "closing" | "dealing" | "idle" | "result" | "settled";

export interface Phrases {
  opening: string;
  closing: string;
}

/** Ask for a sign of life. */
export interface Ping {
  say: "ping";
  n: number;
}

export interface PitView {
  table: string;
  phase: Phase;
  dealer: Actor | null;
  single_person: boolean;
  procedure: Procedure | null;
  adjustments: AskedAdjustment[];
  uncertain_tickets: string[];
  opposite_bets: string[];
  seats: SeatShown[];
  seating: Seating;
  exposure: Exposure;
  offers: Offer[];
  coming_offers: Offer[] | null;
  significant: SignificantEvent[];
  dealer_since: number | null;
  felt: Felt | null;
  float: FloatFigures | null;
}

export interface PlaceBetsWish {
  name: "PlaceBets";
  patron: string;
  box: string;
  stakes: ([string, number])[];
  on_behalf: boolean;
}

export interface PlaceShown {
  place: string;
  box: string;
  patron: string;
  stance: Stance;
  on_behalf: boolean;
  bets: BetOnFelt[];
}

export interface PlaceTaken {
  place: string;
  terminal: string;
}

/** The effect on play. */
export type Play = "goes on" | "next round" | "nothing moves" | "patrons choose" | "settled again" | "void";

/** The options of a patron after a dealing error (L 5.12). */
export type PlayerOption = "continue" | "return";

/** The reply to Ping. */
export interface Pong {
  say: "pong";
  now: number;
  n: number;
}

export type Position = [number, number];

export interface PostedLimits {
  minimum: number;
  box_differential: number | null;
  table_differential: number | null;
}

/** The printer's answer about a ticket. */
export type PrinterAnswer = "failed" | "printed" | "unknown";

/** A message that could not be processed at all. */
export interface Problem {
  say: "problem";
  now: number;
  id?: string | null;
  code: string;
  sentence: string;
}

export interface Procedure {
  irregularity: Irregularity;
  clause: string;
  round_number: number;
  report: string;
  reporter: string;
  began_at: number;
  stopped: Phase;
  registered: Card[];
  extra: (Card | null)[];
  together: (Card | null)[];
  intended: (Card | null)[] | null;
  declined: boolean;
  awaited: Role;
  another_person: boolean;
  decides_order: boolean;
  decided: DecidedBet[] | null;
  ways: Way[];
  waiting: ReportThatWaits[];
}

/** The way a floor is run: by staff, or by one person alone at a private game. */
export type Profile = "single person" | "staffed";

export interface ProfileAlreadyChosen {
  profile: Profile;
}

export interface Progress {
  dealt_count: number;
  left_count: number;
}

export interface PublicPart {
  table: string;
  phase: Phase;
  notice: string;
  betting_ms: number;
  closes_at: number | null;
  round_number: number;
  shoe: ShoeShown | null;
  hands: Hands;
  halt: Halt | null;
  warning: SeenCards | null;
  closes_after: number | null;
}

/** The kind of question that a reading puts to the Dealer. */
export type QuestionKind = "differs" | "late" | "new";

export interface RankTooLow {
  actor: Actor;
  required: Role;
}

/** The chips that a sensor reads on one bet of a box. */
export interface ReadBetSaid {
  box: string;
  bet: string;
  chips: ([number, number])[];
  patron?: string | null;
}

export interface ReadDifference {
  box: string;
  bet: string;
  patron: string | null;
  recorded: number;
  read: number;
}

export interface ReadQuestion {
  kind: QuestionKind;
  difference: ReadDifference;
  can_take: boolean;
}

export interface ReadingStale {
  box: string;
  bet: string;
  recorded: number;
  compared: number;
}

export interface ReadingUnclear {
  box: string;
  bet: string;
}

export interface ReasonMissing {
  wish: WishName;
}

export interface Recalled {
  say: "recalled";
  now: number;
  id: string;
  rounds: RoundListed[];
  round: RecalledRound | null;
}

export interface RecalledBalance {
  terminal: string;
  credits_before: number;
  credits_after: number;
}

export interface RecalledHands {
  player: Card[];
  banker: Card[];
  player_total: number;
  banker_total: number;
}

export interface RecalledRound {
  number: number;
  shoe_number: number;
  game: Name;
  banner: string;
  void: boolean;
  steps: RecalledStep[];
}

export interface RecalledStep {
  what: string;
  sentence: string;
  details: ([string, string])[];
  who: string;
  by: ActorCase | PatronCase | TimerCase;
  at: number;
  clause: string;
  card: Card | null;
  side: Side | null;
  winner: Winner | null;
  stakes: ([string, number])[] | null;
  hands: RecalledHands | null;
  results: OwnResult[];
  balances: RecalledBalance[];
}

export interface RefusalFields {
  ActingAlready: ActingAlready;
  ActingInVain: ActingInVain;
  AdjustmentWaits: AdjustmentWaits;
  AdjustsNothing: AdjustsNothing;
  AlarmAboutOneself: AlarmAboutOneself;
  AloneOnAStaffedFloor: AloneOnAStaffedFloor;
  AlreadyChosen: AlreadyChosen;
  AlreadySeated: AlreadySeated;
  AmountAboveCredits: AmountAboveCredits;
  AmountAboveDebt: AmountAboveDebt;
  AmountNotPositive: AmountNotPositive;
  BetLineUnclear: BetLineUnclear;
  BetWrittenTwice: BetWrittenTwice;
  BetsAreClosed: BetsAreClosed;
  BetsInPlay: BetsInPlay;
  BetsRefused: BetsRefused;
  BoxContradicts: BoxContradicts;
  BoxTaken: BoxTaken;
  BurnFirst: BurnFirst;
  BurnNotDue: BurnNotDue;
  CardNotConfirmed: CardNotConfirmed;
  CardsCannotBe: CardsCannotBe;
  CardsMissing: CardsMissing;
  ChanceOutOfRange: ChanceOutOfRange;
  ChipsCannotMake: ChipsCannotMake;
  ChipsMissing: ChipsMissing;
  ChipsWorthOther: ChipsWorthOther;
  ClosingWithoutNotice: ClosingWithoutNotice;
  CommandIdReused: CommandIdReused;
  CommitmentDoesNotFit: CommitmentDoesNotFit;
  CommitmentUsedBefore: CommitmentUsedBefore;
  ConfigurationRefused: ConfigurationRefused;
  ConfigurationUnfit: ConfigurationUnfit;
  CountWaits: CountWaits;
  CutCardAlreadySeen: CutCardAlreadySeen;
  CutDoesNotFit: CutDoesNotFit;
  DealtFaceUp: DealtFaceUp;
  DealtTheRound: DealtTheRound;
  DecksDiffer: DecksDiffer;
  EarlierRoundStands: EarlierRoundStands;
  ExtraCardsNotWanted: ExtraCardsNotWanted;
  FloatIsOpen: FloatIsOpen;
  FloatNotOpen: FloatNotOpen;
  FloorHasStaff: FloorHasStaff;
  FloorIsForOne: FloorIsForOne;
  ForTheShiftManager: ForTheShiftManager;
  GrantToOneself: GrantToOneself;
  IdAlike: IdAlike;
  IdUnfit: IdUnfit;
  InvitationOver: InvitationOver;
  LastRoundKnown: LastRoundKnown;
  LastRoundPlayed: LastRoundPlayed;
  LastShiftManager: LastShiftManager;
  LayoutUnfit: LayoutUnfit;
  LiabilityAboveCap: LiabilityAboveCap;
  MayNotHold: MayNotHold;
  MoneyStillHere: MoneyStillHere;
  NameIsGeneric: NameIsGeneric;
  NameTaken: NameTaken;
  NoAdjustmentWaits: NoAdjustmentWaits;
  NoAlarm: NoAlarm;
  NoCardIsOut: NoCardIsOut;
  NoCardLeftOver: NoCardLeftOver;
  NoChipsNamed: NoChipsNamed;
  NoCountWaits: NoCountWaits;
  NoCredits: NoCredits;
  NoMoneyHere: NoMoneyHere;
  NoRemedyFollows: NoRemedyFollows;
  NoRole: NoRole;
  NoRoundToReach: NoRoundToReach;
  NoSeatFree: NoSeatFree;
  NoSeatedBet: NoSeatedBet;
  NoShoe: NoShoe;
  NoSuchBox: NoSuchBox;
  NoSuchSlip: NoSuchSlip;
  NoSuchStack: NoSuchStack;
  NoTicketWaiting: NoTicketWaiting;
  NobodyNamed: NobodyNamed;
  NotActing: NotActing;
  NotAsked: NotAsked;
  NotChipsOfTheSet: NotChipsOfTheSet;
  NotForAPerson: NotForAPerson;
  NotForARuling: NotForARuling;
  NotForATimer: NotForATimer;
  NotForThisSender: NotForThisSender;
  NotInThisDocument: NotInThisDocument;
  NotLockedOut: NotLockedOut;
  NotSeated: NotSeated;
  NotTheAcceptor: NotTheAcceptor;
  NotTheDealerOnDuty: NotTheDealerOnDuty;
  NotWithAShuffler: NotWithAShuffler;
  NothingHeld: NothingHeld;
  NothingInExcess: NothingInExcess;
  NothingRead: NothingRead;
  NothingToChange: NothingToChange;
  NothingToHand: NothingToHand;
  NothingToReconstruct: NothingToReconstruct;
  NothingToRepeat: NothingToRepeat;
  NothingToReveal: NothingToReveal;
  NothingWasSent: NothingWasSent;
  OnePersonAsTwo: OnePersonAsTwo;
  OnlyWithAShuffler: OnlyWithAShuffler;
  OppositeBetsNotTaken: OppositeBetsNotTaken;
  OrderNotYours: OrderNotYours;
  OriginDiffers: OriginDiffers;
  OutOfPhase: OutOfPhase;
  PatronInPlace: PatronInPlace;
  PatronKeyUnfit: PatronKeyUnfit;
  PatronUnknown: PatronUnknown;
  PaymentIsRight: PaymentIsRight;
  PersonAlreadyEnrolled: PersonAlreadyEnrolled;
  PersonIsDismissed: PersonIsDismissed;
  PersonNotDismissed: PersonNotDismissed;
  PersonUnknown: PersonUnknown;
  PlaceTaken: PlaceTaken;
  ProfileAlreadyChosen: ProfileAlreadyChosen;
  RankTooLow: RankTooLow;
  ReadingStale: ReadingStale;
  ReadingUnclear: ReadingUnclear;
  ReasonMissing: ReasonMissing;
  ReportedAlready: ReportedAlready;
  ResetOfOneself: ResetOfOneself;
  RevealDoesNotHold: RevealDoesNotHold;
  RoleAlreadyHeld: RoleAlreadyHeld;
  RoleNotHeld: RoleNotHeld;
  RoleTooLow: RoleTooLow;
  RoundIsStale: RoundIsStale;
  RoundMayStillChange: RoundMayStillChange;
  RoundOutOfReach: RoundOutOfReach;
  SamePersonTwice: SamePersonTwice;
  SeatsBelowOne: SeatsBelowOne;
  SensorInPlace: SensorInPlace;
  ShoeInPlay: ShoeInPlay;
  ShoeIsOver: ShoeIsOver;
  ShuffleDoesNotFit: ShuffleDoesNotFit;
  SideBetsNeedAnOriginalBet: SideBetsNeedAnOriginalBet;
  SignatureMissing: SignatureMissing;
  SignedBefore: SignedBefore;
  SlipsOpen: SlipsOpen;
  SourceDiffers: SourceDiffers;
  SqueezeTooLate: SqueezeTooLate;
  StaffSeatPatrons: StaffSeatPatrons;
  StakesAboveCredits: StakesAboveCredits;
  StaleDraw: StaleDraw;
  TableHasNoGame: TableHasNoGame;
  TableNotOpen: TableNotOpen;
  TerminalAlreadyEnrolled: TerminalAlreadyEnrolled;
  TerminalIsDisabled: TerminalIsDisabled;
  TerminalIsRetired: TerminalIsRetired;
  TerminalIsSensor: TerminalIsSensor;
  TerminalUnknown: TerminalUnknown;
  TerminalsMissing: TerminalsMissing;
  TerminalsNotWanted: TerminalsNotWanted;
  TextUnreadable: TextUnreadable;
  TicketAlreadyPaid: TicketAlreadyPaid;
  TicketAmountDiffers: TicketAmountDiffers;
  TicketExpired: TicketExpired;
  TicketIsWaiting: TicketIsWaiting;
  TicketNotOnFile: TicketNotOnFile;
  TicketNumberTaken: TicketNumberTaken;
  TooEarlyToCutOff: TooEarlyToCutOff;
  TooManyReportsWait: TooManyReportsWait;
  TotalsNotAnnounced: TotalsNotAnnounced;
  TotalsNotDue: TotalsNotDue;
  TransferTakenAlready: TransferTakenAlready;
  TrayCannotMake: TrayCannotMake;
  TrayCannotPay: TrayCannotPay;
  UnlockOneself: UnlockOneself;
  WarningsOpen: WarningsOpen;
  WrongKindOfTable: WrongKindOfTable;
}

/** Why a command was not carried out. */
export interface RefusalTold {
  code: string;
  sentence: string;
  clauses: string[];
  fields: Record<string, unknown>;
}

export interface ReinstatePersonWish {
  what: "ReinstatePerson";
  person: string;
}

export interface RejectExcessWish {
  name: "RejectExcess";
}

/** The consequence that the document prescribes for an established fact. */
export type Remedy = "as-they-lie" | "by-the-cards" | "first-decision" | "play-on" | "reconstruct" | "ruling" | "terminals-stand" | "void";

export interface RepayDebtWish {
  name: "RepayDebt";
  terminal: string;
  amount: number;
}

export interface RepeatBetsWish {
  name: "RepeatBets";
}

/** A newer tab of the same terminal has taken over; this one must stay silent. */
export interface Replaced {
  say: "replaced";
  now: number;
}

/** A report of a period. */
export interface ReportAsked {
  report: string;
  since?: string;
  until?: string;
  tables?: string[];
}

/** A column of a report. */
export interface ReportColumn {
  name: string;
  kind: "count" | "instant" | "money" | "number" | "share" | "text";
}

export interface ReportIrregularityWish {
  name: "ReportIrregularity";
  irregularity: Irregularity;
  words: string;
  cards: (Card | null)[] | null;
  extra: (Card | null)[];
  terminals: string[];
  round_number: number | null;
  lasted_ms: number;
  lies: [Card[], Card[]] | null;
  together: (Card | null)[];
}

/** A report, or why there is none. */
export interface ReportOutcome {
  report: ReportTold | null;
  problem: string;
}

export interface ReportThatWaits {
  irregularity: Irregularity;
  reporter: string;
  reported_at: number;
  words: string;
  terminals: string[];
}

/** A figure of a report beside the same figure of the ledger. */
export interface ReportTie {
  figure: string;
  report: string;
  ledger: string;
  transfers: string;
  holds: boolean;
}

/** A report as `punto report --json` writes it. */
export interface ReportTold {
  report: string;
  since: string | null;
  until: string | null;
  tables: string[];
  columns: ReportColumn[];
  rows: (Record<string, string | number | null>)[];
  totals: Record<string, string | number>;
  ties: ReportTie[];
}

export interface Reportable {
  irregularity: Irregularity;
  clause: string;
  remedy: Remedy;
  attested_by: Role | null;
  withdraws_shoe: boolean;
  why_not: WhyNot | null;
  cards: Naming;
  extra: Naming;
  together: boolean;
  terminals: boolean;
  words: boolean;
  late: Late | null;
}

export interface ReportedAlready {
  irregularity: Irregularity;
}

export interface RequestSlipWish {
  name: "RequestSlip";
  kind: SlipKind;
  chips: ([number, number])[];
}

export interface Requirement {
  question: string;
  accepted: (string | number | boolean)[];
}

/** Secrets that were replaced by an invitation. */
export interface Reset {
  at: number;
  by: string[];
}

export interface ResetOfOneself {
  person: string;
}

export interface ResolveCashOutWish {
  name: "ResolveCashOut";
  terminal: string;
  ticket: string;
  came_out: boolean;
}

export interface RestartRoadsWish {
  name: "RestartRoads";
}

/** The result of a bet. */
export type Result = "lost" | "pushed" | "returned" | "won";

export interface RetireShoeWish {
  name: "RetireShoe";
  reason: string;
}

export interface RetireTerminalWish {
  what: "RetireTerminal";
  terminal: string;
}

export interface RevealDoesNotHold {
  shoe_number: number;
  expected: ExpectedOrder;
  decks: number;
}

export interface RevealShoeWish {
  name: "RevealShoe";
  shoe_number: number;
}

export interface RevokeRoleWish {
  what: "RevokeRole";
  person: string;
  role: Role;
}

export interface RoadsShown {
  cells: RoadsWindow;
  if_player: AskRow;
  if_banker: AskRow;
}

export interface RoadsWindow {
  bead: BeadCell[];
  big: BigCell[];
  big_eye: DerivedCell[];
  small: DerivedCell[];
  cockroach: DerivedCell[];
}

/** A position in the casino, in the order of the ladder (R 1.12, R 5.12, M 6.1, M 6.2). */
export type Role = 1 | 2 | 3 | 4 | 5;

export interface RoleAlreadyHeld {
  person: string;
  role: Role;
  held: Role;
}

export interface RoleNotHeld {
  person: string;
  role: Role;
}

export interface RoleTooLow {
  wish: WishName;
  needed: Role;
  held: Role | null;
}

export interface RoundIsStale {
  named: number;
  current: number;
}

/** A round that can be recalled, summarised for a list. */
export interface RoundListed {
  number: number;
  winner: Winner | null;
  void: boolean;
  net: number | null;
}

export interface RoundMayStillChange {
  terminal: string;
  round_number: number;
}

export interface RoundOutOfReach {
  round_number: number;
}

export type RoundResult = [Winner, boolean, boolean, boolean, boolean];

export interface RuleWish {
  name: "Rule";
  verdict: Verdict;
  words: string;
  adjustments: ([string, number])[];
  cards: (Card | null)[] | null;
}

export interface Run {
  side: Side;
  length: number;
}

export interface SamePersonTwice {
  person: string;
}

export interface SeatShown {
  terminal: string;
  link: Link;
  disabled: string;
  has_left: boolean;
  credits: number;
  staked: number;
  reserved: number;
  owed: number;
  stakes: ([string, number])[];
  opposite: boolean;
  ticket: string;
  uncertain: boolean;
}

export interface SeatTerminalWish {
  name: "SeatTerminal";
  terminal: string;
}

export interface Seating {
  patrons_choose: boolean;
  seats: number | null;
}

export interface SeatsBelowOne {
  seats: number;
}

/** A second person at the same screen, who confirms with a PIN. */
export interface SecondPerson {
  person: string;
  pin: string;
}

export interface SeenCards {
  cards: (Card | null)[];
  words: string;
}

/** Whether a sensor can be relied on now. */
export type SensorCondition = "faulty" | "reading" | "silent";

export interface SensorInPlace {
  table: string;
  terminal: string;
}

export interface SensorShown {
  sensor: string;
  condition: SensorCondition;
  silent_since: number | null;
  trouble: string;
  trouble_words: string;
  questions: ReadQuestion[];
}

/** Who a browser is known as. */
export interface SessionTold {
  person: string | null;
  name: string | null;
  roles: number[];
  csrf: string | null;
  terminal: string | null;
  founded: boolean;
  resets: Reset[];
}

export interface SetReadingAsideWish {
  name: "SetReadingAside";
  differences: ReadDifference[];
}

export interface SettleWish {
  name: "Settle";
}

/** The addresses of a game's PAR sheet. */
export interface SheetMade {
  page: string;
  pdf: string;
}

export interface ShoeInPlay {
  shoe_number: number;
}

export interface ShoeIsOver {
  shoe_number: number;
}

export interface ShoeShown {
  number: number;
  decks: number;
  source: CardSource;
  progress: Progress | null;
  cut_card_seen: boolean;
  is_over: boolean;
  commitment: string;
}

/** How the cards of a shoe were shuffled; that they were is part of the record (R 5.3.5). */
export type Shuffle = "by hand" | "by machine" | "virtually";

export interface ShuffleDoesNotFit {
  shuffle: Shuffle;
  source: CardSource;
}

/** One of the two hands; people are patrons and positions are seats, never sides. */
export type Side = "banker" | "player";

export interface SideBetsNeedAnOriginalBet {
}

/** A command by its name; the members come from the rows of the commands. */
export type SideStep = "AnnounceLastRound" | "ChangeDealer" | "CloseTable" | "CountCards" | "NoteCutCard" | "RestartRoads" | "RetireShoe";

/** A name and a password. */
export interface SignIn {
  person: string;
  password: string;
}

export interface SignSlipWish {
  name: "SignSlip";
  number: number;
}

export interface SignatureMissing {
  number: number;
  kind: SlipKind;
}

export interface SignedBefore {
  number: number;
}

export interface SignificantEvent {
  code: string;
  words: string;
  details: ([string, string])[];
  round_number: number;
  by: ActorCase | PatronCase | TimerCase;
  at: number;
  clause: string;
}

/** The result of a simulation. */
export interface Simulated {
  rounds: number;
  shoes: number;
  seconds: number;
  bets: SimulatedBetFigures[];
}

/** A bet in a simulation. */
export interface SimulatedBetFigures {
  bet: string;
  edge: number;
  interval: [number, number];
  exact: number;
}

/** The direction in which the chips of a slip go. */
export type SlipKind = "credit" | "fill";

export interface SlipShown {
  number: number;
  kind: SlipKind;
  chips: ([number, number])[];
  worth: number;
  requested_by: string;
  carrier: string | null;
}

export interface SlipsOpen {
  number: number;
}

export interface SourceDiffers {
  source: CardSource;
  expected: CardSource;
}

export interface SqueezeTooLate {
  side: Side;
}

export interface StaffSeatPatrons {
  wish: WishName;
}

export interface StakeAboveMaximumCase {
  is: "StakeAboveMaximum";
  bet: string;
  stake: number;
  maximum: number;
}

export interface StakeBelowMinimumCase {
  is: "StakeBelowMinimum";
  bet: string;
  stake: number;
  minimum: number;
}

export interface StakeNotPositiveCase {
  is: "StakeNotPositive";
  bet: string;
  stake: number;
}

export interface StakeOffStepCase {
  is: "StakeOffStep";
  bet: string;
  stake: number;
  step: number;
}

export interface StakesAboveCredits {
  total: number;
  credits: number;
}

export interface StaleDraw {
  asked: number;
  dealt: number;
}

/** Whether a patron sits at the box (L 1.20) or bets on a seated patron's box (L 1.21). */
export type Stance = "seated" | "standing";

/** The contents of the start page for this browser. */
export interface StartTold {
  site: string;
  is_demonstration: boolean;
  ways: WayIn[];
}

export interface Statistics {
  tally: Tally;
  void: number;
  wins_on: WinsOn[];
  streak: Run | null;
  longest_player: number;
  longest_banker: number;
}

/** A step that may end an open irregularity, or bring it further. */
export type Step = "attest" | "decline" | "deny reconstruction" | "rule: burn" | "rule: carry" | "rule: established" | "rule: goes on" | "rule: void";

export interface StepInexactCase {
  is: "StepInexact";
  step: number;
  bet: string;
  odds: Odds;
}

/** The result of a study. */
export interface Studied {
  shoes: number;
  rounds: number;
  seconds: number;
  behind: number;
  bets: StudiedBet[];
}

/** A bet in a study: how often it can be beaten, and what that is worth. */
export interface StudiedBet {
  bet: string;
  favourable: number;
  perfect: number;
  perfect_error: number | null;
  counted: number;
  counted_error: number | null;
  grade: "safe" | "slight" | "vulnerable";
  depths: StudiedDepth[];
}

/** The house edges of a bet, over the rounds that begin at this depth of the shoe. */
export interface StudiedDepth {
  gone: number;
  mean: number;
  low: number;
  high: number;
  favourable: number;
}

export interface TableEvents {
  table: string;
  events: SignificantEvent[];
}

export interface TableHasNoGame {
}

/** The effect of a change of limits at one table. */
export interface TableLimitsTold {
  table: string;
  bets: BetLimitsTold[];
  changes: boolean;
  seen: string;
  refusal?: RefusalTold | null;
}

export interface TableNotOpen {
  table: string;
}

export interface TableOnFloor {
  table: string;
  game: Name | null;
  live: boolean;
  self_dealing: boolean;
  halted: string;
  phase: Phase;
  round_number: number;
  dealer: string | null;
  dealer_since: number | null;
  opened_at: number | null;
  seats: number;
  connected: number;
  betting: number;
  at_risk: number;
  liability: number;
  cap: number | null;
  pace: number | null;
  takings: PeriodTakings | null;
  points: WinPoint[];
  concerns: ([Concern, number])[];
}

/** The answer of one table. */
export interface TableOutcome {
  table: string;
  accepted: boolean;
  refusal?: RefusalTold | null;
}

/** The game of a table and its options; the rule document gives the rest. */
export interface TableSetup {
  id: string;
  table: string;
  game: string;
  decks?: number | null;
  minimum: number;
  maximum?: number | null;
  step?: number;
  not_offered?: string[];
  source: "electronic card shuffler" | "keyed shoe" | "shoe that reads" | "virtual shoe";
  self_dealing?: boolean;
  burns_cards?: boolean;
  betting_ms?: number | null;
  pace_ms?: number | null;
  liability_cap?: number | null;
  layout?: LayoutSetup | null;
}

/** A table as anyone in the hall may see it. */
export interface TableTile {
  table: string;
  en: string;
  zh: string;
  is_live: boolean;
  phase: Phase;
  round_number: number;
  closes_at: number | null;
  results: string[];
}

/** A table in summary. */
export interface TableTold {
  table: string;
  game: string;
  phase: Phase;
  round_number: number;
  dealer: string | null;
  self_dealing: boolean;
  live: boolean;
  halted: string;
  waits: boolean;
  work: ([string, number])[];
}

export interface TakeBack {
  box: string;
  patron: string;
  stance: Stance;
  bet: string;
  stake: number;
  back: number;
}

export interface TakeBillWish {
  name: "TakeBill";
  terminal: string;
  amount: number;
  simulated: boolean;
}

export interface TakeCashWish {
  name: "TakeCash";
  terminal: string;
  amount: number;
}

export interface TakeReadingWish {
  name: "TakeReading";
  differences: ReadDifference[];
}

export interface TakeTicketWish {
  name: "TakeTicket";
  terminal: string;
  number: string;
  amount: number;
}

/** The tables of the floor with their takings, the most urgent first. */
export interface TakingsTold {
  now: number;
  period: string;
  tables: TableOnFloor[];
}

export interface Tally {
  banker: number;
  player: number;
  tie: number;
  banker_pairs: number;
  player_pairs: number;
  naturals: number;
}

export interface TerminalAlreadyEnrolled {
  terminal: string;
  place: string;
}

/** The devices of a Player Terminal. */
export interface TerminalDevices {
  acceptor: "none" | "real" | "simulated";
}

export interface TerminalIsDisabled {
  terminal: string;
  reason: string;
}

export interface TerminalIsRetired {
  terminal: string;
}

export interface TerminalIsSensor {
  terminal: string;
  table: string;
}

export interface TerminalStatus {
  terminal: string;
  link: Link;
  disabled: string;
  has_bets: boolean;
  frozen: boolean;
}

/** A Player Terminal of the floor. */
export interface TerminalTold {
  terminal: string;
  place: string;
  retired: boolean;
  reads: string | null;
  table: string | null;
  connected: boolean;
  called_at: number | null;
}

export interface TerminalUnknown {
  terminal: string;
}

export interface TerminalView {
  terminal: string;
  link: Link;
  disabled: string;
  has_left: boolean;
  may_bet: boolean;
  credits: number;
  bets: OwnBet[];
  total_bet: number;
  last_round: OwnRound | null;
  session_net: number;
  rounds_before: number;
  ticket: WaitingTicket | null;
  owed: number;
  simulated_bills: boolean;
}

export interface TerminalsMissing {
  terminals: string[];
}

export interface TerminalsNotWanted {
  irregularity: Irregularity;
  terminals: string[];
}

export interface TextUnreadable {
  subject: string;
  text: string;
}

export interface TicketAlreadyPaid {
  shown: string;
  terminal: string;
  paid_at: number;
}

export interface TicketAmountDiffers {
  shown: string;
  presented: number;
  on_file: number;
}

export interface TicketExpired {
  shown: string;
  expired_at: number;
}

/** The printed content of a ticket; sent only to the terminal that prints it. */
export interface TicketFace {
  say: "ticket";
  now: number;
  id: string;
  number: string;
  amount: number;
  amount_words: string;
  site: string;
  terminal: string;
  issued_at: number;
  expires_at: number;
}

export interface TicketIsWaiting {
  terminal: string;
}

export interface TicketNotOnFile {
  shown: string;
}

export interface TicketNumberTaken {
  number: string;
}

/** The state of a ticket. */
export interface TicketTold {
  number: string;
  state: "expired" | "not on file" | "outstanding" | "paid" | "uncertain" | "waiting";
  amount?: number | null;
  terminal?: string | null;
  issued_at?: number | null;
  expires_at?: number | null;
  paid_terminal?: string | null;
  paid_at?: number | null;
}

/** The tables as they play now, and the tour of a demonstration. */
export interface TilesTold {
  now: number;
  tables: TableTile[];
  tour?: TourTold | null;
}

export interface TimerCase {
  is: "Timer";
  dealer: Actor;
}

export interface TooEarlyToCutOff {
  unanswered: string[];
  cut_off_at: number;
}

export interface TooManyReportsWait {
  waiting: number;
}

export interface TotalsNotAnnounced {
}

export interface TotalsNotDue {
}

/** How far the guided tour of a demonstration is. */
export interface TourTold {
  done: ("audit" | "bet" | "deal" | "find" | "report" | "rule")[];
  person: string;
  pin: string;
  live?: LiveTourTold | null;
}

export interface TransferTakenAlready {
  transfer: string;
}

export interface TrayCannotMake {
  amount: number;
}

export interface TrayCannotPay {
  place: string;
  amount: number;
  missing: number;
  chips: ([number, number])[];
}

export interface TrayRow {
  value: number;
  number: number;
  worth: number;
}

export interface TrayShown {
  open: boolean;
  rows: TrayRow[];
  worth: number;
  to_take: number;
  to_pay: number;
  count: CountWaiting | null;
  slips: SlipShown[];
}

export interface TypeBetsWish {
  name: "TypeBets";
  line: string;
}

/** A fault of a configuration apart from the terms of its game. */
export type Unfit = "cap below nothing" | "in use" | "no policy" | "no time to bet" | "other table" | "other words" | "reading is fixed" | "table is open" | "time below nothing" | "timer without virtual shoe";

export interface UnlockOneself {
  person: string;
}

export interface UnlockPersonWish {
  what: "UnlockPerson";
  person: string;
}

/** The verdicts that a Shift Manager may give on a round. */
export type Verdict = "burn" | "carry" | "established" | "goes on" | "void";

export interface View {
  say: "view";
  now: number;
  version: number;
  public?: PublicPart;
  layout?: LayoutPart;
  board?: BoardPart;
  private?: unknown;
  names?: Record<string, string>;
  halted?: string;
}

export interface VoidSlipWish {
  name: "VoidSlip";
  number: number;
  reason: string;
}

export interface WaitingTicket {
  amount: number;
  number: string;
  uncertain: boolean;
}

export interface WantPositionWish {
  name: "WantPosition";
  terminal: string;
  round_number: number;
  stakes: ([string, number])[];
}

export interface WarningsOpen {
  count: number;
  first: string;
}

export interface Way {
  step: Step;
  brings: Effects;
  before: number | null;
}

/** A screen that this browser can open, or the step to take first. */
export interface WayIn {
  kind: "console" | "display" | "felt" | "lab" | "pit" | "record" | "terminal" | "wall";
  path: string;
  mark?: string;
  person?: string;
  needs?: "" | "enrolment" | "sign-in";
}

/** The identity under which the server knows this connection, and its rights. */
export interface Welcome {
  say: "welcome";
  now: number;
  protocol: number;
  version: string;
  as: "console" | "display" | "pit" | "terminal";
  table: string | null;
  terminal: string | null;
  person: string | null;
  roles: number[];
  tables: string[];
  site: string;
  devices: TerminalDevices;
  node: string;
  called_at: number | null;
}

/** The row of the Table of Play that decided whether a hand draws. */
export type Why = "natural" | "own total" | "player stood" | "player third card";

/** Why an irregularity of the present or last round cannot be reported. */
export type WhyNot = "as drawn" | "no card is out" | "no round to reach" | "not now" | "reported";

export type WinPoint = [number, number, number, number, number];

/** Who won a coup: one of the hands, or neither. */
export type Winner = "banker" | "player" | "tie";

export type WinsOn = [number, number, number, number];

/** A command as a refusal keeps it; the members come from the catalogue. */
export type WishName = "AnnounceLastRound" | "AnnounceTotals" | "AnswerAdjustment" | "AnswerFreeze" | "AnswerPrinter" | "AskAdjustment" | "AskSqueeze" | "Attest" | "BeginClosing" | "BurnCards" | "BuyChips" | "CarrySlip" | "CashOut" | "ChangeChips" | "ChangeDealer" | "ChangeLimits" | "ChangeSeating" | "ChooseOption" | "ClaimWinnings" | "CloseLayout" | "CloseTable" | "ConfigureTable" | "ConfirmFloat" | "CorrectPayment" | "CountCards" | "CountFloat" | "CutOff" | "DealCard" | "Decline" | "DenyReconstruction" | "DisableTerminal" | "EnableTerminal" | "EndOptions" | "HandOver" | "HandPay" | "HandStacks" | "JoinTable" | "LeaveSeat" | "LeaveTable" | "LoadShoe" | "MoveIn" | "MoveOut" | "NoteCutCard" | "OpenBets" | "OpenTable" | "PlaceBets" | "RejectExcess" | "RepayDebt" | "RepeatBets" | "ReportIrregularity" | "ReportLink" | "RequestSlip" | "ResolveCashOut" | "RestartRoads" | "RetireShoe" | "RevealShoe" | "Rule" | "SeatTerminal" | "SetReadingAside" | "Settle" | "SignSlip" | "TakeBill" | "TakeCash" | "TakeReading" | "TakeTicket" | "TypeBets" | "VoidSlip" | "WantPosition";

export interface WrongKindOfTable {
  wish: WishName;
  is_live: boolean;
}

export type ClientMessage = Hello | CommandMessage | AskRecall | AskTicket | Call | AskLobby | Ping;

export type ServerMessage = Welcome | View | Answer | Problem | Recalled | TicketFace | Called | LobbyTold | Replaced | Leave | Pong;

export type PatronWish = SeatTerminalWish | LeaveSeatWish | TakeBillWish | TakeTicketWish | CashOutWish | AnswerPrinterWish | MoveTerminalWish | WantPositionWish | AnswerFreezeWish;

export type ConsoleWish = OpenTableWish | ChangeDealerWish | CloseTableWish | AnnounceLastRoundWish | LoadShoeWish | BurnCardsWish | NoteCutCardWish | CountCardsWish | RetireShoeWish | RevealShoeWish | RestartRoadsWish | OpenBetsWish | BeginClosingWish | CutOffWish | JoinTableWish | LeaveTableWish | PlaceBetsWish | TypeBetsWish | RepeatBetsWish | TakeReadingWish | SetReadingAsideWish | RejectExcessWish | NoMoreBetsWish | HandOverWish | AskSqueezeWish | ChooseOptionWish | EndOptionsWish | ClaimWinningsWish | CountFloatWish | ConfirmFloatWish | RequestSlipWish | CarrySlipWish | SignSlipWish | VoidSlipWish | BuyChipsWish | ChangeChipsWish | HandStacksWish | CorrectPaymentWish | DealCardWish | DrawCardWish | AnnounceTotalsWish | SettleWish | ReportIrregularityWish | AttestWish | DeclineWish | DenyReconstructionWish | RuleWish;

export type PitWish = ChangeLimitsWish | AnnounceLastRoundWish | ChangeSeatingWish | SeatTerminalWish | LeaveSeatWish | DisableTerminalWish | EnableTerminalWish | TakeCashWish | ResolveCashOutWish | HandPayWish | MoveTerminalWish | AskAdjustmentWish | AnswerAdjustmentWish | RepayDebtWish | PlaceBetsWish | TakeReadingWish | SetReadingAsideWish | ClaimWinningsWish | CountFloatWish | ConfirmFloatWish | RequestSlipWish | CarrySlipWish | VoidSlipWish | AttestWish | DeclineWish | DenyReconstructionWish | RuleWish;

export type FloorWish = EnrolPersonWish | DismissPersonWish | ReinstatePersonWish | ChooseProfileWish | GrantRoleWish | RevokeRoleWish | GrantActingRoleWish | EndActingRoleWish | EnrolTerminalWish | EnrolSensorWish | RetireTerminalWish | UnlockPersonWish | CloseAlarmsWish;
