import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, newest } from "../src/cells.ts";

test("cells are named by their place in the lists of the wire", () => {
  const cells = cellsOf({
    bead: [
      [
        [1, 2],
        ["tie", true, false, true, true],
      ],
    ],
    big: [[[0, 3], "banker", 2, true, false, true]],
    big_eye: [[[0, 0], "R"]],
    small: [],
    cockroach: [],
  });
  assert.deepEqual(cells.bead, [
    {
      row: 1,
      column: 2,
      winner: "tie",
      playerPair: true,
      bankerPair: false,
      natural: true,
      laid: true,
    },
  ]);
  assert.deepEqual(cells.big, [
    {
      row: 0,
      column: 3,
      winner: "banker",
      ties: 2,
      bankerPair: true,
      playerPair: false,
      laid: true,
    },
  ]);
  assert.deepEqual(cells.bigEye, [{ row: 0, column: 0, mark: "R" }]);
});

test("whole columns are dropped from the left", () => {
  const cells = [0, 1, 2, 3].map((column) => ({ column }));
  assert.deepEqual(newest(cells, 2), [{ column: 0 }, { column: 1 }]);
  assert.deepEqual(newest(cells, 9), cells);
  assert.deepEqual(newest([], 3), []);
});

test("the newest cell stays in sight when an older tail reaches further", () => {
  const cells = [{ column: 0 }, { column: 9 }, { column: 1 }];
  assert.deepEqual(newest(cells, 3), [{ column: 0 }]);
});
