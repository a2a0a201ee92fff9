/** What the pit makes of significant events: their kind, how grave they are, and a file of them. */

export const KINDS = [
  "irregularity",
  "money",
  "ticket",
  "round",
  "shoe",
  "table",
  "terminal",
  "connection",
  "people",
] as const;
export type Kind = (typeof KINDS)[number];

export const GRAVITIES = ["grave", "notable", "routine"] as const;
export type Gravity = (typeof GRAVITIES)[number];

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

const GRAVE =
  /^(irregularity\.|round\.|shoe\.|money\.(adjusted|debt_written_off)|ticket\.uncertain|PersonLockedOut|PinFailed|SignInFailed|BringUpOrdered|.*Alarm)/;
const ROUTINE =
  /^(terminal\.link_changed|terminal\.moved|table\.(opened|closed|dealer_changed)|roads\.|SignedIn|SecretsChosen|TerminalAdmitted)/;

/** The kind of an event, by its code; the events of the floor are about people and devices. */
export function kindOf(code: string): Kind {
  if (code === "terminal.link_changed") return "connection";
  const start = code.split(".")[0] ?? "";
  if (start === "roads") return "shoe";
  if ((KINDS as readonly string[]).includes(start)) return start as Kind;
  return /^Terminal/.test(code) ? "terminal" : /^BringUp/.test(code) ? "table" : "people";
}

export function gravityOf(code: string): Gravity {
  return GRAVE.test(code) ? "grave" : ROUTINE.test(code) ? "routine" : "notable";
}

/** A cell that no spreadsheet takes for a formula, quoted where it has to be. */
export function cell(text: string): string {
  const plain = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
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
