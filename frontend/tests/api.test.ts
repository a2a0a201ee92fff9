/** The HTTP part: errors have one shape, and roles are those of the moment. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Api, colleaguesAt, Trouble } from "../src/api.ts";
import type { PersonTold } from "../src/wire.ts";

function answering(status: number, body: unknown) {
  const asked: [string, RequestInit][] = [];
  const fetching = ((path: string, init: RequestInit) => {
    asked.push([path, init]);
    const json = () => Promise.resolve(body);
    return Promise.resolve({ ok: status < 400, status, statusText: "status", json });
  }) as unknown as typeof fetch;
  return { asked, fetching };
}

test("what changes something carries the token of the session, and the slot of the page", async () => {
  const { asked, fetching } = answering(200, { csrf: "t0k", accepted: true });
  const api = new Api("?slot=mei", fetching);
  await api.session();
  await api.wish({ what: "GrantRole", person: "mei", role: 2 });
  const [path, init] = asked[1] ?? ["", {}];
  assert.equal(path, "/api/floor/commands?slot=mei");
  assert.equal((init.headers as Record<string, string>)["X-Punto-CSRF"], "t0k");
  const sent = JSON.parse(init.body as string) as { wish: { what: string } };
  assert.equal(sent.wish.what, "GrantRole");
});

test("an error comes with its code, and a server that is gone with one of our own", async () => {
  const refused = new Api(
    "",
    answering(423, { error: { code: "locked", sentence: "locked" } }).fetching,
  );
  await assert.rejects(
    refused.get("/x"),
    (trouble) => trouble instanceof Trouble && trouble.code === "locked" && trouble.status === 423,
  );
  const gone = new Api("", async () => Promise.reject(new TypeError("gone")));
  await assert.rejects(
    gone.get("/x"),
    (trouble) => trouble instanceof Trouble && trouble.code === "no_line",
  );
  const broken = new Api("", answering(502, null).fetching);
  await assert.rejects(
    broken.get("/x"),
    (trouble) => trouble instanceof Trouble && trouble.code === "unknown",
  );
});

test("a colleague has the highest role of the moment, acting or for good", () => {
  const person = (id: string, more: Partial<PersonTold>): PersonTold => ({
    person: id,
    name: id,
    roles: [],
    acting: null,
    dismissed: false,
    locked: false,
    has_secrets: true,
    reset_asked_by: null,
    ...more,
  });
  const people = [
    person("dealer", { roles: [1] }),
    person("acting", { roles: [1], acting: { role: 3, since: 10, until: 20 } }),
    person("below", { roles: [3], acting: { role: 2, since: 0, until: 99 } }),
    person("gone", { roles: [4], dismissed: true }),
    person("nobody", {}),
  ];
  const told = (now: number) =>
    colleaguesAt(people, now).map((each) => [each.id, each.role, each.acting]);
  assert.deepEqual(told(10), [
    ["acting", 3, true],
    ["below", 3, false],
    ["dealer", 1, false],
  ]);
  assert.deepEqual(told(20), [
    ["below", 3, false],
    ["acting", 1, false],
    ["dealer", 1, false],
  ]);
});
