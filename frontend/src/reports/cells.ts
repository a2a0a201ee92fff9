/** The cells of a report and the titles of events, as people read them. */
import type { EventFound, ReportColumn, ReportTold, Role } from "../wire.ts";
import { speech } from "../words/language.svelte.ts";
import { FACTS_ZH } from "../words/messages_zh.ts";
import { pit } from "../words/pit.svelte.ts";
import { reportsWords } from "../words/reports.svelte.ts";
import { COLUMNS_ZH, ORDINARY_ZH, VALUES_ZH } from "../words/reports_zh.ts";
import { staff } from "../words/staff.svelte.ts";

type Value = string | number | null | undefined;

const isChinese = () => speech.language === "zh";

const NUMERIC = new Set<ReportColumn["kind"]>(["number", "count", "money", "share"]);
const PEOPLE = new Set(["dealer", "reported_by", "declined_by", "attested_by", "ruled_by"]);

export const isNumeric = (column: ReportColumn) => NUMERIC.has(column.kind);

/** Columns with anything in them; a column of zeros says nothing, and the file has them all. */
export function columnsShown(report: ReportTold): ReportColumn[] {
  return report.columns.filter(
    (column, index) => index === 0 || report.rows.some((row) => !isEmpty(row[column.name])),
  );
}

function isEmpty(value: Value): boolean {
  return value == null || value === "" || value === 0 || value === "0.00";
}

export function columnWords(name: string): string {
  const words = (isChinese() ? COLUMNS_ZH[name] : undefined) ?? name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Money with thousands set apart, as amounts are written on all screens. */
export function amount(text: string): string {
  return text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ",").replace("-", "−");
}

export function cellWords(
  column: ReportColumn,
  value: Value,
  nameOf: (person: string) => string,
): string {
  if (value == null) return "";
  if (column.kind === "money") return amount(String(value));
  if (column.kind === "instant") return momentWords(String(value));
  if (column.kind === "share") return speech.perCent(Number(value), 2);
  if (column.kind === "count") return Number(value).toLocaleString("en-GB");
  const text = String(value);
  if (PEOPLE.has(column.name)) return nameOf(text);
  if (column.name === "irregularity")
    return speech.words.irregularities[text as keyof typeof speech.words.irregularities] ?? text;
  return (isChinese() ? VALUES_ZH[text] : undefined) ?? text;
}

export function momentWords(moment: string | number): string {
  const date = new Date(moment);
  return isNaN(date.getTime())
    ? String(moment)
    : date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
}

/** The title of an event; an ordinary one is named by its kind. */
export function eventTitle(code: string, isNews: boolean): string {
  const title = isNews ? pit.words.codes[code] : undefined;
  if (title !== undefined) return title;
  if (isChinese()) return FACTS_ZH[code] ?? ORDINARY_ZH[code] ?? code;
  const plain = code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

export function whoActed(event: EventFound, nameOf: (person: string) => string): string {
  const words = reportsWords.words;
  if (event.terminal !== "") return event.terminal;
  if (event.person === "") return words.system;
  const name = nameOf(event.person);
  if (event.timer) return words.timer(name);
  return `${name}${isChinese() ? "，" : ", "}${staff.title(event.role as Role)}`;
}
