/**
 * How long a screen waits for a server that was asked something and says nothing.
 *
 * It has no timer of its own: it gets each event with its time, and returns what is due.
 */

/** After so long without a word the server is asked whether it is there. */
const QUIET_MS = 700;
/** At least so often, too: the clocks are compared, and the server hears that the screen is there. */
const ASK_EVERY_MS = 5_000;
/** After this time without any answer, another server is tried; the present line stays open. */
const DOUBT_MS = 600;
/** Not all at once, for a thousand screens may doubt the same server. */
const DOUBT_JITTER_MS = 200;
/** A server that takes long for its answers is busy, and more lines would make it busier. */
const SLOW_FACTOR = 3;
const LONGEST_DOUBT_MS = 5_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** A look that comes later than this was late itself: the screen slept, and heard nothing for that reason. */
const LONGEST_LOOK_MS = 250;
/** A line that is silent for this long is dead, even if neither end closed it. */
export const SILENCE_MS = 7_000;

export type Due = "nothing" | "ask" | "try elsewhere" | "give up";

export class Patience {
  #random: () => number;
  #jitter = 0;
  #heardAt = 0;
  /** How long a question since then has been open, as far as this screen was awake; null for none. */
  #waited: number | null = null;
  #lookedAt = 0;
  #pingedAt = Number.NEGATIVE_INFINITY;
  #trip = 0;
  #pause = FIRST_PAUSE_MS;
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** A new line begins, with a word from the server. */
  begin(now: number): void {
    this.#trip = 0;
    this.#jitter = this.#random() * DOUBT_JITTER_MS;
    this.#pause = FIRST_PAUSE_MS;
    this.#notBefore = this.#pingedAt = Number.NEGATIVE_INFINITY;
    this.heard(now);
  }

  heard(now: number): void {
    this.#heardAt = now;
    this.#waited = null;
  }

  asked(now: number): void {
    if (this.#waited !== null) return;
    this.#waited = 0;
    this.#lookedAt = now;
  }

  pinged(now: number): void {
    this.#pingedAt = now;
    this.asked(now);
  }

  /** A question was answered after so long. */
  answered(trip: number): void {
    this.#trip = trip;
    if (trip < QUIET_MS) this.#pause = FIRST_PAUSE_MS;
  }

  /** Another server was of no help, or the first one spoke after all: wait longer before the next try. */
  triedInVain(now: number): void {
    this.#notBefore = now + this.#pause * (0.5 + this.#random());
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  due(now: number): Due {
    if (now - this.#heardAt > SILENCE_MS) return "give up";
    if (this.#waited === null)
      return now - this.#heardAt >= QUIET_MS || now - this.#pingedAt >= ASK_EVERY_MS
        ? "ask"
        : "nothing";
    this.#waited += Math.min(now - this.#lookedAt, LONGEST_LOOK_MS);
    this.#lookedAt = now;
    const slow = Math.min(SLOW_FACTOR * this.#trip, LONGEST_DOUBT_MS);
    const doubt = Math.max(DOUBT_MS, slow) + this.#jitter;
    return this.#waited >= doubt && now >= this.#notBefore ? "try elsewhere" : "nothing";
  }
}
