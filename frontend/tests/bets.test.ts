/** What the buttons of the layout do to a position. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chipsOf,
  doubled,
  misfit,
  NOTHING,
  oddsWords,
  place,
  placesOf,
  possibleWin,
  stakesOf,
  total,
  trayOf,
  withStake,
} from "../src/terminal/bets.ts";
import { grouped, numberOf, presented, ticketText } from "../src/terminal/tickets.ts";
import type { LayoutPart, Offer, PayLine } from "../src/wire.ts";

function line(win: number, per: number, pays: string, winner: string): PayLine {
  return {
    when: [{ question: "winner", accepted: [winner] }],
    odds: { win, per },
    pays,
    commission: null,
    clause: "4.7",
  };
}

function offer(bet: string, more: Partial<Offer> = {}): Offer {
  return {
    bet,
    name: { en: bet, zh: bet },
    clause: "4.7",
    hand: null,
    lines: [line(8, 1, "8 to 1", "tie")],
    minimum: 500,
    maximum: 50_000,
    step: 100,
    ...more,
  };
}

const banker = offer("banker", { hand: "banker", lines: [line(19, 20, "0.95 to 1", "banker")] });
const tie = offer("tie");
const tiger = offer("tiger", {
  lines: [
    {
      ...line(12, 1, "12 to 1", "banker"),
      when: [
        { question: "winner", accepted: ["banker"] },
        { question: "banker_cards", accepted: [2] },
      ],
    },
    line(20, 1, "20 to 1", "banker"),
  ],
});
const offers = [banker, tie, tiger];

test("the first chip is raised to the minimum, and later ones add their value", () => {
  const once = place(NOTHING, tie, 100);
  assert.equal(once.get("tie"), 500);
  assert.equal(place(once, tie, 100).get("tie"), 600);
});

test("a stake of nothing leaves no bet behind", () => {
  assert.equal(withStake(place(NOTHING, tie, 500), "tie", 0).size, 0);
});

test("what stands on the layout is paid already and counts towards what may be staked", () => {
  const position = withStake(withStake(NOTHING, "banker", 6_000), "tie", 500);
  assert.equal(total(position), 6_500);
  assert.equal(misfit(position, offers, { credits: 500, registered: 6_000 }), null);
  assert.deepEqual(misfit(position, offers, { credits: 400, registered: 6_000 }), {
    kind: "credits",
    short: 100,
  });
});

test("more than the maximum, or less than the minimum, does not fit", () => {
  const purse = { credits: 1_000_000, registered: 0 };
  assert.deepEqual(misfit(withStake(NOTHING, "tie", 50_100), offers, purse), {
    kind: "maximum",
    maximum: 50_000,
  });
  assert.deepEqual(misfit(withStake(NOTHING, "tie", 400), offers, purse), {
    kind: "minimum",
    minimum: 500,
  });
});

test("a doubled position is written in the order of the layout", () => {
  const position = withStake(withStake(NOTHING, "tiger", 500), "banker", 1_000);
  assert.deepEqual(stakesOf(doubled(position), offers), [
    ["banker", 2_000],
    ["tiger", 1_000],
  ]);
});

test("hands and the plain Tie have their places, whatever they are called", () => {
  const places = placesOf({ offers } as unknown as LayoutPart);
  assert.deepEqual(places.banker, [banker]);
  assert.deepEqual(places.tie, [tie]);
  assert.deepEqual(places.side, [tiger]);
});

test("the odds are printed shortly, and the best of them tells the possible win", () => {
  assert.equal(oddsWords(banker), "0.95 to 1");
  assert.equal(oddsWords(tiger), "12 or 20 to 1");
  assert.equal(possibleWin(tiger, 500), 10_000);
});

test("a tray begins at the minimum, and a stake is drawn as its largest chips", () => {
  assert.deepEqual(trayOf(offers), [500, 1_000, 2_500, 10_000, 50_000, 100_000]);
  assert.deepEqual(chipsOf(13_500), [10_000, 2_500, 1_000]);
});

test("a ticket is read as it is scanned and as it is typed, and not otherwise", () => {
  const number = "738710924120378655";
  assert.deepEqual(presented(ticketText(number, 224_625), ""), { number, amount: 224_625 });
  assert.deepEqual(presented(grouped(number), "2,246.25"), { number, amount: 224_625 });
  assert.deepEqual(presented(number, "$20"), { number, amount: 2_000 });
  for (const amount of ["", "1.5", "1.234", "x", "-5"])
    assert.equal(presented(number, amount), null);
  assert.equal(presented(number.slice(1), "20"), null);
});

test("the number of a ticket is read off its code, or as it was typed", () => {
  const number = "973587787520510419";
  for (const text of [number, grouped(number), ` ${number} `, ticketText(number, 97375)])
    assert.equal(numberOf(text), number);
  for (const text of ["", "12", `${number}1`, "PUNTO 12 5", "9735-8778-7520-5104-1x"])
    assert.equal(numberOf(text), null);
});
