/** The steps that decide an irregularity, and what a ruling gives to terminals or takes from them. */
import { centsOf } from "../money.ts";
import type { AttestWish, DeclineWish, DenyReconstructionWish, RuleWish, Step } from "../wire.ts";

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

/** What a step asks of the table; the order of the cards goes with it where the step decides it. */
export function wishOf(
  step: Step,
  words: string,
  adjustments: [string, number][],
  cards: (string | null)[] | null,
): AttestWish | DeclineWish | DenyReconstructionWish | RuleWish {
  switch (step) {
    case "attest":
      return { name: "Attest", cards };
    case "deny reconstruction":
      return { name: "DenyReconstruction", reason: words, lies: null };
    case "decline":
      return { name: "Decline", reason: words };
    case "rule: established":
      return { name: "Rule", verdict: "established", words, adjustments, cards };
    case "rule: goes on":
      return { name: "Rule", verdict: "goes on", words, adjustments, cards: null };
    case "rule: void":
      return { name: "Rule", verdict: "void", words, adjustments, cards: null };
    case "rule: carry":
      return { name: "Rule", verdict: "carry", words, adjustments, cards: null };
    case "rule: burn":
      return { name: "Rule", verdict: "burn", words, adjustments, cards: null };
  }
}
