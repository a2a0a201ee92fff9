/** Why a table stands still: in full for staff, in plain words for patrons, and in both languages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { haltForPatrons, haltForStaff } from "../src/words/halts.ts";
import { refusalWords } from "../src/words/refusals.ts";
import { staffRefusal } from "../src/words/staff_refusals.ts";

const BROKEN = "the record does not hold: table/A1 at 15: the event does not follow in the chain";
const FULL = "the record cannot be written: floor.db: FullError: database or disk is full";
const FAULT = "RecordDoesNotHold: no ticket waits at A1-1";

test("staff read all that the server saw, in 中文 with its cause in 中文", () => {
  assert.equal(haltForStaff(BROKEN, "en"), BROKEN);
  assert.equal(
    haltForStaff(BROKEN, "zh"),
    "记录核对不符：table/A1 at 15: the event does not follow in the chain",
  );
  assert.equal(
    haltForStaff(FULL, "zh"),
    "无法写入记录：floor.db: FullError: database or disk is full",
  );
  assert.equal(haltForStaff(FAULT, "zh"), `程序出错：${FAULT}`);
});

test("a patron reads what it means, without the server's own words", () => {
  assert.equal(
    haltForPatrons(BROKEN, "en"),
    "Its record has to be checked. Betting is paused. Registered bets are kept, and staff are dealing with it.",
  );
  assert.match(haltForPatrons(FULL, "en"), /^Its record cannot be written/);
  assert.match(haltForPatrons(FAULT, "en"), /^Something unexpected/);
  for (const reason of [BROKEN, FULL, FAULT])
    assert.doesNotMatch(haltForPatrons(reason, "zh"), /[a-z]{3}/i);
});

test("what is asked of a table that stands still is refused in the same words", () => {
  const refusal = {
    code: "TableHalted",
    sentence: "…",
    clauses: [],
    fields: { table: "A1", reason: BROKEN },
  };
  assert.equal(staffRefusal(refusal, "zh"), `赌桌已停止：${haltForStaff(BROKEN, "zh")}`);
  assert.equal(
    refusalWords(refusal, "zh", (bet) => bet),
    haltForPatrons(BROKEN, "zh"),
  );
});
