import type { Phase } from "../wire.ts";

/** Whether cards of a round are on the table in a phase. */
export function hasCardsOut(phase: Phase): boolean {
  return phase === "dealing" || phase === "result" || phase === "choosing";
}
