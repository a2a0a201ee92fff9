/** Why a table stands still, by what the server says it saw; the details stay in its own words. */
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
    unwritten: "目前无法写入记录。",
    broken: "记录需要核对。",
    fault: "发生了意外情况。",
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

/** For staff: all of it, since whoever looks after the server needs it. */
export function haltForStaff(reason: string, language: Language): string {
  if (language === "en") return reason;
  const [cause, details] = causeOf(reason);
  return STAFF_ZH[cause] + details;
}

/** For a patron: what it means, and nothing of streams and chains. */
export function haltForPatrons(reason: string, language: Language): string {
  const join = language === "en" ? " " : "";
  return PATRONS[language][causeOf(reason)[0]] + join + KEPT[language];
}
