/**
 * Cards that come in by the keyboard: a scanner types them like lightning, a person does not.
 * What was typed slowly is a keyed card, which has to be confirmed.
 *
 * A card that was typed stays, and is shown, until Enter takes it or Escape clears it: whatever a
 * Dealer has typed is either taken, or said to be no card.
 */

export interface Typed {
  card: string;
  /** Whether no human hand types so fast, so that a scanner has read it. */
  scanned: boolean;
}

/** What was entered and is not a card. */
export interface Unread {
  unread: string;
}

const SCANNER_GAP_MS = 60;
const STALE_MS = 3_000;
const LONGEST = 12;
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

  /** One key at a moment: what Enter has completed, "part" when what was typed has changed, else null. */
  key(key: string, at: number): Typed | Unread | "part" | null {
    const gap = at - this.#at;
    if (key === "Enter") return this.#entered(gap);
    if (key === "Shift" || key === " ") return null;
    if (key === "Backspace") return this.#changed(this.#typed.slice(0, -1));
    if (key.length !== 1 || !/[0-9a-z]/i.test(key)) {
      // Keys that move the focus discard an incomplete card; Escape also clears a whole one.
      return key === "Escape" || parseCard(this.#typed) === null ? this.#changed("") : null;
    }
    // An abandoned first character does not spoil the next card.
    if (gap > STALE_MS && !isWhole(this.#typed) && !isBegun(this.#typed + key)) this.#typed = "";
    this.#fast = this.#typed === "" ? true : this.#fast && gap <= SCANNER_GAP_MS;
    this.#at = at;
    return this.#changed((this.#typed + key).slice(-LONGEST));
  }

  /** What was typed so far, for a screen to show. */
  get typed(): string {
    return this.#typed;
  }

  #entered(gap: number): Typed | Unread | null {
    const text = this.#typed;
    this.#typed = "";
    if (text === "") return null;
    const card = parseCard(text);
    return card === null
      ? { unread: text }
      : { card, scanned: this.#fast && gap <= SCANNER_GAP_MS };
  }

  #changed(typed: string): "part" | null {
    if (typed === this.#typed) return null;
    this.#typed = typed;
    return "part";
  }
}

const isWhole = (text: string) => parseCard(text) !== null;
const isBegun = (text: string) => isWhole(text) || /^(1|10|[A2-9TJQK])$/i.test(text);
