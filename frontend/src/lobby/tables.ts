/** The tables of the lobby, the patron's way to each, and the filters. Pure. */
import type { LobbyTile, LobbyTold, RoadsShown } from "../wire.ts";

export interface Tables {
  /** In the order in which people count: table 2 before table 10. */
  tiles: readonly LobbyTile[];
  roads: Readonly<Record<string, RoadsShown>>;
  /** Whether the server has said anything of tables, be it that there are none. */
  isTold: boolean;
}

export const NO_TABLES: Tables = { tiles: [], roads: {}, isTold: false };

const IN_ORDER = new Intl.Collator("en", { numeric: true });

/** The tables after a message, which has only those that changed. */
export function tablesAfter(before: Tables, told: LobbyTold): Tables {
  const tiles = new Map(before.tiles.map((tile) => [tile.table, tile]));
  for (const tile of told.tiles) tiles.set(tile.table, tile);
  return {
    tiles: [...tiles.values()].sort((one, other) => IN_ORDER.compare(one.table, other.table)),
    roads: { ...before.roads, ...told.roads },
    isTold: true,
  };
}

/** Where the terminal is, and whether its patron sits there. */
export interface Own {
  table: string | null;
  hasLeft: boolean;
  /** Whether the table where it is lets patrons go. */
  mayGo: boolean;
}

/** Whether a patron can take a seat at a table; only "free" can be touched. */
export type Way = "here" | "free" | "full" | "closed" | "stopped" | "staff" | "live";

export function wayTo(tile: LobbyTile, own: Own): Way {
  if (tile.table === own.table && !own.hasLeft) return "here";
  if (tile.is_live) return "live";
  if (tile.is_halted || tile.phase === "awaiting a ruling") return "stopped";
  if (tile.phase === "closed") return "closed";
  // The first seat of a terminal, and every seat where the House wants it so, is given by staff.
  if (!tile.patrons_choose || !own.mayGo || own.table === null) return "staff";
  return tile.seats !== null && tile.seats_taken >= tile.seats ? "full" : "free";
}

export interface Filter {
  game: string;
  /** The minimum in cents; null for any. */
  minimum: number | null;
}

export const EVERYTHING: Filter = { game: "", minimum: null };

export function fits(tile: LobbyTile, filter: Filter): boolean {
  return (
    (filter.game === "" || tile.game === filter.game) &&
    (filter.minimum === null || tile.minimum === filter.minimum)
  );
}

/** The games on offer, each once, in the order of the tables. */
export function gamesOf(tiles: readonly LobbyTile[]): LobbyTile[] {
  return tiles.filter((tile, at) => tiles.findIndex((each) => each.game === tile.game) === at);
}

/** The minimums on offer, the lowest first. */
export function minimumsOf(tiles: readonly LobbyTile[]): number[] {
  return [...new Set(tiles.map((tile) => tile.minimum))].sort((one, other) => one - other);
}

export function secondsLeft(tile: LobbyTile, now: number): number | null {
  return tile.closes_at === null ? null : Math.max(0, Math.ceil((tile.closes_at - now) / 1_000));
}

/** The tables that an address names: `?tables=A1,B2`; null where it names none. */
export function namedTables(search: string): string[] | null {
  const named = (new URLSearchParams(search).get("tables") ?? "").split(",");
  const tables = [...new Set(named.map((name) => name.trim()).filter((name) => name !== ""))];
  return tables.length === 0 ? null : tables;
}

export const MOST_ON_A_WALL = 24;

/** How wide a table of a wall is for its height, at best. */
const SHAPE = 1.5;

/** The columns with which so many tables are largest on a wall of this shape. */
export function wallColumns(count: number, width: number, height: number): number {
  let [best, most] = [1, 0];
  for (let columns = 1; columns <= count; columns += 1) {
    const wide = width / columns;
    const high = height / Math.ceil(count / columns);
    const size = Math.min(wide, high * SHAPE);
    if (size > most) [best, most] = [columns, size];
  }
  return best;
}

/** The name of a road above it, in rem. */
const NAME = 1.1;
const GAP = 0.3;
/** Below this width of a cell, in rem, the bead plate does not fit as well. */
const BEAD_CELL = 0.8;
/** The fewest columns of a big road that show a shoe's run. */
const FEWEST_COLUMNS = 20;

export interface RoadSizes {
  cell: number;
  columns: number;
  hasBead: boolean;
  /** The room of one of the three derived roads, its columns, and the gap beside it. */
  third: number;
  thirdColumns: number;
  gap: number;
}

/** The sizes with which roads fill a width, and a height where it is not 0; all in rem. */
export function roadSizes(width: number, height: number, least: number): RoadSizes {
  // Six cells each for bead plate and big road, three for the derived roads of half the size.
  const withBead = (height - 3 * NAME) / 15;
  const hasBead = withBead >= BEAD_CELL;
  const high = hasBead ? withBead : Math.min((height - 2 * NAME) / 9, width / FEWEST_COLUMNS);
  // Cells that fill a width grow a little; those that must fit a height, too, shrink a little.
  const exact = width / Math.max(least, high);
  const columns = Math.max(8, height === 0 ? Math.floor(exact) : Math.ceil(exact));
  const cell = width / columns;
  const third = (width - 2 * GAP) / 3;
  const thirdColumns = Math.max(8, Math.ceil(third / (cell / 2)));
  return { cell, columns, hasBead, third, thirdColumns, gap: GAP };
}
