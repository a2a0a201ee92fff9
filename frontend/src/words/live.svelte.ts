/** The words of a live table's felt, in the language of the page. */
import { speech } from "./language.svelte.ts";
import { liveEn, type LiveWords } from "./live_en.ts";
import { liveZh } from "./live_zh.ts";

class LiveSpeech {
  get words(): LiveWords {
    return speech.language === "zh" ? liveZh : liveEn;
  }
}

export const live = new LiveSpeech();
