/** Cards from a scanner or typed in: the part of the page that asked for them last gets them. */
import { parseCard, type Typed, Wedge } from "../wedge.ts";

type Taker = (typed: Typed) => void;
/** Takes typed text; returns whether it did. */
type Line = (event: KeyboardEvent) => boolean;

class CardsIn {
  #takers: Taker[] = [];
  #line: Line | null = null;
  #wedge = new Wedge();
  /** What was typed of a card so far. */
  typed = $state("");
  /** The last entry that is not a card; the page shows it until the next key. */
  unread = $state("");
  /** Whether what was typed is a whole card, which waits for Enter. */
  isWhole = $derived(parseCard(this.typed) !== null);

  /** Take cards until the returned function is called. */
  take(taker: Taker): () => void {
    this.#takers.push(taker);
    return () => {
      this.#takers = this.#takers.filter((each) => each !== taker);
    };
  }

  /** Send keys typed outside other fields to a line, until the returned function is called. */
  giveWay(line: Line): () => void {
    this.#line = line;
    return () => {
      if (this.#line === line) this.#line = null;
    };
  }

  /** A card that was typed elsewhere, as if it had been typed here. */
  give(card: string): void {
    this.#takers.at(-1)?.({ card, scanned: false });
  }

  /** A key of the page; whether it was the end of a card, so that no button hears it. */
  key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement | null;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target?.matches("input:not([type=radio]):not([type=checkbox]), textarea, select")) return;
    this.unread = "";
    if (this.#line?.(event) === true) return;
    const heard = this.#wedge.key(event.key, event.timeStamp);
    this.typed = this.#wedge.typed;
    if (heard === null || heard === "part") return;
    if ("unread" in heard) {
      this.unread = heard.unread.toUpperCase();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.#takers.at(-1)?.(heard);
  }
}

export const cardsIn = new CardsIn();
