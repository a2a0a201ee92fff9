/** Cards by the keyboard: what a scanner types, and what a person types. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCard, Wedge } from "../src/wedge.ts";

function typed(text: string, gap: number, wedge = new Wedge(), from = 1_000) {
  const keys = [...text, "Enter"];
  return keys.map((key, index) => wedge.key(key, from + index * gap)).at(-1);
}

test("a scanner is known by its speed", () => {
  assert.deepEqual(typed("AS", 5), { card: "AS", scanned: true });
  assert.deepEqual(typed("AS", 200), { card: "AS", scanned: false });
});

test("one slow key makes the whole card a keyed one", () => {
  const wedge = new Wedge();
  wedge.key("K", 0);
  wedge.key("D", 300);
  assert.deepEqual(wedge.key("Enter", 305), { card: "KD", scanned: false });
});

test("tens and small letters are read as they are written", () => {
  assert.deepEqual(typed("10h", 5), { card: "TH", scanned: true });
  assert.equal(parseCard(" td "), "TD");
  for (const wrong of ["", "A", "1S", "AX", "11S", "ASS", "0H"]) assert.equal(parseCard(wrong), null, wrong);
});

test("what is no card is forgotten with Enter, and after a while", () => {
  const wedge = new Wedge();
  assert.equal(typed("XY", 5, wedge), null);
  assert.deepEqual(typed("7C", 5, wedge, 2_000), { card: "7C", scanned: true });
  wedge.key("A", 10_000);
  assert.equal(typed("S", 5, wedge, 20_000), null);
});

test("other keys break a card off, except Shift", () => {
  const wedge = new Wedge();
  wedge.key("A", 0);
  wedge.key("Tab", 1);
  wedge.key("S", 2);
  assert.equal(wedge.key("Enter", 3), null);
  wedge.key("Shift", 10);
  wedge.key("Q", 11);
  wedge.key("Shift", 12);
  wedge.key("H", 13);
  assert.deepEqual(wedge.key("Enter", 14), { card: "QH", scanned: true });
});
