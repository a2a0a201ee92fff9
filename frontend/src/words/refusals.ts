/** What a table refused, as a patron can understand it, in either language. */
import type { Language } from "../connection.ts";
import { balance, money } from "../money.ts";
import type { RefusalFields, RefusalTold } from "../wire.ts";
import { haltForPatrons } from "./halts.ts";

type Codes = keyof RefusalFields;
type Says<Code extends Codes> = (fields: RefusalFields[Code], name: (bet: string) => string) => string;
type Sayings<Known extends Codes> = { [Code in Known]: Says<Code> };

/** The refusals that somebody at a terminal can meet; the others are for staff. */
type Patrons =
  | "TerminalIsDisabled"
  | "RoundIsStale"
  | "BetsAreClosed"
  | "BetsRefused"
  | "BetWrittenTwice"
  | "StakesAboveCredits"
  | "OppositeBetsNotTaken"
  | "SideBetsNeedAnOriginalBet"
  | "LiabilityAboveCap"
  | "OutOfPhase"
  | "NotSeated"
  | "TableHasNoGame"
  | "NotForThisSender"
  | "RoleTooLow"
  | "CommandIdReused"
  | "NoCredits"
  | "TicketIsWaiting"
  | "NoTicketWaiting"
  | "RoundMayStillChange"
  | "AmountNotPositive"
  | "TicketNotOnFile"
  | "TicketAlreadyPaid"
  | "TicketExpired"
  | "TicketAmountDiffers"
  | "TicketNumberTaken";

type OneBet = RefusalFields["BetsRefused"]["refusals"][number];

function oneBetEn(refused: OneBet, name: (bet: string) => string): string {
  switch (refused.is) {
    case "StakeBelowMinimum":
      return `${name(refused.bet)}: the least is ${money(refused.minimum)}`;
    case "StakeAboveMaximum":
      return `${name(refused.bet)}: the most is ${money(refused.maximum)}`;
    case "StakeOffStep":
      return `${name(refused.bet)}: stakes go in steps of ${money(refused.step)}`;
    case "StakeNotPositive":
      return `${name(refused.bet)}: the stake must be more than nothing`;
    default:
      return `${name(refused.bet)} is not offered at this table`;
  }
}

function oneBetZh(refused: OneBet, name: (bet: string) => string): string {
  switch (refused.is) {
    case "StakeBelowMinimum":
      return `${name(refused.bet)}：最低 ${money(refused.minimum)}`;
    case "StakeAboveMaximum":
      return `${name(refused.bet)}：最高 ${money(refused.maximum)}`;
    case "StakeOffStep":
      return `${name(refused.bet)}：注额须为 ${money(refused.step)} 的倍数`;
    case "StakeNotPositive":
      return `${name(refused.bet)}：注额须大于零`;
    default:
      return `本桌不设${name(refused.bet)}`;
  }
}

const en: Sayings<Patrons> = {
  TerminalIsDisabled: (fields) => `This terminal takes no bets: ${fields.reason}`,
  RoundIsStale: () => "Too late: that round is over",
  BetsAreClosed: () => "No more bets: they are closed for this round",
  BetsRefused: (fields, name) => fields.refusals.map((each) => oneBetEn(each, name)).join("; "),
  BetWrittenTwice: (fields, name) => `${name(fields.bet)} was named twice`,
  StakesAboveCredits: (fields) => `Not enough credits: you have ${balance(fields.credits)}`,
  OppositeBetsNotTaken: () => "This table takes a bet on Player or on Banker, not on both",
  SideBetsNeedAnOriginalBet: () => "A side bet needs a bet on Player or Banker beside it",
  LiabilityAboveCap: () => "The table takes no more risk in this round",
  OutOfPhase: () => "The table does not do this now",
  NotSeated: () => "This terminal is at no table. Please call an attendant",
  TableHasNoGame: () => "The table has no game yet",
  NotForThisSender: () => "Only the terminal itself can ask for this",
  RoleTooLow: () => "This needs a member of staff. Please call an attendant",
  CommandIdReused: () => "That was asked before. Please try again",
  NoCredits: () => "There are no credits to take out",
  TicketIsWaiting: () => "A ticket is waiting already. Please answer for it first",
  NoTicketWaiting: () => "No ticket is waiting",
  RoundMayStillChange: () => "Your last round may still be corrected. Please wait for the next one to begin",
  AmountNotPositive: () => "The amount must be more than nothing",
  TicketNotOnFile: () => "This ticket is not known here. Please check the number",
  TicketAlreadyPaid: () => "This ticket was paid already",
  TicketExpired: () => "This ticket has expired. Please ask an attendant",
  TicketAmountDiffers: () => "The amount is not the one on this ticket",
  TicketNumberTaken: () => "Please try once more",
};

const zh: Sayings<Patrons> = {
  TerminalIsDisabled: (fields) => `本终端停止接受投注：${fields.reason}`,
  RoundIsStale: () => "太迟了：该局已结束",
  BetsAreClosed: () => "本局已停止下注",
  BetsRefused: (fields, name) => fields.refusals.map((each) => oneBetZh(each, name)).join("；"),
  BetWrittenTwice: (fields, name) => `${name(fields.bet)}重复`,
  StakesAboveCredits: (fields) => `余额不足：您有 ${balance(fields.credits)}`,
  OppositeBetsNotTaken: () => "本桌不能同时押庄和闲",
  SideBetsNeedAnOriginalBet: () => "副注须与庄或闲的投注一起下",
  LiabilityAboveCap: () => "本局赌桌不再接受更多风险",
  OutOfPhase: () => "赌桌现在不能这样做",
  NotSeated: () => "本终端未连到赌桌，请呼叫服务员",
  TableHasNoGame: () => "赌桌尚未设置游戏",
  NotForThisSender: () => "只有终端本身可以这样做",
  RoleTooLow: () => "需要工作人员，请呼叫服务员",
  CommandIdReused: () => "此请求已提出过，请再试",
  NoCredits: () => "没有可提取的余额",
  TicketIsWaiting: () => "已有票券在等待，请先回答",
  NoTicketWaiting: () => "没有等待中的票券",
  RoundMayStillChange: () => "上一局仍可能更正，请等下一局开始",
  AmountNotPositive: () => "金额须大于零",
  TicketNotOnFile: () => "查无此票券，请核对号码",
  TicketAlreadyPaid: () => "此票券已兑付",
  TicketExpired: () => "此票券已过期，请询问服务员",
  TicketAmountDiffers: () => "金额与票券不符",
  TicketNumberTaken: () => "请再试一次",
};

const SAYINGS: Record<Language, Sayings<Patrons>> = { en, zh };

/** A refusal in the patron's words; null where only staff would meet it. */
export function refusalWords(refusal: RefusalTold, language: Language, name: (bet: string) => string): string | null {
  // The desk's own: no table was asked.
  if (refusal.code === "TableHalted") return haltForPatrons(String(refusal.fields.reason), language);
  const say = SAYINGS[language][refusal.code as Patrons] as Says<Codes> | undefined;
  return say === undefined ? null : say(refusal.fields as never, name);
}
