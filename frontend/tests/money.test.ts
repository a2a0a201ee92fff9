/** Money as staff type it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { centsOf } from "../src/money.ts";

test("dollars are read to the cent, and nothing is guessed", () => {
  assert.equal(centsOf("250"), 25_000);
  assert.equal(centsOf(" $1,250.50 "), 125_050);
  assert.equal(centsOf("-20"), -2_000);
  assert.equal(centsOf("12345"), 1_234_500);
  assert.equal(centsOf("0"), 0);
  for (const wrong of ["", "1.5", "1.234", "1,25", "ten", "1e3", "--1"])
    assert.equal(centsOf(wrong), null, wrong);
});
