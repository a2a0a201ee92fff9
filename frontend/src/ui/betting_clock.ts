/** The time that is left to bet, for the sheets that lie over a table and would hide it. */
import { getContext, setContext } from "svelte";

export interface BettingClock {
  /** None while no bets are open. */
  readonly seconds: number | null;
  /** The part that is left, from 1 to 0. */
  readonly left: number;
  /** How the round stands, in words. */
  readonly phase: string;
}

const KEY = Symbol("betting clock");

/** Every sheet below this component shows the clock. */
export function showClock(clock: BettingClock): void {
  setContext(KEY, clock);
}

export function clockToShow(): BettingClock | undefined {
  return getContext<BettingClock | undefined>(KEY);
}
