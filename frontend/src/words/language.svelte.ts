/** The language of a page, kept for the next visit. */
import type { Language } from "../connection.ts";
import { perCent } from "../per_cent.ts";
import type { Hands, Name, Side } from "../wire.ts";
import { en, type Words } from "./en.ts";
import { zh } from "./zh.ts";

const KEY = "punto.language";
const WORDS: Record<Language, Words> = { en, zh };

class Speech {
  language: Language = $state(stored());

  get words(): Words {
    return WORDS[this.language];
  }

  name(name: Name): string {
    return name[this.language];
  }

  /** A card in words, such as the Ace of spades. */
  card(card: string): string {
    const [rank = "", suit = ""] = card;
    return this.words.card(this.words.ranks[rank] ?? rank, this.words.suits[suit] ?? suit);
  }

  /** Why a hand drew a third card or stood; nothing where that is not decided yet. */
  judged(hands: Hands, side: Side): string {
    const { cards, judged } = hands[side];
    if (judged === null) return "";
    const first = cards.slice(0, 2).reduce((sum, card) => sum + points(card), 0) % 10;
    const third = hands.player.cards[2];
    return this.words.judged(
      this.words[side],
      judged.draws,
      first,
      judged.why,
      third === undefined ? null : points(third),
    );
  }

  /** Part of a whole in per cent; Chinese sets no space before the sign. */
  perCent(part: number, digits = 4): string {
    const text = perCent(part, digits);
    return this.language === "zh" ? text.replace(" %", "%") : text;
  }

  /** A clause by its number; what stands before all numbers has a name. */
  clause(clause: string): string {
    return clause === "preamble" ? this.words.preamble : clause;
  }

  switch(): void {
    this.language = this.language === "en" ? "zh" : "en";
    localStorage.setItem(KEY, this.language);
    document.documentElement.lang = this.language;
  }
}

function points(card: string): number {
  const rank = card[0] ?? "";
  return rank === "A" ? 1 : "TJQK".includes(rank) ? 0 : Number(rank);
}

function stored(): Language {
  const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem(KEY);
  const language = asked === "zh" ? "zh" : "en";
  document.documentElement.lang = language;
  return language;
}

export const speech = new Speech();

/** Words in both languages, of which a page reads those in its own. */
export function spoken<Words>(en: Words, zh: Words): { readonly words: Words } {
  return {
    get words() {
      return speech.language === "zh" ? zh : en;
    },
  };
}
