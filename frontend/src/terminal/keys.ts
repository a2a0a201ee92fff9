/** The keys of a terminal with a keyboard. Pure, but for finding the bet beside another. */
import type { SheetName } from "./sheets.ts";

export type Act =
  | { kind: "chip"; at: number }
  | { kind: "do"; name: "undo" | "clear" | "repeat" | "double" }
  | { kind: "go"; place: "player" | "tie" | "banker" }
  | { kind: "open"; sheet: SheetName }
  | { kind: "help" };

/** What each letter does; digits choose a chip, and arrows move between the bets. */
const LETTERS: Readonly<Record<string, Act>> = {
  u: { kind: "do", name: "undo" },
  c: { kind: "do", name: "clear" },
  r: { kind: "do", name: "repeat" },
  d: { kind: "do", name: "double" },
  p: { kind: "go", place: "player" },
  t: { kind: "go", place: "tie" },
  b: { kind: "go", place: "banker" },
  m: { kind: "open", sheet: "money" },
  l: { kind: "open", sheet: "rules" },
  h: { kind: "open", sheet: "recall" },
  o: { kind: "open", sheet: "roads" },
  "?": { kind: "help" },
};

export function actOf(key: string): Act | null {
  if (/^[1-9]$/.test(key)) return { kind: "chip", at: Number(key) - 1 };
  return LETTERS[key.toLowerCase()] ?? null;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Return which box lies nearest in the direction of an arrow; -1 if none does. */
export function beside(boxes: readonly Box[], from: number, key: string): number {
  const arrow = ARROWS[key];
  const start = boxes[from];
  if (arrow === undefined || start === undefined) return -1;
  const height = start.bottom - start.top;
  const middle = (box: Box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const;
  const [startX, startY] = middle(start);
  let [best, least] = [-1, Infinity];
  boxes.forEach((box, at) => {
    const [x, y] = middle(box);
    const along = (x - startX) * arrow[0] + (y - startY) * arrow[1];
    const across = Math.abs((x - startX) * arrow[1]) + Math.abs((y - startY) * arrow[0]);
    // A neighbour in the row is nearer than a bet of another row. The chosen chip is raised, so
    // that the middles of one row are not quite at one height.
    const far = along + 3 * across;
    if (at !== from && along > 1 && far < least && (arrow[1] !== 0 || across < height / 2))
      [best, least] = [at, far];
  });
  return best;
}
