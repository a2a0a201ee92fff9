/** What happened, told in 中文 by its parts. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { detailsZh, factZh, whoZh } from "../src/words/details_zh.ts";
import { pitZh } from "../src/words/pit_zh.ts";

test("the parts of an event are told in Chinese, and people's own words as they were", () => {
  assert.equal(
    detailsZh("terminal.disabled", [
      ["terminal", "T1"],
      ["reason", "cleaning"],
    ]),
    "终端 T1，“cleaning”",
  );
  assert.equal(
    detailsZh("money.adjusted", [
      ["terminal", "T1"],
      ["amount", "-2050"],
    ]),
    "终端 T1，−$20.50",
  );
  assert.equal(
    detailsZh("CardsCounted", [
      ["counted", "311"],
      ["expected", "312"],
    ]),
    "点算 311 张，应为 312 张",
  );
  assert.equal(
    detailsZh("round.cards_corrected", [
      ["registered", "2D 4S"],
      ["corrected", "4S TD"],
    ]),
    "原录入：方块2、黑桃4，更正为：黑桃4、方块10",
  );
});

test("people of the floor are told by their names, and a newcomer by both", () => {
  const nameOf = (person: string) => (person === "mei" ? "陈美" : person);
  assert.equal(detailsZh("PersonDismissed", [["person", "mei"]], nameOf), "陈美");
  assert.equal(
    detailsZh(
      "PersonEnrolled",
      [
        ["person", "mei"],
        ["name", "陈美"],
      ],
      nameOf,
    ),
    "mei，“陈美”",
  );
  assert.equal(detailsZh("table.dealer_changed", [["dealer", "mei"]], nameOf), "荷官 陈美");
});

test("a step of a recalled round has a name and its parts", () => {
  const parts: [string, string][] = [
    ["policy", "foreign-card"],
    ["extra", "9H"],
    ["words", "a red back"],
  ];
  assert.match(
    factZh("IrregularityReported", parts) ?? "",
    /^报告异常，暂停：.*，未录入：红心9，“a red back”$/,
  );
  assert.equal(factZh("CardDealt", []), null);
});

test("whoever stands behind it is named with their role", () => {
  assert.equal(whoZh({ is: "Patron", terminal: "T1" }), "终端 T1");
});

test("every part that the server tells has Chinese words, and every code a title", () => {
  const server = readFileSync(
    new URL("../../src/punto/views/sentences/details.py", import.meta.url),
    "utf-8",
  );
  const names = [...(/_TOLD = \(([^)]*)\)/.exec(server)?.[1] ?? "").matchAll(/"(\w+)"/g)].map(
    ([, name]) => name ?? "",
  );
  assert.ok(names.length > 20);
  for (const name of names.filter((each) => each !== "expected"))
    assert.notEqual(detailsZh("", [[name, "4S"]]), "", name);
  const codes = readFileSync(
    new URL("../../src/punto/views/significance.py", import.meta.url),
    "utf-8",
  ).matchAll(/: "(\w+\.\w+)"/g);
  for (const [, code] of codes) assert.ok(pitZh.codes[code ?? ""], code);
});
