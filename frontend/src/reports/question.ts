/** What the address asks for: a report or a search, whole, so that a link gives the same result. */
import type { EventsAsked, ReportAsked } from "../wire.ts";

export const REPORTS = [
  "shift",
  "rounds",
  "shoes",
  "dealers",
  "terminals",
  "tickets",
  "funds-held",
  "incomplete-rounds",
  "floats",
  "irregularities",
  "matters",
  "opposite-bets",
] as const;
export type ReportName = (typeof REPORTS)[number];

export interface Period {
  since: string;
  until: string;
}

const HOUR_MS = 3_600_000;
const two = (number: number) => String(Math.trunc(number)).padStart(2, "0");

/** A moment with the offset of this machine's zone, to the minute. */
export function written(moment: Date): string {
  const offset = -moment.getTimezoneOffset();
  const away = Math.abs(offset);
  return `${field(moment)}${offset < 0 ? "-" : "+"}${two(away / 60)}:${two(away % 60)}`;
}

/** The same as a field for date and time has it, by the clock of this machine. */
export function field(moment: Date): string {
  const date = `${String(moment.getFullYear()).padStart(4, "0")}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** The content of a field as a parameter of an address; empty for an empty field. */
export function typed(text: string): string {
  const moment = new Date(text);
  return text === "" || isNaN(moment.getTime()) ? "" : written(moment);
}

export function shown(text: string): string {
  const moment = new Date(text);
  return text === "" || isNaN(moment.getTime()) ? "" : field(moment);
}

export const lastHours = (hours: number, now: number): Period => ({
  since: written(new Date(Math.floor((now - hours * HOUR_MS) / HOUR_MS) * HOUR_MS)),
  until: "",
});

/** The fault of a period, checked before sending. */
export function wrong(period: Period): "unreadable" | "reversed" | null {
  const [since, until] = [period.since, period.until].map((text) =>
    text === "" ? null : ZONED.test(text) ? Date.parse(text) : NaN,
  );
  if (Number.isNaN(since) || Number.isNaN(until)) return "unreadable";
  return since != null && until != null && until <= since ? "reversed" : null;
}

const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

export function reportOf(search: string): ReportAsked | null {
  const asked = new URLSearchParams(search);
  const report = asked.get("report");
  if (report === null) return null;
  return { report, ...periodOf(asked), tables: asked.getAll("table") };
}

export function periodOf(asked: URLSearchParams): Period {
  return { since: asked.get("since") ?? "", until: asked.get("until") ?? "" };
}

/** The filters of a search in the order of the page. */
export const FILTERS = ["text", "person", "terminal", "ticket", "clause", "event"] as const;
export const CHOICES = ["kind", "gravity"] as const;

export type Search = Required<EventsAsked>;

export function searchOf(search: string): Search {
  const asked = new URLSearchParams(search);
  const text = (name: string) => asked.get(name)?.trim() ?? "";
  const round = Number(text("round"));
  return {
    text: text("text").slice(0, 200),
    table: asked.get("table"),
    person: text("person"),
    terminal: text("terminal"),
    ticket: ending(text("ticket")),
    round: Number.isSafeInteger(round) && round > 0 && round <= 1e12 ? round : 0,
    clause: text("clause"),
    event: text("event"),
    kind: text("kind"),
    gravity: text("gravity"),
    ...periodOf(asked),
    everything: asked.has("everything"),
    before: text("before"),
  };
}

/** What a link may say of a ticket: its last four digits. The whole number is money. */
export function ending(number: string): string {
  return number.replace(/\D/g, "").slice(-4);
}

/** The address of a search, without its empty fields. */
export function addressOf(search: Partial<Search>): Record<string, string> {
  const told: [string, string][] = [["view", "events"]];
  for (const [name, value] of Object.entries(search)) {
    if (name === "table") {
      if (typeof value === "string") told.push([name, value]);
    } else if (value === true) told.push([name, "1"]);
    else if (typeof value === "number" ? value > 0 : typeof value === "string" && value !== "")
      told.push([name, String(value)]);
  }
  return Object.fromEntries(told);
}

/** Whether anything narrows a search beyond its default. */
export function isNarrow(search: Search): boolean {
  const filters = { ...search, before: "", everything: "" };
  return Object.values(filters).some((value) => value !== "" && value !== 0 && value !== null);
}
