/** What has left a shoe: how many of each card, and the same as text. */

export const RANKS = [..."A23456789TJQK"];
export const SUITS = [..."SHDC"];
export const CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

/** A coup may take six cards, so as many have to be left. */
export const LEAST = 6;

export type Gone = Readonly<Record<string, number>>;

export function goneCount(gone: Gone): number {
  return Object.values(gone).reduce((sum, count) => sum + count, 0);
}

export function leftOf(card: string, gone: Gone, decks: number): number {
  return decks - (gone[card] ?? 0);
}

/** Take one more card out, unless none is left or a coup would lack cards. */
export function taken(gone: Gone, card: string, decks: number): Gone {
  const isLast = 52 * decks - goneCount(gone) <= LEAST;
  return leftOf(card, gone, decks) === 0 || isLast
    ? gone
    : { ...gone, [card]: (gone[card] ?? 0) + 1 };
}

export function putBack(gone: Gone, card: string): Gone {
  const count = gone[card] ?? 0;
  if (count === 0) return gone;
  const { [card]: _, ...others } = gone;
  return count === 1 ? others : { ...others, [card]: count - 1 };
}

/** As `punto odds --without` has it: every card as often as it is gone. */
export function written(gone: Gone): string {
  return CARDS.flatMap((card) => Array<string>(gone[card] ?? 0).fill(card)).join(" ");
}

/** Read typed cards, or return the first word that is not a card. */
export function read(text: string, decks: number): { gone: Gone } | { wrong: string } {
  const gone: Record<string, number> = {};
  for (const word of text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((each) => each !== "")) {
    const card = word.replace(/^10/, "T");
    if (!CARDS.includes(card) || (gone[card] ?? 0) >= decks) return { wrong: word };
    gone[card] = (gone[card] ?? 0) + 1;
  }
  return 52 * decks - goneCount(gone) < LEAST ? { wrong: "…" } : { gone };
}

/** Those that are still possible with fewer decks. */
export function within(gone: Gone, decks: number): Gone {
  return Object.fromEntries(
    Object.entries(gone).map(([card, count]) => [card, Math.min(count, decks)]),
  );
}
