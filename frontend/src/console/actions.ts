/** The big button: what it says, why, and which wish it utters. */
import type { Station } from "../staff/station.svelte.ts";
import type { ConsoleView, ConsoleWish, Side, SideStep } from "../wire.ts";
import { speech } from "../words/language.svelte.ts";
import { staff } from "../words/staff.svelte.ts";
import { tray } from "../words/tray.svelte.ts";

export interface BigAction {
  title: string;
  why: string;
  /** What pressing it asks for; null where something else has to happen first. */
  wish: ConsoleWish | null;
  kind: "press" | "card" | "shuffle" | "burn" | "sheet" | "wait";
  /** The step that another sheet asks more about, or the sheet of the float. */
  opens?: SideStep | "tray";
}

export function bigAction(station: Station<"console">, view: ConsoleView): BigAction {
  const words = staff.words;
  const step = view.next_step;
  if (
    step === "player card" ||
    step === "banker card" ||
    step === "player third card" ||
    step === "banker third card"
  )
    return dealing(station, view);
  const title = words.steps[step];
  switch (step) {
    case "configure":
      return { title, why: "", wish: null, kind: "wait" };
    case "open the table":
      return press(title, words.openTableWhy, { name: "OpenTable" });
    case "load a shoe":
      return loading(station, title);
    case "burn cards":
      // The server shows the first card of a sealed order, whichever one is named here.
      if (view.shoe?.source === "virtual shoe")
        return press(title, words.burnWhy, { name: "BurnCards", shown: "AS" });
      return { title, why: words.burnWhy, wish: null, kind: "burn" };
    case "retire the shoe":
      return {
        title,
        why: view.shoe?.is_over ? words.retireOver : words.retireShort,
        wish: null,
        kind: "sheet",
        opens: "RetireShoe",
      };
    case "close the table":
      return {
        title,
        why: words.closeWhy(station.title(2)),
        wish: null,
        kind: "sheet",
        opens: "CloseTable",
      };
    case "second count":
      return {
        title,
        why: tray.words.counted(station.nameOfPerson(view.felt?.tray.count?.counted_by ?? "")),
        wish: null,
        kind: "sheet",
        opens: "tray",
      };
    case "open bets":
      return press(title, words.say(view.phrases.opening), { name: "OpenBets" });
    case "close bets":
      return press(
        title,
        words.say(view.phrases.closing),
        view.felt === null ? { name: "BeginClosing" } : { name: "NoMoreBets", passed_over: false },
      );
    case "cut off":
      return press(title, cutOffWhy(station, view), { name: "CutOff" });
    case "announce totals":
      return press(
        title,
        words.totalsWhy(
          station.public?.hands.player.total ?? "",
          station.public?.hands.banker.total ?? "",
        ),
        { name: "AnnounceTotals" },
      );
    case "settle":
      return press(title, view.felt === null ? words.settleWhy : words.settleLive, {
        name: "Settle",
      });
    case "end options":
      return press(title, words.endOptionsWhy, { name: "EndOptions" });
    case "attest":
    case "rule":
      return {
        title,
        why: words.callWho(station.title(view.procedure?.awaited ?? 4)),
        wish: null,
        kind: "wait",
      };
  }
}

function press(title: string, why: string, wish: ConsoleWish): BigAction {
  return { title, why, wish, kind: "press" };
}

function loading(station: Station<"console">, title: string): BigAction {
  const game = station.layout?.game;
  const why = staff.words.loadWhy(game?.decks ?? 0);
  if (game?.source === "virtual shoe")
    return press(title, why, { name: "LoadShoe", shuffle: "virtually" });
  return { title, why, wish: null, kind: "shuffle" };
}

function cutOffWhy(station: Station<"console">, view: ConsoleView): string {
  if (view.unanswered.length === 0) return staff.words.allAnswered;
  const left =
    view.cut_off_at === null ? 0 : Math.max(0, Math.ceil((view.cut_off_at - station.now) / 1000));
  return `${staff.words.waitsFor(speech.words.listed(view.unanswered))} · ${staff.words.graceLeft(left)}`;
}

function dealing(station: Station<"console">, view: ConsoleView): BigAction {
  const words = staff.words;
  const side = view.next_card?.side ?? "player";
  const name = speech.words[side];
  const source = view.shoe?.source ?? "keyed shoe";
  const why = nextWhy(station, side);
  if (source === "virtual shoe") {
    return {
      title: words.drawFor(name),
      why,
      wish: { name: "DrawCard", dealt_count: view.shoe?.progress?.dealt_count ?? 0 },
      kind: "press",
    };
  }
  return {
    title: source === "keyed shoe" ? words.keyFor(name) : words.scanFor(name),
    why,
    wish: null,
    kind: "card",
  };
}

/** Whose card is next, and why: by the order of the first four, or by the Table of Play. */
function nextWhy(station: Station<"console">, side: Side): string {
  const hands = station.public?.hands;
  return (hands && speech.judged(hands, side)) || staff.words.firstCards[side];
}
