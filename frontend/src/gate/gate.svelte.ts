/** Words and troubles of the pages before sign-in. */
import { Trouble } from "../api.ts";
import { gateEn, gateZh, type GateWords } from "../words/gate_words.ts";
import { speech } from "../words/language.svelte.ts";
import { staff } from "../words/staff.svelte.ts";

class Gate {
  get words(): GateWords {
    return speech.language === "zh" ? gateZh : gateEn;
  }

  /** What went wrong, for a person; a fault of ours is thrown on. */
  told(trouble: unknown): string {
    if (!(trouble instanceof Trouble)) throw trouble;
    return staff.words.problems[trouble.code] ?? trouble.message;
  }
}

export const gate = new Gate();
