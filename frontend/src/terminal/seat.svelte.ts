/** A patron's seat: the table's view, the patron's wishes, and how one follows from the other. */
import { own, slotOf } from "../address.ts";
import type { Beside, LineState, Seen } from "../connection.ts";
import type { Own } from "../lobby/tables.ts";
import { balance, money } from "../money.ts";
import { TableScreen } from "../table_screen.svelte.ts";
import type { Answer, Offer, PatronWish, RefusalTold, TicketFace, Welcome } from "../wire.ts";
import { speech } from "../words/language.svelte.ts";
import { refusalWords } from "../words/refusals.ts";
import {
  doubled,
  misfit,
  type Misfit,
  NOTHING,
  onOffer,
  place,
  type Position,
  positionOf,
  same,
  stakesOf,
  total,
  withStake,
} from "./bets.ts";
import { Sounds } from "./sounds.ts";

const SLOT = slotOf(location.search);
const REPEAT_KEY = SLOT === "" ? "punto.repeat" : `punto.repeat.${SLOT}`;
const SQUEEZE_KEY = "punto.squeeze";
const NOTICE_MS = 6_000;
const LAST_SECONDS = 5;

export class Seat extends TableScreen<"terminal"> {
  wanted = $state.raw<Position>(NOTHING);
  calledAt = $state<number | null>(null);
  chip = $state(0);
  muted = $state(false);
  squeeze = $state(localStorage.getItem(SQUEEZE_KEY) === "yes");
  /** Cards that the patron has turned, as "round:side:place". */
  turned = $state.raw<ReadonlySet<string>>(new Set());
  unanswered = $state(0);

  registered = $derived(positionOf(this.seen.private?.bets ?? []));
  offers = $derived<readonly Offer[]>(this.seen.layout?.offers ?? []);
  mayBet = $derived(
    this.line === "open" && (this.seen.private?.may_bet ?? false) && this.seen.halted === "",
  );
  /** Without credits, stakes or a ticket, the patron can only bring money. */
  isBroke = $derived(
    this.seen.private !== null &&
      this.seen.private.credits === 0 &&
      this.seen.private.total_bet === 0 &&
      this.seen.private.ticket === null,
  );
  readonly sounds = new Sounds();
  #history = $state.raw<readonly Position[]>([]);
  #kept = $state.raw<Repeat | null>(storedRepeat());
  #session = $derived(`${this.seen.public?.table ?? ""}:${this.seen.private?.rounds_before ?? 0}`);
  #previous = $derived<Position>(repeatOf(this.#kept, this.#session));
  #sending = false;
  #froze = 0;
  #isLeaving = false;
  #warnedAt = -1;

  constructor() {
    super("terminal");
    this.muted = this.sounds.muted;
  }

  override start(): () => void {
    this.connect(null);
    return super.start();
  }

  protected override noticeMs(): number {
    return NOTICE_MS;
  }

  protected override lineChanged(state: LineState): void {
    if (this.#isLeaving) return;
    super.lineChanged(state);
    this.#count();
  }

  protected override welcomed(welcome: Welcome): void {
    super.welcomed(welcome);
    this.calledAt = welcome.called_at;
  }

  protected override called(since: number | null): void {
    this.calledAt = since;
  }

  protected override problem(code: string, sentence: string): void {
    // A browser that is not a terminal yet asks to become one.
    if (code === "not_allowed" || code === "not_enrolled") {
      this.#isLeaving = true;
      location.assign(own("/enrol", location.search));
    }
    this.tell(speech.words.problems[code] ?? speech.words.problem(sentence), [], true);
  }

  #count(): void {
    this.unanswered = this.connection?.unanswered ?? 0;
  }

  get terminal(): string {
    return this.seen.private?.terminal ?? this.welcome?.terminal ?? "";
  }

  // What the buttons do.

  place(offer: Offer): void {
    this.#change(place(this.wanted, offer, this.chip));
  }

  remove(offer: Offer): void {
    if (this.wanted.has(offer.bet)) this.#change(withStake(this.wanted, offer.bet, 0));
  }

  get canUndo(): boolean {
    return this.mayBet && this.#history.length > 0;
  }

  get canRepeat(): boolean {
    return this.mayBet && this.wanted.size === 0 && onOffer(this.#previous, this.offers).size > 0;
  }

  get canChange(): boolean {
    return this.mayBet && this.wanted.size > 0;
  }

  undo(): void {
    const before = this.#history.at(-1);
    if (before === undefined || !this.mayBet) return;
    this.#history = this.#history.slice(0, -1);
    this.wanted = before;
    void this.#send();
  }

  clear(): void {
    this.#change(NOTHING);
  }

  repeat(): void {
    this.#change(onOffer(this.#previous, this.offers));
  }

  double(): void {
    this.#change(doubled(this.wanted));
  }

  #change(next: Position): void {
    if (!this.mayBet) {
      this.tell(speech.words.notBettingNow, [], true);
      return;
    }
    const view = this.seen.private;
    const wrong = misfit(next, this.offers, {
      credits: view?.credits ?? 0,
      registered: total(this.registered),
    });
    if (wrong !== null) {
      this.tell(misfitWords(wrong), [], true);
      return;
    }
    this.#history = [...this.#history, this.wanted];
    this.wanted = next;
    this.sounds.play("placed");
    void this.#send();
  }

  /** One position is on its way at a time; what was wanted meanwhile follows as one. */
  async #send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    const round = this.round;
    let asked: Position | null = null;
    while (this.round === round && (asked === null || !same(asked, this.wanted))) {
      asked = this.wanted;
      const answer = await this.#command({
        name: "WantPosition",
        terminal: this.terminal,
        round_number: round,
        stakes: stakesOf(asked, this.offers),
      });
      if (!answer?.accepted) {
        this.wanted = this.registered;
        this.#history = [];
        break;
      }
    }
    this.#sending = false;
    if (this.round !== round) this.wanted = this.registered;
    else if (this.wanted.size > 0 && asked !== null && same(asked, this.wanted))
      this.sounds.play("registered");
    this.#freeze();
  }

  /** Freeze the layout when the bets close, and tell the table. */
  #freeze(): void {
    if (this.phase !== "closing" || this.#sending || this.#froze === this.round) return;
    this.#froze = this.round;
    void this.#command(
      { name: "AnswerFreeze", terminal: this.terminal, round_number: this.round },
      {},
      true,
    );
  }

  /** Send a command to the table; show a refusal. */
  async ask(wish: PatronWish): Promise<Answer | null> {
    return this.#command(wish);
  }

  /** Where this terminal is, and whether its patron may go from there. */
  get whereabouts(): Own {
    const table = this.seen.public?.table ?? null;
    const tile = this.tablesSeen.tiles.find((each) => each.table === table);
    return {
      table,
      hasLeft: this.seen.private?.has_left ?? false,
      mayGo: tile?.patrons_choose ?? false,
    };
  }

  /** Bets in play, or paid so lately that they may still be put right, stay with their table. */
  get isAtRisk(): boolean {
    const over = this.phase === "idle" || this.phase === "closed";
    return !over && (this.seen.private?.total_bet ?? 0) > 0;
  }

  /** Take a seat at a table, with all credits; the wish names the table that it leaves. */
  async sitDown(table: string): Promise<Answer | null> {
    const here = this.whereabouts.table;
    if (here === null) return null;
    const { terminal } = this;
    return table === here
      ? this.#command({ name: "SeatTerminal", terminal }, { table: here })
      : this.#command({ name: "MoveTerminal", terminal, table }, { table: here });
  }

  async leaveSeat(): Promise<Answer | null> {
    const here = this.whereabouts.table;
    if (here === null) return null;
    return this.#command({ name: "LeaveSeat", terminal: this.terminal }, { table: here });
  }

  async #command(wish: PatronWish, beside: Beside = {}, silent = false): Promise<Answer | null> {
    if (this.connection === null) return null;
    const answering = this.connection.command(wish, beside);
    this.#count();
    const answer = await answering;
    this.#count();
    if (!answer.accepted && answer.refusal !== undefined && !silent) this.#refused(answer.refusal);
    return answer;
  }

  #refused(refusal: RefusalTold): void {
    this.sounds.play("refused");
    const words = refusalWords(refusal, speech.language, (bet) => this.nameOfBet(bet));
    this.tell(words ?? speech.words.refusedUnknown(refusal.sentence), refusal.clauses, true);
  }

  /** The ticket that waits for its printer; null where none does any more. */
  ticket(): Promise<TicketFace | null> {
    return this.connection?.ticket() ?? Promise.resolve(null);
  }

  call(wanted: boolean): void {
    this.connection?.call(wanted);
  }

  mute(muted: boolean): void {
    this.sounds.mute(muted);
    this.muted = muted;
  }

  squeezing(on: boolean): void {
    this.squeeze = on;
    localStorage.setItem(SQUEEZE_KEY, on ? "yes" : "no");
  }

  turn(key: string): void {
    this.turned = new Set([...this.turned, key]);
    this.sounds.play("card");
  }

  /** Whether a card still lies face down on this screen, for its patron to turn. */
  isHidden(side: "player" | "banker", index: number): boolean {
    const over = this.phase === "settled" || this.phase === "idle" || this.phase === "betting";
    return (
      this.squeeze &&
      this.registered.size > 0 &&
      !over &&
      !this.turned.has(`${this.round}:${side}:${index}`)
    );
  }

  turnAll(): void {
    const hands = this.seen.public?.hands;
    if (hands === undefined) return;
    const all = (["player", "banker"] as const).flatMap((side) =>
      hands[side].cards.map((_, index) => `${this.round}:${side}:${index}`),
    );
    this.turned = new Set([...this.turned, ...all]);
    this.sounds.play("card");
  }

  get hasHidden(): boolean {
    const hands = this.seen.public?.hands;
    if (hands === undefined) return false;
    return (["player", "banker"] as const).some((side) =>
      hands[side].cards.some((_, index) => this.isHidden(side, index)),
    );
  }

  // What the table says.

  protected override look(seen: Seen<"terminal">): void {
    const before = this.seen;
    super.look(seen);
    // Messages about an earlier round, or from before more money came in, are out of date.
    const isNewTable = before.public?.table !== seen.public?.table;
    const isNewRound = isNewTable || before.public?.round_number !== seen.public?.round_number;
    if (isNewTable) [this.#froze, this.chip] = [0, 0];
    if (isNewRound || (seen.private?.credits ?? 0) > (before.private?.credits ?? 0)) this.dismiss();
    if (isNewRound) {
      this.#history = [];
      this.turned = new Set();
    }
    if (before.private !== seen.private && !this.#sending) this.wanted = this.registered;
    if (this.chip === 0 && seen.layout !== null) this.chip = firstChip(seen.layout.offers);
    this.#sound(before, seen);
    if (this.phase === "closing") this.#remember();
    this.#freeze();
  }

  #remember(): void {
    if (this.registered.size === 0) return;
    this.#kept = { session: this.#session, stakes: [...this.registered] };
    localStorage.setItem(REPEAT_KEY, JSON.stringify(this.#kept));
  }

  #sound(before: Seen<"terminal">, seen: Seen<"terminal">): void {
    if (before.public === null || seen.public === null) return;
    const words = speech.words;
    if (before.public.phase !== seen.public.phase) {
      if (seen.public.phase === "betting") {
        this.sounds.play("opening");
        this.sounds.say(
          speech.language === "zh" ? words.openingAside : seen.public.notice,
          speech.language,
        );
      } else if (seen.public.phase === "closing") {
        this.sounds.play("closing");
        this.sounds.say(
          speech.language === "zh" ? words.closingAside : seen.public.notice,
          speech.language,
        );
      } else if (seen.public.phase === "settled" && this.wonThisRound) {
        this.sounds.play("won");
      }
    }
    const cards = (shown: typeof seen) =>
      (shown.public?.hands.player.cards.length ?? 0) +
      (shown.public?.hands.banker.cards.length ?? 0);
    if (cards(seen) > cards(before)) this.sounds.play("card");
  }

  /** Only a return above the stake is something to celebrate. */
  get wonThisRound(): boolean {
    const own = this.seen.private?.last_round;
    return own != null && own.number === this.round && own.exceeds_stake;
  }

  protected override tick(): void {
    super.tick();
    const left = this.secondsLeft;
    if (left !== null && left > 0 && left <= LAST_SECONDS && left !== this.#warnedAt)
      this.sounds.play("lastSeconds");
    this.#warnedAt = left ?? -1;
  }
}

function firstChip(offers: readonly Offer[]): number {
  return Math.min(...offers.filter((offer) => offer.hand !== null).map((offer) => offer.minimum));
}

function misfitWords(wrong: Misfit): string {
  switch (wrong.kind) {
    case "maximum":
      return speech.words.misfitMaximum(money(wrong.maximum));
    case "minimum":
      return speech.words.misfitMinimum(money(wrong.minimum));
    case "credits":
      return speech.words.misfitCredits(balance(wrong.short));
  }
}

/** The last bets of the present patron; after a cash-out there are none to repeat. */
interface Repeat {
  session: string;
  stakes: [string, number][];
}

function storedRepeat(): Repeat | null {
  const kept = JSON.parse(localStorage.getItem(REPEAT_KEY) ?? "null") as
    Repeat | [string, number][] | null;
  return kept === null || Array.isArray(kept) ? null : kept;
}

function repeatOf(kept: Repeat | null, session: string): Position {
  return kept === null || kept.session !== session ? NOTHING : new Map(kept.stakes);
}
