/** The words of the pit, in the language of the page. */
import { speech } from "./language.svelte.ts";
import { pitEn, type PitWords } from "./pit_en.ts";
import { pitZh } from "./pit_zh.ts";

class PitSpeech {
  get words(): PitWords {
    return speech.language === "zh" ? pitZh : pitEn;
  }
}

export const pit = new PitSpeech();
