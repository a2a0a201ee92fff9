/** The arithmetic of a payment, where a Dealer would have to work it out. */
import { money } from "../money.ts";
import type { PayoutLine, Payouts } from "../wire.ts";
import type { LiveWords } from "../words/live_en.ts";

/** How the amount comes about; nothing where it is what lies there. */
export function workingOf(line: PayoutLine, isPaid: boolean, words: LiveWords): string[] {
  const said: string[] = [];
  if (line.before !== null) {
    const due = isPaid ? line.due : -line.due;
    said.push(words.insteadOf(line.before, line.before + due));
  }
  if (line.bet !== null && line.plays < line.lay) said.push(words.proRata(line.plays, line.lay));
  if (line.odds !== null && line.odds.win !== line.odds.per) {
    const { win, per } = line.odds;
    said.push(
      per === 1
        ? words.times(win, line.plays)
        : win === 1 && per === 2
          ? words.half(line.plays)
          : words.atOdds(win, per, line.plays),
    );
  }
  if (line.rounding > 0) said.push(words.roundedUp(line.rounding));
  return said;
}

/** The lines that still have to be ticked off, in the order of the hands: first to take, then to pay. */
export function openLines(payouts: Payouts): PayoutLine[] {
  return [...payouts.take, ...payouts.pay].filter((each) => !each.handed && each.number !== null);
}

export const dueOf = (lines: readonly PayoutLine[]) =>
  lines.reduce((total, { due }) => total + due, 0);

/** Chips in words: 20 × $100, 4 × $25. */
export const chipWords = (chips: readonly [number, number][]) =>
  chips.map(([value, number]) => `${number} × ${money(value)}`).join(", ");

/** A number of chips of each value. */
export type Counted = Record<number, number>;

export const worthOf = (counted: Counted) =>
  Object.entries(counted).reduce((sum, [value, number]) => sum + Number(value) * (number || 0), 0);

/**
 * The correction of a wrong payment: chips that come back into the tray, and further chips given.
 * Where no chips that were given make the difference, all of them are exchanged.
 */
export function putRight(
  handed: Counted,
  due: readonly [number, number][],
  values: readonly number[],
): { returned: Counted; added: Counted } {
  const over = worthOf(handed) - worthOf(Object.fromEntries(due));
  if (over === 0) return { returned: {}, added: {} };
  const kinds = values.toSorted((one, other) => other - one);
  const moved = fewest(Math.abs(over), kinds, over > 0 ? handed : null);
  if (moved === null) return { returned: { ...handed }, added: Object.fromEntries(due) };
  return over > 0 ? { returned: moved, added: {} } : { returned: {}, added: moved };
}

/** An amount in chips, the largest first; nothing if these chips do not make it. */
function fewest(amount: number, kinds: readonly number[], there: Counted | null): Counted | null {
  const chips: Counted = {};
  let left = amount;
  for (const value of kinds) {
    const number = Math.min(
      Math.floor(left / value),
      there === null ? Infinity : (there[value] ?? 0),
    );
    if (number > 0) chips[value] = number;
    left -= number * value;
  }
  return left === 0 ? chips : null;
}
