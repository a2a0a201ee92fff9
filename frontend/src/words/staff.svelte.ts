/** The words of the screens of staff, in the language of the page. */
import type { Role } from "../wire.ts";
import { speech } from "./language.svelte.ts";
import { staffEn, type StaffWords } from "./staff_en.ts";
import { staffZh } from "./staff_zh.ts";

class StaffSpeech {
  get words(): StaffWords {
    return speech.language === "zh" ? staffZh : staffEn;
  }

  /** What the operator calls a role; its own word is English, and other languages have theirs. */
  title(role: Role, own: string): string {
    return speech.language === "en" && own !== "" ? own : this.words.roles[role];
  }
}

export const staff = new StaffSpeech();
