/** The wishes of the pit about a terminal at a seat. */
import type { PitWish } from "../wire.ts";
import type { pit } from "../words/pit.svelte.ts";

export type SeatDeed = keyof typeof pit.words.deeds;

export function wishOf(
  deed: SeatDeed,
  terminal: string,
  amount: number,
  reason: string,
  table: string,
): PitWish {
  switch (deed) {
    case "cash":
      return { name: "TakeCash", terminal, amount };
    case "pay":
      return { name: "HandPay", terminal, amount };
    case "adjust":
      return { name: "AskAdjustment", terminal, amount, reason, kind: "credits" };
    case "writeOff":
      return { name: "AskAdjustment", terminal, amount, reason, kind: "write-off" };
    case "repay":
      return { name: "RepayDebt", terminal, amount };
    case "disable":
      return { name: "DisableTerminal", terminal, reason };
    case "enable":
      return { name: "EnableTerminal", terminal };
    case "move":
      return { name: "MoveTerminal", terminal, table };
    case "free":
      return { name: "LeaveSeat", terminal };
  }
}
