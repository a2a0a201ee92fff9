/** What waits for the pit, and where it is found. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextWaiting } from "../src/pit/waiting.ts";
import type { TableTold } from "../src/wire.ts";

const tables = ["A1", "A2", "A3", "A4"].map((table) => ({
  table,
  waits: table === "A2" || table === "A4",
})) as TableTold[];

test("the next table that waits is the next in the row, and then the first again", () => {
  assert.equal(nextWaiting(tables, "A1"), "A2");
  assert.equal(nextWaiting(tables, "A2"), "A4");
  assert.equal(nextWaiting(tables, "A4"), "A2");
  assert.equal(nextWaiting(tables, null), "A2");
});

test("where no other table waits there is none to go to", () => {
  assert.equal(nextWaiting(tables.slice(0, 2), "A2"), null);
});
