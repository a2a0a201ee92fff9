/** The keys of a terminal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { actOf, beside, type Box } from "../src/terminal/keys.ts";

const box = (left: number, top: number, width = 10): Box => ({
  left,
  right: left + width,
  top,
  bottom: top + 10,
});
/** Three bets above, five below, as on most layouts. */
const LAYOUT = [
  ...[0, 20, 40].map((left) => box(left, 0, 18)),
  ...[0, 12, 24, 36, 48].map((left) => box(left, 20)),
];

test("letters act in both cases, and a digit chooses a chip", () => {
  assert.deepEqual(actOf("U"), actOf("u"));
  assert.deepEqual(actOf("3"), { kind: "chip", at: 2 });
  assert.deepEqual(actOf("?"), { kind: "help" });
});

test("other keys do nothing", () => {
  for (const key of ["0", "x", "Enter", "Tab", " ", "F1"]) assert.equal(actOf(key), null, key);
});

test("an arrow to the side stays in its row, and stops at its end", () => {
  assert.equal(beside(LAYOUT, 0, "ArrowRight"), 1);
  assert.equal(beside(LAYOUT, 2, "ArrowRight"), -1);
  assert.equal(beside(LAYOUT, 7, "ArrowLeft"), 6);
  assert.equal(beside(LAYOUT, 3, "ArrowLeft"), -1);
});

test("an arrow leads on from a chip that is raised because it is chosen", () => {
  const raised = { left: 12, right: 22, top: -1, bottom: 9 };
  const chips = [box(0, 0), raised, box(24, 0)];
  assert.equal(beside(chips, 1, "ArrowRight"), 2);
  assert.equal(beside(chips, 2, "ArrowLeft"), 1);
});

test("an arrow up or down goes to the nearest bet of the other row", () => {
  assert.equal(beside(LAYOUT, 1, "ArrowDown"), 5);
  assert.equal(beside(LAYOUT, 7, "ArrowUp"), 2);
  assert.equal(beside(LAYOUT, 1, "ArrowUp"), -1);
});

test("every bet can be reached from every other", () => {
  const reached = new Set([0]);
  for (const at of reached)
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      const next = beside(LAYOUT, at, key);
      if (next >= 0) reached.add(next);
    }
  assert.equal(reached.size, LAYOUT.length);
});
