/** The court cards: the same from both ends, and within their frame. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BELT, COURTS, FRAME, PIPS, STUDS } from "../src/ui/courts.ts";
import { SUITS } from "../src/ui/suits.ts";

/** The corners of a path of straight lines in absolute coordinates. */
function corners(path: string): [number, number][] {
  let [x, y] = [0, 0];
  return [...path.matchAll(/([MLHV ])?\s*(-?[\d.]+)(?:\s+(-?[\d.]+))?/g)].map(
    ([, letter, one, other]) => {
      if (letter === "H") x = Number(one);
      else if (letter === "V") y = Number(one);
      else [x, y] = [Number(one), Number(other)];
      return [x, y];
    },
  );
}

const turned = (points: [number, number][]) => points.map(([x, y]) => [100 - x, 140 - y]);
const sorted = (points: number[][]) =>
  points.map((point) => point.map((each) => each.toFixed(2)).join()).sort();

test("frame, belt and studs are the same when a card is turned", () => {
  for (const points of [corners(FRAME), corners(BELT), STUDS.map(([x, y]) => [x, y])] as [
    number,
    number,
  ][][])
    assert.deepEqual(sorted(points), sorted(turned(points)));
});

test("king, queen and jack are three figures, and each suit has its own form on them", () => {
  assert.deepEqual(Object.keys(COURTS).sort(), ["J", "K", "Q"]);
  assert.equal(new Set(Object.values(COURTS).map((layers) => JSON.stringify(layers))).size, 3);
  assert.equal(new Set(Object.values(SUITS)).size, 4);
  assert.ok(PIPS.length > 1);
});
