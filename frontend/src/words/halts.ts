/** The reasons for a halted table, by the server's message; its details stay untranslated. */
import type { Language } from "../connection.ts";

type Cause = "unwritten" | "broken" | "fault";

const LEADS: [Exclude<Cause, "fault">, string][] = [
  ["unwritten", "the record cannot be written: "],
  ["broken", "the record does not hold: "],
];

const STAFF_ZH: Record<Cause, string> = {
  unwritten: "无法写入记录：",
  broken: "记录核对不符：",
  fault: "程序出错：",
};

const PATRONS: Record<Language, Record<Cause, string>> = {
  en: {
    unwritten: "Its record cannot be written at the moment.",
    broken: "Its record has to be checked.",
    fault: "Something unexpected happened.",
  },
  zh: {
    unwritten: "系统暂时无法保存数据。",
    broken: "系统数据需要核对。",
    fault: "系统出现故障。",
  },
};

const KEPT: Record<Language, string> = {
  en: "Betting is paused. Registered bets are kept, and staff are dealing with it.",
  zh: "目前暂停投注，已确认的投注均予保留，工作人员正在处理。",
};

function causeOf(reason: string): [Cause, string] {
  const known = LEADS.find(([, lead]) => reason.startsWith(lead));
  return known === undefined ? ["fault", reason] : [known[0], reason.slice(known[1].length)];
}

/** For staff: the whole message, because the server's administrator needs it. */
export function haltForStaff(reason: string, language: Language): string {
  if (language === "en") return reason;
  const [cause, details] = causeOf(reason);
  return STAFF_ZH[cause] + details;
}

/** For patrons: the effect on play, without technical details. */
export function haltForPatrons(reason: string, language: Language): string {
  const join = language === "en" ? " " : "";
  return PATRONS[language][causeOf(reason)[0]] + join + KEPT[language];
}
