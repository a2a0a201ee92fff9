/** Reports of irregularities: what is asked, and what is sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, isComplete, namesCards, withExtra, wishOf } from "../src/console/reports.ts";
import type { ConsoleView, Reportable } from "../src/wire.ts";

const kind = (more: Partial<Reportable>): Reportable => ({
  irregularity: "wrong-order",
  clause: "5.7",
  remedy: "reconstruct",
  attested_by: 2,
  withdraws_shoe: false,
  why_not: null,
  cards: "must",
  extra: "may",
  together: false,
  terminals: false,
  words: false,
  late: "ruling",
  ...more,
});
const view = {
  registered: ["4D", "KS"],
  earlier: [{ number: 3, cards: ["2C", "3C"] }],
} as unknown as ConsoleView;

test("where the order is lost, each card lies in the hand that was pressed", () => {
  const draft = begun(kind({ remedy: "as-they-lie", cards: "no" }), null, view);
  draft.extra = ["4C", null];
  draft.lies = ["banker", "banker", "player", "player"];
  assert.deepEqual(wishOf(draft, view.registered).lies, [["4C"], ["4D", "KS"]]);
  assert.equal(wishOf(begun(kind({}), null, view), view.registered).lies, null);
});

test("a reconstruction names all cards in their order, and which of them were not registered", () => {
  const draft = begun(kind({}), null, view);
  draft.extra = ["4C"];
  draft.cards = withExtra(draft, [], draft.extra);
  assert.deepEqual(draft.cards, ["4D", "KS", "4C"]);
  const wish = wishOf(draft, view.registered);
  assert.deepEqual([wish.cards, wish.extra, wish.round_number], [["4D", "KS", "4C"], ["4C"], null]);
});

test("cards drawn together are named by their places, two or more", () => {
  const what = kind({
    irregularity: "simultaneous-draw-order-unknown",
    cards: "no",
    together: true,
  });
  const draft = begun(what, null, { ...view, registered: ["4D", "KS", "4D"] });
  draft.extra = ["4C"];
  draft.together = [2];
  assert.equal(isComplete(draft), false);
  draft.together = [2, 3];
  assert.equal(isComplete(draft), true);
  assert.deepEqual(wishOf(draft, view.registered).together, ["4D", "4C"]);
  const between = begun(what, null, view, ["4C", "5C"], "settled");
  between.together = [0, 1];
  assert.deepEqual(wishOf(between, view.registered).together, ["4C", "5C"]);
  assert.deepEqual(wishOf(begun(kind({}), null, view), view.registered).together, []);
});

test("a card that was taken back leaves the order too, and only once", () => {
  const draft = begun(kind({}), null, { ...view, registered: ["4D"] });
  draft.cards = ["4D", "4D"];
  assert.deepEqual(withExtra(draft, ["4D"], []), ["4D"]);
});

test("an interruption names cards only where there are more than the registered ones", () => {
  const what = kind({
    irregularity: "technical-interruption",
    remedy: "first-decision",
    cards: "may",
    extra: "no",
  });
  const draft = begun(what, null, view);
  assert.equal(wishOf(draft, view.registered).cards, null);
  draft.cards.push("9H");
  assert.deepEqual(wishOf(draft, view.registered).cards, ["4D", "KS", "9H"]);
});

test("an earlier round begins with its own cards, and asks for others only where they count", () => {
  const late = begun(kind({ late: "by-the-cards" }), 3, view);
  assert.deepEqual([late.cards, namesCards(late)], [["2C", "3C"], "must"]);
  const ruled = begun(kind({ late: "ruling" }), 3, view);
  assert.equal(namesCards(ruled), "no");
  assert.deepEqual(
    [wishOf(ruled, view.registered).cards, wishOf(ruled, view.registered).round_number],
    [null, 3],
  );
});

test("nothing is sent before it is complete", () => {
  assert.ok(!isComplete(begun(kind({ words: true, cards: "no" }), null, view)));
  assert.ok(!isComplete(begun(kind({ terminals: true, cards: "no" }), null, view)));
  assert.ok(!isComplete(begun(kind({ extra: "must", cards: "no" }), null, view)));
  assert.ok(isComplete(begun(kind({ extra: "must", cards: "no" }), null, view, ["AS"])));
  assert.ok(!isComplete(begun(kind({}), null, { ...view, registered: [] })));
});
