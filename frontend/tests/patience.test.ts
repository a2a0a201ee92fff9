/** How long a screen waits, without a timer: the test says what time it is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Patience } from "../src/patience.ts";

/** Look ten times a second; returns when another server is tried, if it is. */
function triedAt(patience: Patience, from: number, to: number, every = 100): number | null {
  for (let now = from; now <= to; now += every) {
    const due = patience.due(now);
    if (due === "try elsewhere") return now;
    if (due === "ask") patience.pinged(now);
  }
  return null;
}

function begun(luck = 0): Patience {
  const patience = new Patience(() => luck);
  patience.begin(0);
  patience.pinged(0);
  patience.heard(0);
  return patience;
}

test("a server that is silent is asked before a second is over, and doubted soon after", () => {
  assert.equal(triedAt(begun(), 0, 7_000), 1_300);
  assert.equal(triedAt(begun(0.99), 0, 7_000), 1_500);
});

test("a server that usually takes long is given longer", () => {
  const patience = begun();
  patience.answered(1_000);
  assert.equal(triedAt(patience, 0, 7_000), 3_700);
});

test("a screen that slept itself does not blame the server", () => {
  const patience = begun();
  patience.pinged(0);
  assert.equal(patience.due(100), "nothing");
  assert.equal(patience.due(5_000), "nothing");
  assert.equal(patience.due(5_200), "nothing");
  assert.equal(patience.due(5_250), "try elsewhere");
});

test("after each attempt in vain the next one waits longer, and a quick answer ends that", () => {
  const patience = begun(0.5);
  const pauses: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    patience.triedInVain(0);
    patience.heard(0);
    pauses.push(triedAt(patience, 0, 60_000, 50) ?? Number.NaN);
    patience.heard(0);
  }
  assert.deepEqual(
    pauses.map((pause) => (Number.isNaN(pause) ? null : Math.floor(pause / 1_000))),
    [2, 4, null, null, null, null],
  );
  patience.answered(20);
  patience.triedInVain(0);
  patience.heard(0);
  assert.equal(Math.floor((triedAt(patience, 0, 7_000) ?? 0) / 1_000), 2);
});

test("a line that is silent for seven seconds is given up", () => {
  const patience = begun();
  patience.pinged(0);
  assert.equal(patience.due(7_001), "give up");
});
