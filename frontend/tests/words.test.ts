/** Every word in both languages: the same keys, and nothing left empty or untranslated. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { en } from "../src/words/en.ts";
import { floorEn } from "../src/words/floor_en.ts";
import { floorZh } from "../src/words/floor_zh.ts";
import { gateEn, gateZh } from "../src/words/gate_words.ts";
import { labEn, labZh } from "../src/words/lab_words.ts";
import { liveEn } from "../src/words/live_en.ts";
import { liveZh } from "../src/words/live_zh.ts";
import { reportsEn } from "../src/words/reports_en.ts";
import { reportsZh } from "../src/words/reports_zh.ts";
import { sensorEn } from "../src/words/sensor_en.ts";
import { sensorZh } from "../src/words/sensor_zh.ts";
import { pitEn } from "../src/words/pit_en.ts";
import { pitZh } from "../src/words/pit_zh.ts";
import { staffEn } from "../src/words/staff_en.ts";
import { staffZh } from "../src/words/staff_zh.ts";
import { zh } from "../src/words/zh.ts";

const BOTH: Record<string, [object, object]> = {
  patrons: [en, zh],
  staff: [staffEn, staffZh],
  pit: [pitEn, pitZh],
  floor: [floorEn, floorZh],
  gate: [gateEn, gateZh],
  lab: [labEn, labZh],
  live: [liveEn, liveZh],
  sensor: [sensorEn, sensorZh],
  reports: [reportsEn, reportsZh],
};
/** Letters, numbers and names that are the same everywhere. */
const ALIKE = new Set(["PIN", "–", ""]);

function leaves(words: object, path = ""): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [key, value] of Object.entries(words) as [string, unknown][]) {
    if (typeof value === "object" && value !== null)
      for (const [inner, leaf] of leaves(value, `${path}${key}.`)) found.set(inner, leaf);
    else found.set(path + key, value);
  }
  return found;
}

for (const [name, [english, chinese]] of Object.entries(BOTH)) {
  test(`the words of ${name} have the same keys in both languages`, () => {
    assert.deepEqual([...leaves(chinese).keys()].sort(), [...leaves(english).keys()].sort());
  });

  test(`the words of ${name} are of the same kind, and are Chinese where they should be`, () => {
    const told = leaves(chinese);
    for (const [key, value] of leaves(english)) {
      const other = told.get(key);
      assert.equal(typeof other, typeof value, key);
      if (typeof value === "string" && typeof other === "string" && value === other) {
        assert.ok(ALIKE.has(value) || !/[a-z]{3}/i.test(value), `${key}: ${value}`);
      }
    }
  });
}

/** The objects through which the pages read the words. */
const SPOKEN: Record<string, string> = {
  patrons: "speech",
  staff: "staff",
  pit: "pit",
  floor: "floorWords",
  gate: "gate",
  lab: "labWords",
  live: "live",
  sensor: "sensorWords",
  reports: "reportsWords",
};
const SOURCES = readdirSync("src", { recursive: true, encoding: "utf-8" })
  .filter((name) => /\.(ts|svelte)$/.test(name) && !/^words\/(?!language)|^wire\.ts/.test(name))
  .map((name) => readFileSync(join("src", name), "utf-8"))
  .join("\n");

for (const [name, [english]] of Object.entries(BOTH)) {
  test(`every word of ${name} is on some page`, () => {
    const unused = Object.keys(english).filter((key) => {
      const spoken = `(\\b${SPOKEN[name]}\\.|this\\.|[^.\\w])words\\s*\\.${key}\\b`;
      return !new RegExp(`${spoken}|"${key}"`).test(SOURCES);
    });
    assert.deepEqual(unused, []);
  });
}
