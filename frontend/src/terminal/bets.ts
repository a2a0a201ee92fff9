/** A patron's wanted position, and what the buttons of the layout do to it. Pure. */
import type { LayoutPart, Offer, OwnBet, PayLine } from "../wire.ts";

/** Stakes by bet, in cents; a bet without a stake is not in it. */
export type Position = ReadonlyMap<string, number>;

export const NOTHING: Position = new Map();

export function positionOf(bets: readonly OwnBet[]): Position {
  return new Map(bets.filter((bet) => bet.stake > 0).map((bet) => [bet.bet, bet.stake]));
}

export function withStake(position: Position, bet: string, stake: number): Position {
  const next = new Map(position);
  if (stake > 0) next.set(bet, stake);
  else next.delete(bet);
  return next;
}

export function total(position: Position): number {
  let sum = 0;
  for (const stake of position.values()) sum += stake;
  return sum;
}

export function same(one: Position, other: Position): boolean {
  return one.size === other.size && [...one].every(([bet, stake]) => other.get(bet) === stake);
}

/** As a wish says it, in the order of the layout. */
export function stakesOf(position: Position, offers: readonly Offer[]): [string, number][] {
  return offers.flatMap(({ bet }) => {
    const stake = position.get(bet);
    return stake === undefined ? [] : [[bet, stake] as [string, number]];
  });
}

/** Why a chip does not fit, checked before sending; the server still judges. */
export type Misfit =
  | { kind: "maximum"; maximum: number }
  | { kind: "minimum"; minimum: number }
  | { kind: "credits"; short: number };

export interface Purse {
  /** Free credits, without the stakes on the layout. */
  credits: number;
  /** The registered stakes, which have already been paid. */
  registered: number;
}

/** Put a chip on a bet; the first chip is raised to the minimum, as a dealer would ask for it. */
export function place(position: Position, offer: Offer, chip: number): Position {
  const before = position.get(offer.bet) ?? 0;
  const wanted = Math.max(before + chip, offer.minimum);
  return withStake(position, offer.bet, wanted);
}

export function misfit(position: Position, offers: readonly Offer[], purse: Purse): Misfit | null {
  for (const offer of offers) {
    const stake = position.get(offer.bet) ?? 0;
    if (offer.maximum !== null && stake > offer.maximum)
      return { kind: "maximum", maximum: offer.maximum };
    if (stake > 0 && stake < offer.minimum) return { kind: "minimum", minimum: offer.minimum };
  }
  const short = total(position) - (purse.credits + purse.registered);
  return short > 0 ? { kind: "credits", short } : null;
}

export function doubled(position: Position): Position {
  return new Map([...position].map(([bet, stake]) => [bet, stake * 2]));
}

/** A position of an earlier round, as far as its bets are still on offer. */
export function onOffer(position: Position, offers: readonly Offer[]): Position {
  const known = new Set(offers.map((offer) => offer.bet));
  return new Map([...position].filter(([bet]) => known.has(bet)));
}

/** The line that pays most, for what a bet could win at best. */
export function bestLine(offer: Offer): PayLine | null {
  const paying = offer.lines.filter((line) => line.odds !== null);
  return paying.reduce<PayLine | null>(
    (best, line) => (best === null || worth(line) > worth(best) ? line : best),
    null,
  );
}

function worth(line: PayLine): number {
  return line.odds === null ? 0 : line.odds.win / line.odds.per;
}

/** All odds of a bet as a layout prints them: "8 to 1", "12 or 20 to 1", "1–30 to 1". */
export function oddsWords(offer: Offer): string {
  const paying = offer.lines
    .filter((line) => line.odds !== null)
    .sort((one, other) => worth(one) - worth(other));
  const words = [...new Set(paying.map((line) => line.pays))];
  if (words.length < 2) return words.join("");
  if (!words.every((each) => each.endsWith(" to 1"))) return either(words.reverse());
  const wins = words.map((each) => each.slice(0, -" to 1".length));
  return `${wins.length > 3 ? `${wins[0]}–${wins.at(-1)}` : either(wins)} to 1`;
}

function either(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

export function possibleWin(offer: Offer, stake: number): number {
  const best = bestLine(offer);
  return best?.odds ? (stake * best.odds.win) / best.odds.per : 0;
}

/** The three places of every layout: a hand's bets left and right, the plain Tie between them. */
export interface Places {
  player: Offer[];
  tie: Offer[];
  banker: Offer[];
  side: Offer[];
}

export function placesOf(layout: LayoutPart): Places {
  const places: Places = { player: [], tie: [], banker: [], side: [] };
  for (const offer of layout.offers) places[placeOf(offer)].push(offer);
  return places;
}

function placeOf(offer: Offer): keyof Places {
  if (offer.hand !== null) return offer.hand;
  const [line, ...more] = offer.lines;
  const [asked, ...others] = line?.when ?? [];
  const isTie =
    more.length === 0 &&
    others.length === 0 &&
    asked?.question === "winner" &&
    asked.accepted.join() === "tie";
  return isTie ? "tie" : "side";
}

const DENOMINATIONS = [1, 5, 10, 25, 100, 500, 1_000, 5_000, 10_000, 50_000].map(
  (dollars) => dollars * 100,
);
const TRAY_COUNT = 6;

/** The chips of a table: from its smallest minimum upwards, each of them whole steps. */
export function trayOf(offers: readonly Offer[]): number[] {
  const minimum = Math.min(...offers.map((offer) => offer.minimum));
  const step = Math.max(...offers.map((offer) => offer.step));
  const fitting = DENOMINATIONS.filter((chip) => chip % step === 0);
  const first = fitting.findIndex((chip) => chip >= minimum);
  return fitting.slice(Math.max(first, 0), Math.max(first, 0) + TRAY_COUNT);
}

/** The chips that make up a stake, largest first; at most so many are drawn. */
export function chipsOf(stake: number, most = 5): number[] {
  const chips: number[] = [];
  let left = stake;
  for (const chip of [...DENOMINATIONS].reverse()) {
    while (left >= chip && chips.length < most) {
      chips.push(chip);
      left -= chip;
    }
  }
  return chips;
}
