/** What has left a shoe, pressed and typed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CARDS, goneCount, putBack, read, taken, within, written } from "../src/lab/shoe.ts";
import { perCent, points } from "../src/per_cent.ts";

test("a card is taken until none is left, and put back", () => {
  let gone = {};
  for (let times = 0; times < 9; times += 1) gone = taken(gone, "6H", 8);
  assert.deepEqual(gone, { "6H": 8 });
  assert.deepEqual(putBack(gone, "6H"), { "6H": 7 });
  assert.deepEqual(putBack({ "6H": 1 }, "6H"), {});
  assert.deepEqual(putBack({}, "6H"), {});
});

test("six cards stay in the shoe", () => {
  const gone = Object.fromEntries(CARDS.map((card) => [card, card === "KC" ? 2 : 8]));
  assert.equal(goneCount(gone), 410);
  assert.equal(taken(gone, "KC", 8), gone);
  assert.deepEqual(read(written({ ...gone, KC: 3 }), 8), { wrong: "…" });
});

test("what is written is read again, and what does not fit is told", () => {
  const gone = { KD: 1, AS: 2 };
  assert.equal(written(gone), "AS AS KD");
  assert.deepEqual(read("as, AS  kd", 8), { gone: { AS: 2, KD: 1 } });
  assert.deepEqual(read("10h", 8), { gone: { TH: 1 } });
  assert.deepEqual(read("AS 1X", 8), { wrong: "1X" });
  assert.deepEqual(read("AS AS AS AS AS", 4), { wrong: "AS" });
  assert.deepEqual(within({ AS: 8, KD: 1 }, 4), { AS: 4, KD: 1 });
});

test("per cents have their sign where it means something", () => {
  assert.equal(perCent(0.0123508), "1.2351 %");
  assert.equal(perCent(-0.02, 2), "−2.00 %");
  assert.equal(perCent(-0.00000001), "0.0000 %");
  assert.equal(points(0.0001), "+0.0100");
  assert.equal(points(-0.0001), "−0.0100");
  assert.equal(points(-0.00000001), "±0.0000");
});
