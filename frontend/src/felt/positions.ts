/** Chips in the boxes of a live table, and what taps do to them. Pure. */
import type { Felt, LayoutPart, Offer, PatronShown, Phase, PlaceShown, Stance } from "../wire.ts";

export type Stakes = readonly [string, number][];

/** The chips of one patron in one box. */
export interface Position {
  patron: string;
  box: string;
  stance: Stance;
  onBehalf: boolean;
  stakes: Stakes;
}

/** One bet that lies on a spot. */
export interface Lying {
  patron: string;
  stance: Stance;
  onBehalf: boolean;
  stake: number;
}

/** The spots of a box: both hands, the bets beside them, and the Wins On area. */
export interface Spots {
  hands: readonly Offer[];
  sides: readonly Offer[];
  winsOn: readonly Offer[];
}

export function spotsOf(offers: LayoutPart["offers"]): Spots {
  const winsOn = offers.filter((each) => /-wins-on-\d$/.test(each.bet));
  const others = offers.filter((each) => !winsOn.includes(each));
  return {
    hands: others.filter((each) => each.hand !== null),
    sides: others.filter((each) => each.hand === null),
    winsOn,
  };
}

export function positionOf(place: PlaceShown): Position {
  return {
    patron: place.patron,
    box: place.box,
    stance: place.stance,
    onBehalf: place.on_behalf,
    stakes: place.bets.map(({ bet, lay }): [string, number] => [bet, lay]),
  };
}

export const isAt = (patron: string, box: string) => (each: Position) =>
  each.patron === patron && each.box === box;

export function stakeOn(stakes: Stakes, bet: string): number {
  return stakes.find(([each]) => each === bet)?.[1] ?? 0;
}

/** The position with another stake on one bet; a stake of zero is left out. */
export function withStake(stakes: Stakes, bet: string, stake: number): [string, number][] {
  const others = stakes.filter(([each]) => each !== bet);
  if (stake <= 0) return others;
  return stakeOn(stakes, bet) === 0
    ? [...others, [bet, stake]]
    : stakes.map(([each, before]): [string, number] => [each, each === bet ? stake : before]);
}

/** What lies on a spot, seated patrons first. */
export function lyingOn(positions: readonly Position[], box: string, bet: string): Lying[] {
  return inBox(positions, box).flatMap(({ patron, stance, onBehalf, stakes }) => {
    const stake = stakeOn(stakes, bet);
    return stake === 0 ? [] : [{ patron, stance, onBehalf, stake }];
  });
}

export function inBox(positions: readonly Position[], box: string): Position[] {
  const there = positions.filter((each) => each.box === box && each.stakes.length > 0);
  return there.toSorted((one, other) => one.stance.localeCompare(other.stance));
}

export const sum = (stakes: Stakes) => stakes.reduce((total, [, stake]) => total + stake, 0);

/** The patron who sits at a box. */
export function seatedAt(patrons: readonly PatronShown[], box: string): string | null {
  return patrons.find((each) => each.is_here && each.box === box)?.patron ?? null;
}

const inKey = (box: string) => box.replace(/[^0-9a-z]/gi, "") || "box";

/** Whether a patron has only the key that a screen or the table gave. */
export const isUnnamed = (patron: string) => /^guest-\d+$|-r\d+(-\d+)?$/.test(patron);

/** The box in which a patron without a name or a key of their own made the first bet. */
export function boxOfKey(patron: string, boxes: readonly string[]): string | null {
  const stem = /^([0-9a-z]+)-r\d+(-\d+)?$/i.exec(patron)?.[1];
  return boxes.find((box) => inKey(box) === stem) ?? null;
}

/** A key for a patron who is not known by one: by the box and the round, and by a number if that is taken. */
export function newKey(patrons: readonly PatronShown[], box: string, round: number): string {
  const stem = `${inKey(box)}-r${round}`;
  const taken = new Set(patrons.map(({ patron }) => patron));
  let key = stem;
  for (let number = 2; taken.has(key); number += 1) key = `${stem}-${number}`;
  return key;
}

/** The places where one layout differs from another, as the second has them. */
export function differing(
  now: readonly Position[],
  wanted: readonly Position[],
): { place: Position; stakes: Stakes }[] {
  const key = ({ stakes }: { stakes: Stakes }) => JSON.stringify(stakes);
  const changed = wanted.flatMap((place) => {
    const present = now.find(isAt(place.patron, place.box));
    return present !== undefined && key(present) === key(place)
      ? []
      : [{ place, stakes: place.stakes }];
  });
  const gone = now.filter(
    (place) => place.stakes.length > 0 && !wanted.some(isAt(place.patron, place.box)),
  );
  return [...changed, ...gone.map((place) => ({ place, stakes: [] }))];
}

/** What the middle of the screen shows. */
export type Part = "bets" | "deal" | "options" | "payouts";

export function partOf(phase: Phase, felt: Felt): Part {
  switch (phase) {
    case "idle":
      // A paid round that became void is put right before the next one.
      return felt.payouts === null ? "bets" : "payouts";
    case "closed":
    case "betting":
    case "closing":
      return "bets";
    case "dealing":
    case "awaiting a ruling":
      return "deal";
    case "choosing":
      return felt.options === null ? "deal" : "options";
    case "result":
    case "settled":
      return felt.payouts === null ? "bets" : "payouts";
  }
}
