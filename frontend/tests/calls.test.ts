/** What the Dealer says and answers, and the arithmetic of payments. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerLabel, fillOf, sentenceOf, wishOf } from "../src/felt/calls.ts";
import { chipWords, dueOf, openLines, putRight, workingOf } from "../src/felt/payments.ts";
import type { CallKind, DealerCall, Felt, PayoutLine } from "../src/wire.ts";
import { liveEn } from "../src/words/live_en.ts";
import { liveZh } from "../src/words/live_zh.ts";

const call = (kind: CallKind, more: Partial<DealerCall> = {}): DealerCall => ({
  kind,
  clause: "L 5.2",
  words: "",
  answers: [],
  box: "5",
  patron: "ann",
  stance: "seated",
  bet: "banker",
  side: "banker",
  found: 5_000,
  expected: 10_000,
  take_back: [],
  ...more,
});
const line = (more: Partial<PayoutLine> = {}): PayoutLine => ({
  number: 0,
  place: "ann@5",
  box: "5",
  patron: "ann",
  stance: "seated",
  bet: "banker",
  lay: 100_000,
  plays: 100_000,
  odds: { win: 1, per: 1 },
  due: 100_000,
  chips: [],
  stacks: [],
  rounding: 0,
  held: false,
  clause: "4.1.1",
  handed: false,
  corrected: false,
  before: null,
  ...more,
});
const name = (bet: string) => bet.toUpperCase();

test("each kind of warning is a sentence with its box, its bet and its amounts", () => {
  const say = (each: DealerCall) => sentenceOf(each, liveEn, name);
  assert.equal(
    say(call("excess", { box: null, found: 50_000, expected: 1_000_000 })),
    "Table: BANKER is $500 over the Differential limit of $10,000",
  );
  assert.equal(
    say(call("under minimum", { stance: "standing" })),
    "Box 5, standing: BANKER $50 is below the minimum of $100, raise or withdraw",
  );
  assert.match(say(call("over maximum")), /above the maximum of \$100, lower or withdraw/);
  assert.match(say(call("not in chips")), /the next amount is \$100/);
  assert.equal(
    say(call("standing alone", { stance: "standing" })),
    "Box 5, standing: no seated patron bets here, withdraw",
  );
  assert.equal(
    sentenceOf(call("under minimum"), liveZh, name),
    "5 号位：BANKER $50 低于最低投注 $100，请加注或撤回",
  );
});

test("an answer is a rejection of all excess, or the whole position that remains", () => {
  const felt = { places: [{ patron: "ann", box: "5", on_behalf: true }] } as Felt;
  const stakes: [string, number][] = [["banker", 10_000]];
  const take_back = [{ back: 2_000 }, { back: 1_000 }] as DealerCall["take_back"];
  const excess = call("excess", { patron: null, take_back });
  const reject = { kind: "reject", stakes: [] } as const;
  assert.deepEqual(wishOf(excess, { ...reject, stakes: [] }, felt), { name: "RejectExcess" });
  assert.equal(answerLabel(excess, { ...reject, stakes: [] }, liveEn), "Take back $30");
  const under = call("under minimum");
  assert.deepEqual(wishOf(under, { kind: "raise", stakes }, felt), {
    name: "PlaceBets",
    patron: "ann",
    box: "5",
    stakes,
    on_behalf: true,
  });
  assert.equal(answerLabel(under, { kind: "raise", stakes }, liveEn), "Raise to $100");
  assert.equal(answerLabel(under, { kind: "lower", stakes }, liveEn), "Lower to $100");
  assert.equal(answerLabel(under, { kind: "withdraw", stakes: [] }, liveEn), "Withdraw");
});

test("a bar shows the part of the limit, and what lies beyond it", () => {
  assert.deepEqual(fillOf(2_500, 10_000), [0.25, 0]);
  assert.deepEqual(fillOf(20_000, 10_000), [0.5, 0.5]);
  assert.deepEqual(fillOf(2_500, null), [0, 0]);
  assert.deepEqual(fillOf(0, 10_000), [0, 0]);
});

test("only what is not obvious is worked out", () => {
  assert.deepEqual(workingOf(line(), true, liveEn), []);
  assert.deepEqual(workingOf(line({ odds: { win: 8, per: 1 } }), true, liveEn), ["8 × $1,000"]);
  assert.deepEqual(workingOf(line({ odds: { win: 3, per: 2 } }), true, liveEn), [
    "3 to 2 on $1,000",
  ]);
  assert.deepEqual(
    workingOf(line({ odds: { win: 1, per: 2 }, plays: 50_050, rounding: 25 }), true, liveEn),
    ["$500.50 of $1,000 plays", "half of $500.50", "$0.25 rounded up"],
  );
  assert.deepEqual(workingOf(line({ bet: null, lay: 0, plays: 0, odds: null }), true, liveEn), []);
});

test("what is open comes in the order of the hands, without what was handed", () => {
  const payouts = {
    settled: true,
    take: [line({ number: 0, handed: true }), line({ number: 1 })],
    pay: [line({ number: 2 }), line({ number: null })],
    fill_needed: null,
    again: false,
  };
  assert.deepEqual(
    openLines(payouts).map(({ number }) => number),
    [1, 2],
  );
  assert.equal(dueOf(payouts.pay), 200_000);
  assert.equal(chipWords([[10_000, 20]]), "20 × $100");
});

test("a correction says what the place had, and what it has now", () => {
  const again = line({ bet: null, odds: null, due: 50_000, before: 90_000 });
  assert.deepEqual(workingOf(again, false, liveEn), ["was +$900.00, now +$400.00"]);
  assert.deepEqual(workingOf(again, true, liveZh), ["原为 +$900.00，现为 +$1,400.00"]);
});

test("a wrong payment is put right with the fewest chips", () => {
  const values = [50_000, 10_000, 2_500, 500];
  const due: [number, number][] = [[50_000, 1]];
  const right = (handed: Record<number, number>) => putRight(handed, due, values);
  assert.deepEqual(right({ 50_000: 1 }), { returned: {}, added: {} });
  assert.deepEqual(right({ 10_000: 5 }), { returned: {}, added: {} });
  assert.deepEqual(right({ 50_000: 1, 10_000: 2 }), { returned: { 10_000: 2 }, added: {} });
  assert.deepEqual(right({ 10_000: 3 }), { returned: {}, added: { 10_000: 2 } });
  // A chip of $1,000 cannot be split: it comes back whole.
  assert.deepEqual(right({ 100_000: 1 }), {
    returned: { 100_000: 1 },
    added: { 50_000: 1 },
  });
});
