/** The takings of the floor's tables, asked for again and again while a page shows them. */
import { type Api, Trouble } from "../api.ts";
import type { PeriodTakings, TableOnFloor, TakingsTold } from "../wire.ts";
import { floorWords } from "../words/floor.svelte.ts";

const EVERY_MS = 3_000;
/** Below this many equal rounds nothing is said of chance; the server keeps to the same number. */
export const RATED_LEAST = 100;

export type Period = keyof typeof floorWords.words.periods;
export type Order = keyof typeof floorWords.words.orders;

export function isPeriod(text: string): text is Period {
  return text in floorWords.words.periods;
}

export class Takings {
  told = $state.raw<TakingsTold | null>(null);
  trouble = $state("");

  /** Ask now and then again; returns the function that ends it. */
  follow(api: Api, period: Period, table: string | null = null): () => void {
    const path =
      `/api/takings/${period}` + (table === null ? "" : `?table=${encodeURIComponent(table)}`);
    let ended = false;
    const look = async () => {
      try {
        const told = await api.get<TakingsTold>(path);
        if (!ended) [this.told, this.trouble] = [told, ""];
      } catch (trouble) {
        if (!(trouble instanceof Trouble)) throw trouble;
        if (!ended) this.trouble = trouble.message;
      }
    };
    void look();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void look();
    }, EVERY_MS);
    return () => {
      ended = true;
      clearInterval(timer);
    };
  }
}

/** The order that a person chose; the server's own is by urgency. */
export function ordered(tables: readonly TableOnFloor[], order: Order): readonly TableOnFloor[] {
  const by = {
    urgency: () => 0,
    name: (one: TableOnFloor, other: TableOnFloor) =>
      one.table.localeCompare(other.table, "en", { numeric: true }),
    win: (one: TableOnFloor, other: TableOnFloor) =>
      (one.takings?.win ?? 0) - (other.takings?.win ?? 0),
    distance: (one: TableOnFloor, other: TableOnFloor) =>
      Math.abs(other.takings?.z ?? 0) - Math.abs(one.takings?.z ?? 0),
  }[order];
  return tables.toSorted(by);
}

export interface Totals {
  at_risk: number;
  liability: number;
  drop: number;
  handle: number;
  win: number;
  /** Null where a table's is not known. */
  expected: number | null;
}

export function totalsOf(tables: readonly TableOnFloor[]): Totals {
  const sum = (of: (each: TableOnFloor) => number) =>
    tables.reduce((total, each) => total + of(each), 0);
  const taken = (part: "drop" | "handle" | "win") => sum((each) => each.takings?.[part] ?? 0);
  const rated = tables.every((each) => each.takings === null || each.takings.expected !== null);
  return {
    at_risk: sum((each) => each.at_risk),
    liability: sum((each) => each.liability),
    drop: taken("drop"),
    handle: taken("handle"),
    win: taken("win"),
    expected: rated ? sum((each) => each.takings?.expected ?? 0) : null,
  };
}

/** A signed number of standard deviations, from hundredths. */
export function deviations(z: number): string {
  const text = (Math.abs(z) / 100).toFixed(2);
  return z < 0 ? `−${text}` : z > 0 ? `+${text}` : text;
}

export function hasRounds(takings: PeriodTakings | null): takings is PeriodTakings {
  return takings !== null && takings.settled + takings.void > 0;
}

/** The time since which a person is on duty, in words. */
export function onDuty(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / 60_000));
  return floorWords.words.hours(Math.floor(minutes / 60), minutes % 60);
}
