import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fits,
  gamesOf,
  minimumsOf,
  namedTables,
  NO_TABLES,
  type Own,
  secondsLeft,
  tablesAfter,
  wallColumns,
  wayTo,
} from "../src/lobby/tables.ts";
import type { LobbyTile } from "../src/wire.ts";

function tile(more: Partial<LobbyTile> = {}): LobbyTile {
  return {
    table: "A1",
    game: "mbs-tiger",
    name: { en: "Tiger Baccarat", zh: "老虎百家乐" },
    is_live: false,
    phase: "betting",
    round_number: 3,
    shoe_number: 1,
    betting_ms: 20_000,
    closes_at: 9_500,
    minimum: 500,
    maximum: 500_000,
    seats_taken: 2,
    seats: 7,
    patrons_choose: true,
    is_halted: false,
    ...more,
  };
}

const SEATED: Own = { table: "A1", hasLeft: false, mayGo: true };
const told = (...tiles: LobbyTile[]) => ({ say: "lobby" as const, now: 1, tiles, roads: {} });

test("a message changes the tables that it names, and keeps people's order", () => {
  const first = tablesAfter(NO_TABLES, told(tile({ table: "A10" }), tile({ table: "A2" })));
  const next = tablesAfter(first, told(tile({ table: "A2", phase: "closed" })));
  assert.deepEqual(
    next.tiles.map(({ table, phase }) => [table, phase]),
    [
      ["A2", "closed"],
      ["A10", "betting"],
    ],
  );
  assert.equal(NO_TABLES.isTold, false);
  assert.equal(tablesAfter(NO_TABLES, told()).isTold, true);
});

test("a patron can sit down only where there is a seat and the House allows it", () => {
  const other = tile({ table: "B2" });
  assert.equal(wayTo(tile(), SEATED), "here");
  assert.equal(wayTo(other, SEATED), "free");
  assert.equal(wayTo(tile(), { ...SEATED, hasLeft: true }), "free");
  assert.equal(wayTo({ ...other, seats_taken: 7 }, SEATED), "full");
  assert.equal(wayTo({ ...other, seats: null, seats_taken: 70 }, SEATED), "free");
  assert.equal(wayTo({ ...other, phase: "closed" }, SEATED), "closed");
  assert.equal(wayTo({ ...other, is_halted: true }, SEATED), "stopped");
  assert.equal(wayTo({ ...other, phase: "awaiting a ruling" }, SEATED), "stopped");
  assert.equal(wayTo({ ...other, patrons_choose: false }, SEATED), "staff");
  assert.equal(wayTo(other, { ...SEATED, mayGo: false }), "staff");
  assert.equal(wayTo(other, { ...SEATED, table: null }), "staff");
  assert.equal(wayTo({ ...other, is_live: true }, SEATED), "live");
});

test("filters go by game and by minimum", () => {
  const tiles = [
    tile(),
    tile({ table: "A2", minimum: 100 }),
    tile({ table: "B1", game: "rws-etg" }),
  ];
  assert.deepEqual(
    gamesOf(tiles).map(({ game }) => game),
    ["mbs-tiger", "rws-etg"],
  );
  assert.deepEqual(minimumsOf(tiles), [100, 500]);
  const found = tiles.filter((each) => fits(each, { game: "mbs-tiger", minimum: 500 }));
  assert.deepEqual(
    found.map(({ table }) => table),
    ["A1"],
  );
});

test("the clock runs only while bets are open, and never below nothing", () => {
  assert.equal(secondsLeft(tile(), 7_400), 3);
  assert.equal(secondsLeft(tile(), 99_000), 0);
  assert.equal(secondsLeft(tile({ closes_at: null }), 0), null);
});

test("an address names each table once, or none at all", () => {
  assert.deepEqual(namedTables("?tables=A1,%20B2,A1,"), ["A1", "B2"]);
  assert.equal(namedTables("?tables="), null);
  assert.equal(namedTables(""), null);
});

test("a wall has room for every table", () => {
  for (let count = 1; count <= 24; count += 1) {
    const columns = wallColumns(count, 1920, 1000);
    assert.ok(columns >= 1 && columns <= count);
  }
  assert.equal(wallColumns(24, 1920, 1000), 6);
  assert.equal(wallColumns(4, 1920, 1000), 2);
  assert.equal(wallColumns(24, 1080, 1850), 3);
});
