/** The steps with the chips of a tray: what each is called, what it needs, and its wish. */
import type { ConsoleWish, FloatCount, PitWish, SlipKind, SlipShown } from "../wire.ts";
import { tray } from "../words/tray.svelte.ts";

export type TrayDeed =
  | { kind: "count"; count: FloatCount }
  | { kind: "request"; slip: SlipKind }
  | { kind: "carry" | "sign" | "void"; slip: SlipShown }
  | { kind: "confirm" | "buy" | "change" };

export type Chips = [number, number][];

/** What was entered so far; a step needs only some of it. */
export interface Entered {
  chips: Chips;
  given: Chips;
  reason: string;
  patron: string;
  cents: number | null;
  /** Whether the PIN of a signature is complete. */
  isSigned: boolean;
}

export const worthOf = (chips: Chips) =>
  chips.reduce((sum, [value, number]) => sum + value * number, 0);

export function titleOf(deed: TrayDeed): string {
  switch (deed.kind) {
    case "count":
      return tray.words.deeds[deed.count];
    case "request":
      return tray.words.deeds[deed.slip];
    case "confirm":
    case "buy":
    case "change":
      return tray.words.deeds[deed.kind];
    case "carry":
    case "sign":
    case "void":
      return `${tray.words.slip[deed.slip.kind](deed.slip.number)} · ${tray.words.deeds[deed.kind]}`;
  }
}

export function isComplete(deed: TrayDeed, entered: Entered): boolean {
  switch (deed.kind) {
    case "request":
      return worthOf(entered.chips) > 0;
    case "void":
      return entered.reason.trim() !== "";
    case "buy":
      return entered.patron !== "" && entered.cents !== null && entered.cents > 0;
    case "change":
      return worthOf(entered.chips) > 0 && worthOf(entered.chips) === worthOf(entered.given);
    case "count":
      return true;
    case "confirm":
    case "carry":
    case "sign":
      return entered.isSigned;
  }
}

export function wishOf(deed: TrayDeed, entered: Entered): ConsoleWish | PitWish {
  const { chips, given, reason, patron, cents } = entered;
  switch (deed.kind) {
    case "count":
      return { name: "CountFloat", count: deed.count, chips };
    case "confirm":
      return { name: "ConfirmFloat", chips };
    case "request":
      return { name: "RequestSlip", kind: deed.slip, chips };
    case "carry":
      return { name: "CarrySlip", number: deed.slip.number };
    case "sign":
      return { name: "SignSlip", number: deed.slip.number };
    case "void":
      return { name: "VoidSlip", number: deed.slip.number, reason };
    case "buy":
      return { name: "BuyChips", patron, amount: cents ?? 0, chips: [] };
    case "change":
      return { name: "ChangeChips", received: chips, given };
  }
}
