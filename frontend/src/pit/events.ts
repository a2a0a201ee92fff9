/** What the pit makes of significant events: their kind, how grave they are, and a file of them. */
import { NEWS, type News } from "../words/messages_en.ts";

export { SEVERITIES as GRAVITIES, TOPICS as KINDS } from "../words/messages_en.ts";
export type Kind = News["topic"];
export type Gravity = News["severity"];

/** An event of a table or of the floor, in words. */
export interface EventRow {
  at: number;
  table: string;
  round: number;
  code: string;
  title: string;
  detail: string;
  who: string;
  clause: string;
}

/** The kind of an event, by its code. */
export function kindOf(code: string): Kind {
  return NEWS[code]?.topic ?? "people";
}

export function gravityOf(code: string): Gravity {
  return NEWS[code]?.severity ?? "notable";
}

/** Where a spreadsheet would begin a formula, also after a semicolon that it may cut the text at. */
const FORMULA = /(?:^|(?<=[;\t\r\n]))(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g;

/** A cell that no spreadsheet takes for a formula, quoted where it has to be. */
export function cell(text: string): string {
  const plain = text.replace(FORMULA, "'");
  return /[",\r\n;]/.test(plain) || plain !== text ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The events as a CSV file, with a heading; a mark at its start lets spreadsheets read 中文. */
export function csvOf(heading: readonly string[], rows: readonly EventRow[]): string {
  const lines = rows.map((row) => [
    new Date(row.at).toISOString(),
    row.table,
    row.round === 0 ? "" : String(row.round),
    row.title,
    row.detail,
    row.who,
    row.clause,
  ]);
  return (
    "\ufeff" + [heading, ...lines].map((line) => line.map(cell).join(",")).join("\r\n") + "\r\n"
  );
}
