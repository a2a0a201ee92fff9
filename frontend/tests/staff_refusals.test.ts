/** Refusals for staff: the engine's sentence in English, and every one in 中文. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { staffRefusal } from "../src/words/staff_refusals.ts";

const told = (code: string, sentence: string, fields: object = {}) => ({
  code,
  sentence,
  clauses: [],
  fields: fields as Record<string, unknown>,
});

test("the clauses stand beside the sentence and not in it", () => {
  const refusal = told(
    "NotTheDealerOnDuty",
    "mei does not deal here, expected li.wei or a higher role (R 1.4, M 6.2)",
    { person: "mei", on_duty: "li.wei" },
  );
  assert.equal(
    staffRefusal(refusal, "en"),
    "Mei does not deal here, expected li.wei or a higher role",
  );
  assert.equal(staffRefusal(refusal, "zh"), "当值荷官是 li.wei，不是 mei");
});

test("a wrong moment says what the table waits for", () => {
  const refusal = told("OutOfPhase", "…", {
    wish: "DealCard",
    phase: "betting",
    allowed: [],
    due: "close bets",
    role: 1,
    instead: "excess-or-exposed-card",
  });
  assert.match(staffRefusal(refusal, "zh"), /停止下注.*荷官.*多抽或外露的牌/);
});

test("the desk's own answers are told in both languages", () => {
  const wrong = told("PinWrong", "…", { person: "sofia" });
  assert.match(staffRefusal(wrong, "en"), /PIN of sofia/);
  assert.match(staffRefusal(wrong, "zh"), /sofia 的 PIN/);
});

test("what is not known yet is told in the server's words", () => {
  assert.equal(
    staffRefusal(told("SomethingNew", "the moon is full (A-99)"), "zh"),
    "The moon is full",
  );
});
