/** What an address asks of the record, and what is wrong with it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addressOf,
  ending,
  field,
  isNarrow,
  lastHours,
  reportOf,
  searchOf,
  shown,
  typed,
  written,
  wrong,
} from "../src/reports/question.ts";

test("a search and its address say the same", () => {
  const search = searchOf(
    "?view=events&text=wrong+card&table=&person=mei&round=12&everything=1&before=7.table/A1&slot=x",
  );
  assert.equal(search.text, "wrong card");
  assert.equal(search.table, "");
  assert.equal(search.round, 12);
  assert.equal(search.everything, true);
  const again = new URLSearchParams(addressOf(search)).toString();
  assert.deepEqual(searchOf(`?${again}`), search);
  assert.deepEqual(addressOf(searchOf("?view=events")), { view: "events" });
  assert.equal(searchOf("?view=events").table, null);
});

test("what makes no sense in an address is not asked", () => {
  for (const round of ["x", "-3", "1.5", "1e30", ""]) {
    assert.equal(searchOf(`?round=${round}`).round, 0);
  }
  assert.equal(searchOf(`?text=${"x".repeat(500)}`).text.length, 200);
});

test("an address has no more of a ticket than its last four digits", () => {
  assert.equal(ending("1234 5678 9012 3456 78"), "5678");
  assert.equal(searchOf("?ticket=123456789012345678").ticket, "5678");
  assert.equal(ending("no digits"), "");
});

test("a report has a period and tables", () => {
  assert.equal(reportOf("?view=events"), null);
  assert.deepEqual(reportOf("?report=shift&since=a&table=A1&table=B2"), {
    report: "shift",
    since: "a",
    until: "",
    tables: ["A1", "B2"],
  });
});

test("a moment is written with the zone of this machine, and read again", () => {
  const moment = new Date("2026-01-02T03:04:00Z");
  assert.match(written(moment), /^2026-01-0[123]T\d\d:\d\d[+-]\d\d:\d\d$/);
  assert.equal(new Date(written(moment)).getTime(), moment.getTime());
  assert.equal(shown(written(moment)), field(moment));
  assert.equal(typed(field(moment)), written(moment));
  assert.equal(typed(""), "");
  assert.equal(shown("yesterday"), "");
  const { since, until } = lastHours(8, moment.getTime());
  assert.equal(until, "");
  assert.equal(new Date(since).getTime(), Date.parse("2026-01-01T19:00:00Z"));
});

test("a period is open, in order, or wrong in a way that has words", () => {
  const [early, late] = ["2026-01-01T06:00+08:00", "2026-01-01T07:00+08:00"];
  assert.equal(wrong({ since: "", until: "" }), null);
  assert.equal(wrong({ since: early, until: late }), null);
  assert.equal(wrong({ since: early, until: "" }), null);
  assert.equal(wrong({ since: late, until: early }), "reversed");
  assert.equal(wrong({ since: early, until: early }), "reversed");
  assert.equal(wrong({ since: "2026-01-01T06:00", until: "" }), "unreadable");
  assert.equal(wrong({ since: "2026-13-01T06:00+08:00", until: "" }), "unreadable");
  assert.equal(wrong({ since: "", until: "tomorrow" }), "unreadable");
});

test("a search is narrow once a filter is set", () => {
  assert.equal(isNarrow(searchOf("?view=events&everything=1&before=1.floor")), false);
  assert.equal(isNarrow(searchOf("?table=A1")), true);
  assert.equal(isNarrow(searchOf("?table=")), false);
});
