/** Significant events: which kind, how grave, and a file that no spreadsheet runs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { NEWS } from "../src/words/messages_en.ts";
import { NEWS_ZH } from "../src/words/messages_zh.ts";
import { cell, csvOf, gravityOf, kindOf } from "../src/pit/events.ts";

test("every event has a kind, a gravity and a title in both languages", () => {
  for (const code of Object.keys(NEWS)) assert.ok(NEWS_ZH[code], code);
  assert.equal(kindOf("LinkReported"), "connection");
  assert.equal(kindOf("PersonLockedOut"), "people");
  assert.equal(kindOf("TerminalRetired"), "terminal");
  assert.equal(gravityOf("RoundVoided"), "grave");
  assert.equal(gravityOf("HandPaid"), "notable");
  assert.equal(gravityOf("LinkReported"), "routine");
});

test("no cell of the file begins like a formula", () => {
  for (const start of ["=", "+", "-", "@", "\t", "\r", "\n", " =", "\uff1d"]) {
    const written = cell(`${start}HYPERLINK("http://x","y")`);
    assert.match(written, /^"'/, start);
  }
  assert.equal(cell("a; =b;c"), `"a;' =b;c"`);
  assert.equal(cell("plain"), "plain");
  assert.equal(cell('a "b", c'), '"a ""b"", c"');
});

test("the file has a heading, a line for each event, and times with their zone", () => {
  const row = {
    at: 0,
    table: "A1",
    round: 3,
    code: "CreditsAdjusted",
    title: "Credits adjusted",
    detail: "-1",
    who: "=cmd",
    clause: "A-53",
  };
  const lines = csvOf(["Time", "Table", "Round", "Event", "Details", "Who", "Clause"], [row]).split(
    "\r\n",
  );
  assert.equal(lines[0], "\ufeffTime,Table,Round,Event,Details,Who,Clause");
  assert.equal(lines[1], `1970-01-01T00:00:00.000Z,A1,3,Credits adjusted,"'-1","'=cmd",A-53`);
});
