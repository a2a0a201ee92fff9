/** What the Dealer says of the chips, and the wish behind each answer. */
import type { CallAnswer, ConsoleWish, DealerCall, Felt } from "../wire.ts";
import type { LiveWords } from "../words/live_en.ts";

/** The wish that an answer sends. */
export function wishOf(call: DealerCall, answer: CallAnswer, felt: Felt): ConsoleWish {
  if (answer.kind === "reject" || call.patron === null || call.box === null)
    return { name: "RejectExcess" };
  const { patron, box } = call;
  const place = felt.places.find((each) => each.patron === patron && each.box === box);
  return {
    name: "PlaceBets",
    patron,
    box,
    stakes: answer.stakes,
    on_behalf: place?.on_behalf ?? false,
  };
}

/** The sentence to say, in the words of a language. */
export function sentenceOf(
  call: DealerCall,
  words: LiveWords,
  nameOf: (bet: string) => string,
): string {
  const where = call.box === null ? words.wholeTable : words.box(call.box);
  const who = call.stance === "standing" ? words.whereStanding(where) : where;
  const [found, expected] = [call.found ?? 0, call.expected ?? 0];
  const bet = call.bet === null ? "" : nameOf(call.bet);
  switch (call.kind) {
    case "excess":
      return words.sayExcess(where, nameOf(call.side ?? ""), found, expected);
    case "under minimum":
      return words.sayUnder(who, bet, found, expected);
    case "over maximum":
      return words.sayOver(who, bet, found, expected);
    case "standing alone":
      return words.sayAlone(who);
    case "not in chips":
      return words.sayChips(who, bet, found, expected);
  }
}

/** What an answer does, short enough for a button. */
export function answerLabel(call: DealerCall, answer: CallAnswer, words: LiveWords): string {
  const to = answer.stakes.find(([bet]) => bet === call.bet)?.[1] ?? 0;
  switch (answer.kind) {
    case "reject":
      return words.takeBackAll(call.take_back.reduce((total, each) => total + each.back, 0));
    case "raise":
      return words.raiseTo(to);
    case "lower":
      return words.lowerTo(to);
    case "withdraw":
      return words.withdraw;
  }
}

/** How far a Differential fills its limit, for a bar: the part up to the limit, and the part beyond. */
export function fillOf(differential: number, limit: number | null): [number, number] {
  if (limit === null || differential === 0) return [0, 0];
  const whole = Math.max(differential, limit);
  return [Math.min(differential, limit) / whole, Math.max(0, differential - limit) / whole];
}
