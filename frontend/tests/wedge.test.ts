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
  for (const wrong of ["", "A", "1S", "AX", "11S", "ASS", "0H"])
    assert.equal(parseCard(wrong), null, wrong);
});

test("what is not a card is told with Enter, and gone after it", () => {
  const wedge = new Wedge();
  assert.deepEqual(typed("XY", 5, wedge), { unread: "XY" });
  assert.equal(wedge.typed, "");
  assert.deepEqual(typed("7C", 5, wedge, 2_000), { card: "7C", scanned: true });
  assert.equal(wedge.key("Enter", 9_000), null);
});

test("a typed card waits for Enter as long as it takes, and is a keyed one", () => {
  const wedge = new Wedge();
  wedge.key("K", 0);
  wedge.key("D", 200);
  assert.equal(wedge.typed, "KD");
  assert.deepEqual(wedge.key("Enter", 600_000), { card: "KD", scanned: false });
  wedge.key("1", 700_000);
  wedge.key("0", 710_000);
  wedge.key("h", 720_000);
  assert.deepEqual(wedge.key("Enter", 730_000), { card: "TH", scanned: false });
});

test("a letter that somebody touched long ago does not spoil what a scanner reads", () => {
  const wedge = new Wedge();
  wedge.key("A", 0);
  assert.deepEqual(typed("KD", 5, wedge, 20_000), { card: "KD", scanned: true });
});

test("a card that was typed and not entered is never replaced by the next one in silence", () => {
  const wedge = new Wedge();
  wedge.key("K", 0);
  wedge.key("D", 200);
  assert.deepEqual(typed("AS", 5, wedge, 20_000), { unread: "KDAS" });
});

test("Escape clears a card, Backspace its last letter, and a blank is nothing", () => {
  const wedge = new Wedge();
  for (const key of ["K", " ", "D"]) wedge.key(key, 0);
  assert.equal(wedge.typed, "KD");
  assert.equal(wedge.key("Backspace", 1), "part");
  assert.equal(wedge.key("Tab", 2), "part");
  assert.equal(wedge.typed, "");
  for (const key of ["K", "D", "Tab"]) wedge.key(key, 3);
  assert.equal(wedge.typed, "KD");
  assert.equal(wedge.key("Escape", 4), "part");
  assert.equal(wedge.key("Enter", 5), null);
});

test("other keys break off what is not a card yet, except Shift", () => {
  const wedge = new Wedge();
  wedge.key("A", 0);
  wedge.key("Tab", 1);
  wedge.key("S", 2);
  assert.deepEqual(wedge.key("Enter", 3), { unread: "S" });
  wedge.key("Shift", 10);
  wedge.key("Q", 11);
  wedge.key("Shift", 12);
  wedge.key("H", 13);
  assert.deepEqual(wedge.key("Enter", 14), { card: "QH", scanned: true });
});
