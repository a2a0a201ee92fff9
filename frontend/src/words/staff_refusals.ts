/** Refusals for staff: the engine's own sentences in English, and all of them in 中文. */
import type { Language } from "../connection.ts";
import type { RefusalFields, RefusalTold } from "../wire.ts";
import { haltForStaff } from "./halts.ts";
import { REFUSALS_ZH } from "./messages_zh.ts";

type Codes = keyof RefusalFields;

/** A wrong PIN: of another person, at the last try, or with tries left. */
const wrongPin = (left: unknown, [others, last, several]: [string, string, string]) =>
  left == null ? others : Number(left) === 0 ? last : several;

/** Refusals by the server, before it asks a table. */
type Desk = (fields: Record<string, string>) => string;
const clock = (ms: string | undefined) =>
  new Date(Number(ms)).toLocaleTimeString("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
const DESK: Record<Language, Record<string, Desk>> = {
  en: {
    PinNeeded: (f) => `The PIN of ${f.person} is needed`,
    PinWrong: (f) =>
      wrongPin(f.left, [
        `The PIN of ${f.person} is wrong, or ${f.person} is locked out`,
        "Wrong PIN. You are now locked out: ask a colleague in the pit to unlock you",
        `Wrong PIN. Tries left: ${f.left}`,
      ]),
    ServerDraws: () => "The server draws the cards of a virtual shoe; they cannot be entered",
    ReadingChanged: () => "The sensor reads something else now. Look at the chips again",
    LimitsMoved: (f) =>
      `The limits of table ${f.table} have changed meanwhile. Preview the change again`,
    PinsUnheard: (f) =>
      `Too many wrong PINs of colleagues at this screen. Try again at ${clock(f.until)}`,
    StaleDraw: () => "That card has already been drawn",
    SeatedElsewhere: (f) => `${f.terminal} is assigned to table ${f.table}: move it from there`,
    TableHalted: (f) => `The table is halted: ${f.reason}`,
  },
  zh: {
    NoAcceptor: (f) => `终端 ${f.terminal} 没有收钞机`,
    NoSuchTable: (f) => `本场没有赌桌 ${f.table}`,
    PinNeeded: (f) => `需要 ${f.person} 的 PIN`,
    PinWrong: (f) =>
      wrongPin(f.left, [
        `${f.person} 的 PIN 错误，或已被锁定`,
        "PIN 错误次数过多，您已被锁定，须由监场台同事解锁",
        `PIN 错误，还可尝试 ${f.left} 次`,
      ]),
    ServerDraws: () => "虚拟牌靴的牌由系统抽出，不能录入",
    ReadingChanged: () => "感应器读数已变，请再看筹码",
    LimitsMoved: (f) => `赌桌 ${f.table} 的限额已被改动，请重新预览`,
    PinsUnheard: (f) => `本屏幕上同事的 PIN 错误次数过多，请于 ${clock(f.until)} 再试`,
    SeatedElsewhere: (f) => `${f.terminal} 已分配到赌桌 ${f.table}，请在该桌移出`,
    TableHalted: (f) => `赌桌已停止：${haltForStaff(f.reason ?? "", "zh")}`,
  },
};

/** A refusal for staff in their language; an unknown one in the server's words. */
export function staffRefusal(refusal: RefusalTold, language: Language): string {
  const desk = DESK[language][refusal.code];
  if (desk !== undefined) return desk(refusal.fields as Record<string, string>);
  const say =
    language === "zh"
      ? (REFUSALS_ZH[refusal.code as Codes] as ((fields: never) => string) | undefined)
      : undefined;
  return say === undefined ? tidied(refusal.sentence) : say(refusal.fields as never);
}

/** The engine's sentence with a capital, and without its clauses, which are shown beside it. */
function tidied(sentence: string): string {
  const plain = sentence.replace(/\s*\((?:(?:[RLM] \d+(?:\.\d+)*|A-\d+)(?:, )?)+\)/g, "");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
