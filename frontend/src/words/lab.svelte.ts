/** The words of the lab, in the language of the page. */
import { speech } from "./language.svelte.ts";
import { labEn, type LabWords, labZh } from "./lab_words.ts";

class LabSpeech {
  get words(): LabWords {
    return speech.language === "zh" ? labZh : labEn;
  }
}

export const labWords = new LabSpeech();
