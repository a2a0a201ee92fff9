/** Events in 中文: the name of each kind of event, and the parts of its sentence. */
import { balance, net } from "../money.ts";
import type { ActorCase, PatronCase, Role, TimerCase } from "../wire.ts";
import { FACTS_ZH, ROLES_ZH } from "./messages_zh.ts";
import { zh } from "./zh.ts";

type Parts = readonly (readonly [string, string])[];
type Told = (text: string, parts: ReadonlyMap<string, string>) => string;

const VERDICTS: Record<string, string> = {
  "goes on": "继续进行",
  void: "本局作废",
  established: "确认属实",
  carry: "牌留待下一局",
  burn: "销牌",
};
const LINKS: Record<string, string> = { connected: "已连接", lost: "离线" };
const KINDS: Record<string, string> = { credits: "调整余额", "write-off": "核销欠款" };
/** Amounts that may be negative are shown with their sign. */
const SIGNED = new Set(["CreditsAdjusted"]);

const card = (text: string) =>
  zh.card(zh.ranks[text[0] ?? ""] ?? "", zh.suits[text[1] ?? ""] ?? "");
const cards = (text: string) =>
  text
    .split(" ")
    .map((each) => (/^[A2-9TJQK][SHDC]$/.test(each) ? card(each) : each))
    .join("、");
const said = (text: string) => `“${text}”`;

const irregularity: Told = (text) =>
  zh.irregularities[text as keyof typeof zh.irregularities] ?? text;

const PARTS: Record<string, Told> = {
  terminal: (text) => `终端 ${text}`,
  table: (text) => `赌桌 ${text}`,
  name: said,
  place: said,
  role: (text) => ROLES_ZH[Number(text) as Role] ?? text,
  profile: (text) => (text === "staffed" ? "职员运营" : "单人运营"),
  link: (text) => LINKS[text] ?? text,
  policy: irregularity,
  report: irregularity,
  irregularity,
  earlier: (text) => `关于第 ${text} 局`,
  round_number: (text) => `第 ${text} 局`,
  shoe_number: (text) => `第 ${text} 靴`,
  verdict: (text) => VERDICTS[text] ?? text,
  kind: (text) => KINDS[text] ?? text,
  amount: (text) => balance(Number(text)),
  counted: (text, parts) => `点算 ${text} 张，应为 ${parts.get("expected") ?? ""} 张`,
  player_total: (text) => `闲 ${text} 点`,
  banker_total: (text) => `庄 ${text} 点`,
  shown: (text) => `首张 ${card(text)}`,
  unseen_count: (text) => `销牌 ${text} 张`,
  card,
  cards,
  extra: (text) => `未录入：${cards(text)}`,
  registered: (text, parts) =>
    parts.has("corrected") ? `原录入：${cards(text)}` : `投注有效：${text}`,
  corrected: (text) => `更正为：${cards(text)}`,
  unregistered: (text) => `没有投注：${text}`,
  unanswered: (text) => `没有回应：${text}`,
  // What was decided before a report that waited; the reason is recorded as an English sentence.
  why: () => "因先前的决定",
  reason: said,
  words: said,
};

/** The parts of an event in their order, with people by their full names. */
export function detailsZh(
  what: string,
  details: Parts,
  nameOf: (person: string) => string = (person) => person,
): string {
  const parts = new Map(details);
  return details
    .map(([name, text]) => {
      if (name === "person") return parts.has("name") ? text : nameOf(text);
      if (name === "dealer") return `荷官 ${nameOf(text)}`;
      return name === "amount" && SIGNED.has(what) ? net(Number(text)) : PARTS[name]?.(text, parts);
    })
    .filter((part) => part !== undefined)
    .join("，");
}

/** The actor of an event. */
export function whoZh(by: ActorCase | PatronCase | TimerCase): string {
  if (by.is === "Patron") return `终端 ${by.terminal}`;
  const actor = by.is === "Timer" ? by.dealer : by;
  return `${actor.person}，${by.is === "Timer" ? "计时器代" : ""}${actor.acting ? "代理" : ""}${ROLES_ZH[actor.role]}`;
}

/** A kind of event with its parts; null for kinds shown in another way. */
export function factZh(what: string, details: Parts): string | null {
  const name = FACTS_ZH[what];
  if (name === undefined) return null;
  const parts = detailsZh(what, details);
  return parts === "" ? name : `${name}：${parts}`;
}
