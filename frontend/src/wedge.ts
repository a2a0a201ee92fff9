/**
 * Cards that come in by the keyboard: a scanner types them like lightning, a person does not.
 * What was typed slowly is a keyed card, which has to be confirmed.
 */

export interface Typed {
  card: string;
  /** Whether no human hand types so fast, so that a scanner has read it. */
  scanned: boolean;
}

const SCANNER_GAP_MS = 60;
const FORGET_MS = 3_000;
const CARD = /^(10|[A2-9TJQK])([SHDC])$/;

/** A card as people and scanners write it: AS, ts, 10H. */
export function parseCard(text: string): string | null {
  const found = CARD.exec(text.trim().toUpperCase());
  return found === null ? null : `${found[1] === "10" ? "T" : found[1]}${found[2]}`;
}

export class Wedge {
  #typed = "";
  #at = 0;
  #fast = true;

  /** One key at a moment. A card when it completes one, "part" when it may be of one, else null. */
  key(key: string, at: number): Typed | "part" | null {
    const gap = at - this.#at;
    if (this.#typed !== "" && gap > FORGET_MS) this.#typed = "";
    if (key === "Enter") {
      const card = parseCard(this.#typed);
      const scanned = this.#fast && gap <= SCANNER_GAP_MS;
      this.#typed = "";
      return card === null ? null : { card, scanned };
    }
    if (key.length !== 1 || !/[0-9a-z]/i.test(key)) {
      if (key !== "Shift") this.#typed = "";
      return null;
    }
    this.#fast = this.#typed === "" ? true : this.#fast && gap <= SCANNER_GAP_MS;
    this.#typed = (this.#typed + key).slice(-3);
    this.#at = at;
    return "part";
  }

  /** What was typed so far, for a screen to show. */
  get typed(): string {
    return this.#typed;
  }
}
