/** Bets as a Dealer enters them by touch: shown at once, and sent to the table one after another. */
import type { Station } from "../staff/station.svelte.ts";
import type { Answer, ConsoleWish, Felt } from "../wire.ts";
import {
  differing,
  isAt,
  newKey,
  type Position,
  positionOf,
  seatedAt,
  stakeOn,
  type Stakes,
  withStake,
} from "./positions.ts";

/** A stake that was picked up, to be lowered, moved or withdrawn. */
export interface Picked {
  patron: string;
  box: string;
  bet: string;
}

const PATIENCE_MS = 15;
/** How long what was sent is shown as it was sent, until the table shows it itself. */
const ECHO_MS = 400;

export class BetEntry {
  readonly station: Station<"console">;
  /** The value of the chip that a tap lays down. */
  chip = $state(0);
  box = $state<string | null>(null);
  /** The patron whose chips a tap lays; without one it is the patron who sits at the box. */
  patron = $state<string | null>(null);
  /** Whether a tap takes a chip off. */
  takesOff = $state(false);
  picked = $state.raw<Picked | null>(null);
  moving = $state(false);
  winsOnOpen = $state(false);
  /** Whether the Dealer is choosing a standing patron for the box. */
  addsStanding = $state(false);

  #wanted = $state.raw<readonly Position[]>([]);
  #before: (readonly Position[])[] = [];
  #undoable = $state(0);
  #sending = false;

  constructor(station: Station<"console">) {
    this.station = station;
  }

  get felt(): Felt | null {
    return this.station.view?.felt ?? null;
  }

  /** The chips on the layout, and those on their way there. */
  positions = $derived.by<readonly Position[]>(() => {
    const known = (this.felt?.places ?? []).map(positionOf);
    const wanted = this.#wanted;
    return [...known.filter((each) => !wanted.some(isAt(each.patron, each.box))), ...wanted];
  });

  get canUndo(): boolean {
    return this.#undoable > 0;
  }

  get isOpen(): boolean {
    return this.station.phase === "betting" && this.station.seen.halted === "";
  }

  /** The chip of a tap: the chosen one, or the smallest that meets the table's minimum. */
  get chipValue(): number {
    if (this.chip !== 0) return this.chip;
    const felt = this.felt;
    const values = (felt?.layout.chips ?? []).map(({ value }) => value).toReversed();
    return values.find((value) => value >= (felt?.layout.limits.minimum ?? 0)) ?? values[0] ?? 0;
  }

  choose(box: string, patron: string | null = null): void {
    this.winsOnOpen = false;
    this.addsStanding = false;
    this.box = box;
    this.patron = patron;
    this.picked = null;
  }

  /** A tap on a spot: a chip more, a chip less, or the place that a picked stake moves to. */
  tap(box: string, bet: string): void {
    if (this.moving && this.picked !== null) {
      this.#move(this.picked, box, bet);
      return;
    }
    if (this.box !== box) this.choose(box);
    if (!this.isOpen) return;
    const patron = this.patron ?? this.#own(box);
    const stakes = this.#stakes(patron, box);
    const change = this.takesOff ? -this.chipValue : this.chipValue;
    this.remember();
    this.lay(patron, box, withStake(stakes, bet, stakeOn(stakes, bet) + change));
  }

  lower(): void {
    const picked = this.picked;
    if (picked === null) return;
    const stakes = this.#stakes(picked.patron, picked.box);
    const left = stakeOn(stakes, picked.bet) - this.chipValue;
    this.remember();
    this.lay(picked.patron, picked.box, withStake(stakes, picked.bet, left));
    if (left <= 0) this.picked = null;
  }

  withdraw(): void {
    const picked = this.picked;
    if (picked === null) return;
    this.remember();
    const stakes = this.#stakes(picked.patron, picked.box);
    this.lay(picked.patron, picked.box, withStake(stakes, picked.bet, 0));
    this.picked = null;
  }

  markOnBehalf(place: Position, onBehalf: boolean): void {
    this.lay(place.patron, place.box, place.stakes, onBehalf);
  }

  /** Bets that were typed as a line; the table takes it whole, or says where it is wrong. */
  type(line: string): Promise<Answer | null> {
    this.remember();
    return this.ask({ name: "TypeBets", line });
  }

  /** Lay the bets of the round before once more. */
  repeat(): void {
    if (!this.isOpen || this.felt?.can_repeat !== true) return;
    this.remember();
    void this.ask({ name: "RepeatBets" });
  }

  /** A standing patron, or a new one, whose chips are laid next in the chosen box. */
  standing(patron: string | null): void {
    const felt = this.felt;
    if (felt === null || this.box === null) return;
    this.patron = patron ?? newKey(felt.patrons, this.box, this.station.round);
    this.addsStanding = false;
    this.picked = null;
  }

  /** Keep the layout as it is, so that the next step can be undone. */
  remember(): void {
    this.#before.push(this.positions);
    this.#undoable = this.#before.length;
  }

  undo(): void {
    const before = this.#before.pop();
    this.#undoable = this.#before.length;
    if (before === undefined || !this.isOpen) return;
    for (const { place, stakes } of differing(this.positions, before))
      this.lay(place.patron, place.box, stakes, place.onBehalf);
  }

  /** Forget what belonged to the phase before. */
  forget(): void {
    this.#before = [];
    this.#undoable = 0;
    this.#wanted = [];
    this.picked = null;
    this.box = null;
    this.winsOnOpen = false;
    this.addsStanding = false;
    this.moving = false;
    this.takesOff = false;
    this.patron = null;
  }

  /** Want a whole position; the newest is sent as soon as the one before is answered. */
  lay(patron: string, box: string, stakes: Stakes, onBehalf?: boolean): void {
    const before = this.positions.find(isAt(patron, box));
    const seated = this.felt?.patrons.find((each) => each.patron === patron)?.box;
    const wanted: Position = {
      patron,
      box,
      stance:
        before?.stance ??
        (seated === box || this.#seat(box, patron) !== null ? "seated" : "standing"),
      onBehalf: onBehalf ?? before?.onBehalf ?? false,
      stakes,
    };
    this.#wanted = [...this.#wanted.filter((each) => !isAt(patron, box)(each)), wanted];
    void this.#send();
  }

  /** Send another wish, after the one on its way. */
  async ask(wish: ConsoleWish): Promise<Answer | null> {
    while (this.station.busy) await pause(PATIENCE_MS);
    return this.station.ask(wish);
  }

  #own(box: string): string {
    const patrons = this.felt?.patrons ?? [];
    const coming = this.#wanted.find((each) => each.box === box && each.stance === "seated");
    return seatedAt(patrons, box) ?? coming?.patron ?? newKey(patrons, box, this.station.round);
  }

  #stakes(patron: string, box: string): Stakes {
    return this.positions.find(isAt(patron, box))?.stakes ?? [];
  }

  #move({ patron, box, bet }: Picked, to: string, onto: string): void {
    this.moving = false;
    this.picked = null;
    const from = this.#stakes(patron, box);
    const stake = stakeOn(from, bet);
    this.remember();
    if (box === to) {
      const left = withStake(from, bet, 0);
      this.lay(patron, box, withStake(left, onto, stakeOn(left, onto) + stake));
      return;
    }
    const there = this.#stakes(patron, to);
    // First where it goes: if that is refused, it stays where it was.
    this.lay(patron, to, withStake(there, onto, stakeOn(there, onto) + stake));
    this.lay(patron, box, withStake(from, bet, 0));
  }

  /** The box at which a patron who comes now would sit: a free one. */
  #seat(box: string, patron: string): string | null {
    const felt = this.felt;
    const known = felt?.patrons.some((each) => each.patron === patron && each.is_here) ?? false;
    if (felt === null || known || seatedAt(felt.patrons, box) !== null) return null;
    return this.patron === patron && this.positions.some((each) => each.box === box) ? null : box;
  }

  async #send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    const sent = new Set<Position>();
    for (let next = this.#unsent(sent); next !== undefined; next = this.#unsent(sent)) {
      sent.add(next);
      if (!(await this.#sendOne(next))) {
        this.#wanted = [];
        break;
      }
      const done = next;
      setTimeout(() => {
        this.#wanted = this.#wanted.filter((each) => each !== done);
      }, ECHO_MS);
    }
    this.#sending = false;
  }

  #unsent(sent: ReadonlySet<Position>): Position | undefined {
    return this.#wanted.find((each) => !sent.has(each));
  }

  async #sendOne({ patron, box, stakes, onBehalf }: Position): Promise<boolean> {
    const known = this.felt?.patrons.some((each) => each.patron === patron && each.is_here);
    if (known !== true) {
      const seat = this.#seat(box, patron);
      const joined = await this.ask({ name: "JoinTable", patron, box: seat });
      if (joined?.accepted !== true) return false;
    }
    const placed = await this.ask({
      name: "PlaceBets",
      patron,
      box,
      stakes: [...stakes],
      on_behalf: onBehalf,
    });
    return placed?.accepted ?? false;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
