/** The words of the floor's tables and their takings, in the language of the page. */
import { floorEn, type FloorWords } from "./floor_en.ts";
import { floorZh } from "./floor_zh.ts";
import { speech } from "./language.svelte.ts";

class FloorSpeech {
  get words(): FloorWords {
    return speech.language === "zh" ? floorZh : floorEn;
  }
}

export const floorWords = new FloorSpeech();
