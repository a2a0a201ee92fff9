/** What a ruling gives to terminals or takes from them, while it is being put together. */
import { centsOf } from "../money.ts";

export interface Adjusting {
  terminal: string;
  /** In dollars, as it was typed: up, or down with a minus. */
  dollars: string;
}

/** The adjustments of a ruling; null while one of them names no terminal, or no amount. */
export function adjustmentsOf(rows: readonly Adjusting[]): [string, number][] | null {
  const adjustments: [string, number][] = [];
  for (const { terminal, dollars } of rows) {
    const cents = centsOf(dollars);
    if (terminal === "" || cents === null || cents === 0) return null;
    adjustments.push([terminal, cents]);
  }
  return adjustments;
}

/** The terminals that a row may name: the engine takes each of them once. */
export function openTo(
  row: Adjusting,
  rows: readonly Adjusting[],
  terminals: readonly string[],
): string[] {
  return terminals.filter(
    (each) => each === row.terminal || !rows.some((other) => other.terminal === each),
  );
}
