/** The wishes behind the buttons beside the next action. */
import type { ConsoleWish, SideStep } from "../wire.ts";

export function wishOf(
  step: SideStep,
  counted: number,
  reason: string,
  person: string,
): ConsoleWish {
  switch (step) {
    case "CountCards":
      return { name: step, counted };
    case "RetireShoe":
      return { name: step, reason };
    case "ChangeDealer":
      return { name: step, person };
    case "RestartRoads":
    case "CloseTable":
    case "NoteCutCard":
    case "AnnounceLastRound":
      return { name: step };
  }
}
