/** The cells of the roads by name; on the wire they are lists. */
import type { BeadCell, BigCell, DerivedCell, RoadsWindow } from "./wire.ts";

export interface Bead {
  row: number;
  column: number;
  winner: "player" | "banker" | "tie";
  playerPair: boolean;
  bankerPair: boolean;
  natural: boolean;
  /** The hands were played as they lay, which no draw order makes. */
  laid: boolean;
}

export interface Big {
  row: number;
  column: number;
  winner: "player" | "banker" | "tie";
  ties: number;
  bankerPair: boolean;
  playerPair: boolean;
  laid: boolean;
}

export interface Derived {
  row: number;
  column: number;
  mark: "R" | "B";
}

export function bead([[row, column], result]: BeadCell): Bead {
  const [winner, playerPair, bankerPair, natural, laid] = result;
  return { row, column, winner, playerPair, bankerPair, natural, laid };
}

export function big([[row, column], winner, ties, bankerPair, playerPair, laid]: BigCell): Big {
  return { row, column, winner, ties, bankerPair, playerPair, laid };
}

export function derived([[row, column], mark]: DerivedCell): Derived {
  return { row, column, mark };
}

export interface Cells {
  bead: Bead[];
  big: Big[];
  bigEye: Derived[];
  small: Derived[];
  cockroach: Derived[];
}

export function cellsOf(window: RoadsWindow): Cells {
  return {
    bead: window.bead.map(bead),
    big: window.big.map(big),
    bigEye: window.big_eye.map(derived),
    small: window.small.map(derived),
    cockroach: window.cockroach.map(derived),
  };
}

/** The newest part of a road: whole columns dropped from the left, and the last cell in sight. */
export function newest<Cell extends { column: number }>(
  cells: readonly Cell[],
  columns: number,
): Cell[] {
  const last = cells.at(-1);
  if (last === undefined) return [];
  const overflow = Math.max(...cells.map((cell) => cell.column)) + 1 - columns;
  const first = Math.max(0, Math.min(overflow, last.column));
  return cells
    .filter((cell) => cell.column >= first && cell.column < first + columns)
    .map((cell) => ({ ...cell, column: cell.column - first }));
}
