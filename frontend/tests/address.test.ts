/** Addresses: the same identity stays the same, and nobody is led astray. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { own, ownScreen, signInFor, slotOf, socketUrl, wayBack } from "../src/address.ts";

test("the slot of a page goes along with everything that it asks", () => {
  assert.equal(slotOf("?table=A1&slot=mei"), "mei");
  assert.equal(own("/api/me", "?slot=mei"), "/api/me?slot=mei");
  assert.equal(own("/api/me", ""), "/api/me");
  assert.equal(own("/pit", "?slot=mei", { table: "A1" }), "/pit?table=A1&slot=mei");
  assert.equal(
    socketUrl({ protocol: "http:", host: "h:1", search: "?slot=T1" }),
    "ws://h:1/socket?slot=T1",
  );
  assert.equal(socketUrl({ protocol: "https:", host: "h", search: "" }), "wss://h/socket");
  const behindProxy = { protocol: "https:", host: "h", search: "?slot=T1" };
  assert.equal(socketUrl(behindProxy, "a"), "wss://h/socket?not=a&slot=T1");
});

test("after signing in one comes back to where one was, on this server only", () => {
  const asked = signInFor({ pathname: "/pit", search: "?table=A1" });
  assert.equal(wayBack(asked.slice(asked.indexOf("?")), [4]), "/pit?table=A1");
  for (const to of [
    "//elsewhere",
    "https://elsewhere",
    "/\\elsewhere",
    "/\t/elsewhere",
    "javascript:x",
    "",
  ]) {
    assert.equal(wayBack(`?to=${encodeURIComponent(to)}`, [1]), "/console", to);
  }
});

test("everybody who signs in comes to the screen that they work at", () => {
  assert.equal(ownScreen("?slot=mei", [1, 4]), "/pit?slot=mei");
  assert.equal(ownScreen("", [2]), "/pit");
  assert.equal(ownScreen("", [1]), "/console");
  assert.equal(ownScreen("", []), "/console");
});
