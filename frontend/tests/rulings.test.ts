/** What a ruling gives or takes: whole, or not at all. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { adjustmentsOf, openTo } from "../src/staff/rulings.ts";

test("a ruling gives and takes in cents, terminal by terminal", () => {
  const rows = [
    { terminal: "T1", dollars: "50" },
    { terminal: "T2", dollars: "-20.50" },
  ];
  assert.deepEqual(adjustmentsOf(rows), [
    ["T1", 5_000],
    ["T2", -2_050],
  ]);
  assert.deepEqual(adjustmentsOf([]), []);
});

test("no ruling goes out while one of its adjustments is not whole", () => {
  for (const [terminal, dollars] of [
    ["", "50"],
    ["T1", ""],
    ["T1", "0"],
    ["T1", "a lot"],
  ] as const) {
    assert.equal(
      adjustmentsOf([
        { terminal: "T2", dollars: "5" },
        { terminal, dollars },
      ]),
      null,
    );
  }
});

test("each terminal is adjusted once", () => {
  const rows = [
    { terminal: "T1", dollars: "5" },
    { terminal: "", dollars: "" },
  ];
  assert.deepEqual(openTo(rows[0]!, rows, ["T1", "T2"]), ["T1", "T2"]);
  assert.deepEqual(openTo(rows[1]!, rows, ["T1", "T2"]), ["T2"]);
});
