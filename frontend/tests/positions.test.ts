/** Chips in the boxes of a live table: what taps and undo make of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  boxOfKey,
  differing,
  inBox,
  isUnnamed,
  lyingOn,
  newKey,
  partOf,
  type Position,
  positionOf,
  seatedAt,
  spotsOf,
  stakeOn,
  sum,
  withStake,
} from "../src/felt/positions.ts";
import type { Felt, Offer, PatronShown, PlaceShown } from "../src/wire.ts";

const offer = (bet: string, hand: Offer["hand"] = null) => ({ bet, hand }) as Offer;
const at = (box: string, patron: string, more: Partial<Position> = {}): Position => ({
  box,
  patron,
  stance: "seated",
  onBehalf: false,
  stakes: [["banker", 50_000]],
  ...more,
});
const patron = (key: string, box: string | null, is_here = true): PatronShown => ({
  patron: key,
  box,
  is_here,
  held: 0,
  owed: 0,
  debts: [],
});

test("a box has spots for both hands, for what lies beside them, and a Wins On area", () => {
  const spots = spotsOf([
    offer("player", "player"),
    offer("banker", "banker"),
    offer("tie"),
    offer("player-wins-on-6"),
    offer("tie-wins-on-0"),
  ]);
  const names = (offers: readonly Offer[]) => offers.map(({ bet }) => bet);
  assert.deepEqual(names(spots.hands), ["player", "banker"]);
  assert.deepEqual(names(spots.sides), ["tie"]);
  assert.deepEqual(names(spots.winsOn), ["player-wins-on-6", "tie-wins-on-0"]);
});

test("a stake is added, changed in its place, or gone", () => {
  const stakes = withStake([["banker", 50_000]], "tie", 10_000);
  assert.deepEqual(stakes, [
    ["banker", 50_000],
    ["tie", 10_000],
  ]);
  assert.deepEqual(withStake(stakes, "banker", 60_000)[0], ["banker", 60_000]);
  assert.deepEqual(withStake(stakes, "banker", -1), [["tie", 10_000]]);
  assert.equal(stakeOn(stakes, "tie"), 10_000);
  assert.equal(stakeOn(stakes, "player"), 0);
  assert.equal(sum(stakes), 60_000);
});

test("seated chips lie before standing ones, and a place without chips is not shown", () => {
  const standing = at("5", "ben", { stance: "standing", onBehalf: true });
  const all = [standing, at("5", "ann"), at("5", "eve", { stakes: [] }), at("6", "dan")];
  assert.deepEqual(
    inBox(all, "5").map((each) => each.patron),
    ["ann", "ben"],
  );
  assert.deepEqual(lyingOn(all, "5", "banker"), [
    { patron: "ann", stance: "seated", onBehalf: false, stake: 50_000 },
    { patron: "ben", stance: "standing", onBehalf: true, stake: 50_000 },
  ]);
  assert.deepEqual(lyingOn(all, "5", "tie"), []);
});

test("what the table shows becomes a position of what lies there", () => {
  const place: PlaceShown = {
    place: "ann@5",
    box: "5",
    patron: "ann",
    stance: "seated",
    on_behalf: true,
    bets: [{ bet: "banker", lay: 50_000, plays: 40_000 }],
  };
  assert.deepEqual(positionOf(place), at("5", "ann", { onBehalf: true }));
});

test("a patron who left sits nowhere, and a new key is one that nobody has", () => {
  const patrons = [patron("5-r3", "5"), patron("old", "6", false), patron("5-r3-2", null)];
  assert.equal(seatedAt(patrons, "5"), "5-r3");
  assert.equal(seatedAt(patrons, "6"), null);
  assert.equal(newKey(patrons, "5", 3), "5-r3-3");
  assert.equal(newKey(patrons, "6", 3), "6-r3");
  assert.equal(newKey(patrons, "★", 3), "box-r3");
});

test("a patron without a name is known by the box of the first bet", () => {
  assert.equal(boxOfKey("5-r3", ["1", "5"]), "5");
  assert.equal(boxOfKey("V1-r3-2", ["V 1"]), "V 1");
  assert.equal(boxOfKey("guest-1", ["1", "5"]), null);
  assert.equal(boxOfKey("6-r3", ["1", "5"]), null);
  assert.deepEqual(["5-r3-2", "guest-12", "ann", "VIP-7"].map(isUnnamed), [
    true,
    true,
    false,
    false,
  ]);
});

test("undo names the places that differ, and those that were empty before", () => {
  const now = [at("5", "ann", { stakes: [["tie", 1]] }), at("6", "ben"), at("7", "new")];
  const before = [at("5", "ann"), at("6", "ben")];
  assert.deepEqual(
    differing(now, before).map(({ place, stakes }) => [place.patron, stakes]),
    [
      ["ann", [["banker", 50_000]]],
      ["new", []],
    ],
  );
});

test("the middle of the screen follows the phase", () => {
  const felt = { options: null, payouts: null } as Felt;
  const ended = { options: {}, payouts: {} } as Felt;
  assert.equal(partOf("idle", felt), "bets");
  assert.equal(partOf("betting", ended), "bets");
  assert.equal(partOf("dealing", felt), "deal");
  assert.equal(partOf("choosing", felt), "deal");
  assert.equal(partOf("choosing", ended), "options");
  assert.equal(partOf("settled", felt), "bets");
  assert.equal(partOf("result", ended), "payouts");
});
