/** Styles stay shared: tokens that exist, and components of a size that can be read. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const MOST_LINES = 300;
const MOST_STYLE = 0.4;
const files = readdirSync("src", { recursive: true, encoding: "utf-8" })
  .filter((name) => /\.(svelte|css)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join("src", name), "utf-8") }));
const components = files.filter(({ name }) => name.endsWith(".svelte"));
const tokens = files.find(({ name }) => name === "tokens.css")?.text ?? "";
const lines = (text: string) => text.split("\n").length - 1;
const style = (text: string) => /<style>[^]*<\/style>\n/.exec(text)?.[0] ?? "";

test("no component is longer than a reader follows", () => {
  const long = components.filter(({ text }) => lines(text) > MOST_LINES);
  assert.deepEqual(
    long.map(({ name }) => name),
    [],
  );
});

test("components share their styles: less than 40 % of their lines are CSS", () => {
  const all = components.reduce((sum, { text }) => sum + lines(text), 0);
  const css = components.reduce((sum, { text }) => sum + lines(style(text)), 0);
  assert.ok(css < MOST_STYLE * all, `${css} of ${all} lines are CSS`);
});

test("every custom property that a style reads is declared, and every token is read", () => {
  const everything = files.map(({ text }) => text).join("\n");
  const declared = new Set(everything.match(/(?<=[\s:])--[\w-]+(?=[:=])/g));
  const read = everything.match(/(?<=var\()--[\w-]+/g) ?? [];
  assert.deepEqual(
    [...new Set(read)].filter((name) => !declared.has(name)),
    [],
  );
  const named = new Set([...read, ...(everything.match(/(?<=look\(|", )"[\w-]+"/g) ?? [])]);
  const unread = (tokens.match(/(?<=^ {2})--[\w-]+(?=:)/gm) ?? []).filter(
    (name) => !named.has(name) && !named.has(`"${name.slice(2)}"`),
  );
  assert.deepEqual(unread, []);
});
