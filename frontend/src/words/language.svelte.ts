/** The language of a page, kept for the next visit. */
import type { Language } from "../connection.ts";
import type { Name } from "../wire.ts";
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

function stored(): Language {
  const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem(KEY);
  const language = asked === "zh" ? "zh" : "en";
  document.documentElement.lang = language;
  return language;
}

export const speech = new Speech();
