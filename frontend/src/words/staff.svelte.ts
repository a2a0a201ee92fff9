/** The words of the screens of staff, in the language of the page. */
import type { Role } from "../wire.ts";
import { speech } from "./language.svelte.ts";
import { staffEn, type StaffWords } from "./staff_en.ts";
import { staffZh } from "./staff_zh.ts";

class StaffSpeech {
  get words(): StaffWords {
    return speech.language === "zh" ? staffZh : staffEn;
  }

  /** The title of a role: the operator's own, which is English, or the plain one. */
  title(role: Role, own: readonly (readonly [Role, string])[] = []): string {
    const [, title] = own.find(([each]) => each === role) ?? [];
    return (speech.language === "en" ? title : undefined) ?? this.words.roles[role];
  }
}

export const staff = new StaffSpeech();
