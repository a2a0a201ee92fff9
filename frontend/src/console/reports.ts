/** A report of an irregularity while it is being put together. */
import { hasCardsOut } from "../staff/phases.ts";
import type {
  ConsoleView,
  Irregularity,
  Phase,
  Reportable,
  ReportIrregularityWish,
  Side,
} from "../wire.ts";

export interface Draft {
  what: Reportable;
  /** An earlier round, or null for the present or last one. */
  earlier: number | null;
  /** Null for an unseen card. */
  extra: (string | null)[];
  /** All cards in the order they should have. */
  cards: (string | null)[];
  /** The registered cards of this deal; between rounds none of them is out. */
  dealt: readonly string[];
  /** The places of the cards that were drawn together, among all that are out. */
  together: number[];
  /** The hand in which each card that is out lies, where their order is lost. */
  lies: Side[];
  terminals: string[];
  words: string;
}

const AFTERWARDS: Irregularity[] = [
  "wrong-card-registered",
  "wrong-area",
  "wrong-order",
  "excess-or-exposed-card",
];
const WHILE_BETTING: Irregularity[] = [
  "terminal-interruption",
  "technical-interruption",
  "excess-or-exposed-card",
  "face-up-card",
];
/** What usually goes wrong in a phase, the most usual first. */
const LIKELY: Record<Phase, Irregularity[]> = {
  closed: [],
  idle: [
    "wrong-card-registered",
    "technical-interruption",
    "face-up-card",
    "excess-or-exposed-card",
  ],
  betting: WHILE_BETTING,
  closing: WHILE_BETTING,
  dealing: [
    "wrong-card-registered",
    "excess-or-exposed-card",
    "wrong-area",
    "simultaneous-draw",
    "wrong-order",
    "technical-interruption",
  ],
  result: AFTERWARDS,
  settled: AFTERWARDS,
  "awaiting a ruling": ["terminal-interruption", "technical-interruption"],
  choosing: ["technical-interruption", "excess-or-exposed-card", "wrong-card-registered"],
};
/** What a card means that was read while none was due. */
const LIKELY_OF_A_CARD: Irregularity[] = [
  "excess-or-exposed-card",
  "simultaneous-draw",
  "foreign-card",
];

/** The irregularities that may be reported and are likely at this moment, the most likely first; then all others. */
export function byLikelihood(
  open: readonly Reportable[],
  phase: Phase,
  readCard: boolean,
): [Reportable[], Reportable[]] {
  const order = readCard ? LIKELY_OF_A_CARD : LIKELY[phase];
  const likely = order.flatMap((kind) =>
    open.filter((each) => each.irregularity === kind && each.why_not === null),
  );
  return [likely, open.filter((each) => !likely.includes(each))];
}

export function namesCards(draft: Draft): "no" | "may" | "must" {
  if (draft.earlier !== null) return draft.what.late === "by-the-cards" ? "must" : "no";
  return draft.what.cards;
}

export function namesExtra(draft: Draft): "no" | "may" | "must" {
  return draft.earlier === null ? draft.what.extra : "no";
}

/** Whether the report says which cards were drawn together; they alone may change places. */
export function namesTogether(draft: Draft): boolean {
  return draft.earlier === null && draft.what.together;
}

/** Whether the report says in which hand each card lies, since their order is lost. */
export function namesHands(draft: Draft): boolean {
  return draft.earlier === null && draft.what.remedy === "as-they-lie";
}

function handOf(draft: Draft, side: Side): string[] {
  return cardsOut(draft).flatMap((card, place) =>
    card !== null && draft.lies[place] === side ? [card] : [],
  );
}

/** All cards that are out: the registered ones, then the others. */
export function cardsOut(draft: Draft) {
  return [...draft.dealt, ...draft.extra];
}

/** A draft with the cards that the table knows, so that only what differs has to be entered. */
export function begun(
  what: Reportable,
  earlier: number | null,
  view: ConsoleView,
  extra: readonly string[] = [],
  phase: Phase = "dealing",
): Draft {
  const known =
    earlier === null
      ? view.registered
      : (view.earlier.find((each) => each.number === earlier)?.cards ?? []);
  const dealt = hasCardsOut(phase) ? view.registered : [];
  return {
    what,
    earlier,
    extra: [...extra],
    cards: [...known],
    dealt,
    together: [],
    lies: [],
    terminals: [],
    words: "",
  };
}

/** Whether the cards of a reconstruction are those out, registered or not, each once. */
export function isComplete(draft: Draft): boolean {
  if (draft.what.terminals) return draft.terminals.length > 0;
  if (namesTogether(draft) && draft.together.length < 2) return false;
  if (draft.what.words && draft.words.trim() === "") return false;
  if (namesExtra(draft) === "must" && draft.extra.length === 0) return false;
  return namesCards(draft) !== "must" || draft.cards.length > 0;
}

export function wishOf(draft: Draft, registered: readonly string[]): ReportIrregularityWish {
  const naming = namesCards(draft);
  const asRegistered =
    draft.cards.length === registered.length &&
    draft.cards.every((card, index) => card === registered[index]);
  const named = naming === "must" || (naming === "may" && !asRegistered);
  return {
    name: "ReportIrregularity",
    irregularity: draft.what.irregularity,
    words: draft.words.trim(),
    cards: named ? draft.cards : null,
    extra: namesExtra(draft) === "no" ? [] : draft.extra,
    terminals: draft.what.terminals ? draft.terminals : [],
    round_number: draft.earlier,
    lasted_ms: 0,
    lies: namesHands(draft) ? [handOf(draft, "player"), handOf(draft, "banker")] : null,
    together: namesTogether(draft)
      ? cardsOut(draft).filter((_, place) => draft.together.includes(place))
      : [],
  };
}

/** The order after a card was found to be out as well: behind those that were there. */
export function withExtra(
  draft: Draft,
  before: readonly (string | null)[],
  after: readonly (string | null)[],
): (string | null)[] {
  const gone = [...before];
  for (const card of after) {
    const at = gone.indexOf(card);
    if (at >= 0) gone.splice(at, 1);
  }
  const cards = [...draft.cards];
  for (const card of gone) {
    const at = cards.lastIndexOf(card);
    if (at >= 0) cards.splice(at, 1);
  }
  const come = [...after];
  for (const card of before) {
    const at = come.indexOf(card);
    if (at >= 0) come.splice(at, 1);
  }
  return [...cards, ...come];
}
