/** A table's refusals in the words of patrons, in both languages. */
import type { Language } from "../connection.ts";
import { balance, money } from "../money.ts";
import type { RefusalFields, RefusalTold } from "../wire.ts";
import { haltForPatrons } from "./halts.ts";

type Codes = keyof RefusalFields;
type Says<Code extends Codes> = (
  fields: RefusalFields[Code],
  name: (bet: string) => string,
) => string;
type Sayings<Known extends Codes> = { [Code in Known]: Says<Code> };

/** The refusals that a patron can meet at a terminal; the others are for staff. */
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
  | "TicketNumberTaken"
  | "StaffSeatPatrons"
  | "NoSeatFree"
  | "TableNotOpen"
  | "BetsInPlay"
  | "MoneyStillHere"
  | "AlreadySeated"
  | "AdjustmentWaits"
  | "WrongKindOfTable";

type OneBet = RefusalFields["BetsRefused"]["refusals"][number];

function oneBetEn(refused: OneBet, name: (bet: string) => string): string {
  switch (refused.is) {
    case "StakeBelowMinimum":
      return `${name(refused.bet)}: the minimum is ${money(refused.minimum)}`;
    case "StakeAboveMaximum":
      return `${name(refused.bet)}: the maximum is ${money(refused.maximum)}`;
    case "StakeOffStep":
      return `${name(refused.bet)}: stakes go in steps of ${money(refused.step)}`;
    case "StakeNotPositive":
      return `${name(refused.bet)}: the stake must be more than 0`;
    case "BetUnknown":
    case "BetNotOffered":
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
    case "BetUnknown":
    case "BetNotOffered":
      return `本桌不设${name(refused.bet)}`;
  }
}

const en: Sayings<Patrons> = {
  TerminalIsDisabled: (fields) => `Betting is suspended at this terminal: ${fields.reason}`,
  RoundIsStale: () => "That round is over; the bet was not placed",
  BetsAreClosed: () => "Bets are closed for this round",
  BetsRefused: (fields, name) => fields.refusals.map((each) => oneBetEn(each, name)).join("; "),
  BetWrittenTwice: (fields, name) => `${name(fields.bet)} was entered twice`,
  StakesAboveCredits: (fields) => `Not enough credits: you have ${balance(fields.credits)}`,
  OppositeBetsNotTaken: () => "This table takes a bet on Player or on Banker, not on both",
  SideBetsNeedAnOriginalBet: () => "A side bet also needs a bet on Player or Banker",
  LiabilityAboveCap: () => "This round has reached its betting limit",
  OutOfPhase: () => "That is not possible right now",
  NotSeated: () => "This terminal is not assigned to a table. Please call an attendant",
  TableHasNoGame: () => "The table has no game yet",
  NotForThisSender: () => "Only this terminal can do that",
  RoleTooLow: () => "Only staff can do that. Please call an attendant",
  CommandIdReused: () => "That was already sent. Please try again",
  NoCredits: () => "There are no credits to cash out",
  TicketIsWaiting: () => "A ticket is pending. Please confirm it first",
  NoTicketWaiting: () => "No ticket is pending",
  RoundMayStillChange: () =>
    "Your last round may still be corrected. Please wait for the next one to begin",
  AmountNotPositive: () => "The amount must be more than 0",
  TicketNotOnFile: () => "This ticket is not known here. Please check the number",
  TicketAlreadyPaid: () => "This ticket has already been paid",
  TicketExpired: () => "This ticket has expired. Please ask an attendant",
  TicketAmountDiffers: () => "The amount does not match this ticket",
  TicketNumberTaken: () => "Please try again",
  StaffSeatPatrons: () => "Staff seat patrons at that table. Please call an attendant",
  NoSeatFree: () => "All seats of that table are taken. Please choose another",
  TableNotOpen: (fields) => `Table ${fields.table} is closed. Please choose another`,
  BetsInPlay: () => "You have bets in this round. You can leave when it is over",
  MoneyStillHere: () =>
    "You have bets, a ticket or a debt at this table. You can change when it is settled",
  AlreadySeated: () => "You are already seated at this table",
  AdjustmentWaits: () => "Staff are deciding about your credits. Please wait",
  WrongKindOfTable: () => "That is a live table: bets are placed there with chips",
};

const zh: Sayings<Patrons> = {
  TerminalIsDisabled: (fields) => `本终端暂停投注：${fields.reason}`,
  RoundIsStale: () => "该局已结束，未能下注",
  BetsAreClosed: () => "本局已停止下注",
  BetsRefused: (fields, name) => fields.refusals.map((each) => oneBetZh(each, name)).join("；"),
  BetWrittenTwice: (fields, name) => `${name(fields.bet)}重复下注`,
  StakesAboveCredits: (fields) => `余额不足：您有 ${balance(fields.credits)}`,
  OppositeBetsNotTaken: () => "本桌不能同时投注庄和闲",
  SideBetsNeedAnOriginalBet: () => "投注庄或闲后方可下旁注",
  LiabilityAboveCap: () => "本局投注已达上限",
  OutOfPhase: () => "目前无法进行此操作",
  NotSeated: () => "本终端尚未分配赌桌，请呼叫工作人员",
  TableHasNoGame: () => "赌桌尚未设置游戏",
  NotForThisSender: () => "此操作只能在本终端进行",
  RoleTooLow: () => "此操作须由工作人员办理，请呼叫",
  CommandIdReused: () => "操作重复，请再试",
  NoCredits: () => "没有可兑现的余额",
  TicketIsWaiting: () => "有票券待处理，请先确认",
  NoTicketWaiting: () => "没有待处理的票券",
  RoundMayStillChange: () => "上一局仍可能更正，请等下一局开始",
  AmountNotPositive: () => "金额须大于零",
  TicketNotOnFile: () => "查无此票券，请核对号码",
  TicketAlreadyPaid: () => "此票券已兑付",
  TicketExpired: () => "此票券已过期，请询问工作人员",
  TicketAmountDiffers: () => "金额与票券不符",
  TicketNumberTaken: () => "请再试一次",
  StaffSeatPatrons: () => "该桌由工作人员安排座位，请呼叫工作人员",
  NoSeatFree: () => "该桌座位已满，请选择其他赌桌",
  TableNotOpen: (fields) => `${fields.table} 桌尚未开桌，请选择其他赌桌`,
  BetsInPlay: () => "本局仍有您的注码，结束后方可离座",
  MoneyStillHere: () => "您在本桌仍有注码、票券或欠款，处理后方可换桌",
  AlreadySeated: () => "您已在本桌就座",
  AdjustmentWaits: () => "工作人员正在处理您的余额，请稍候",
  WrongKindOfTable: () => "该桌为真人荷官桌，须用筹码下注",
};

const SAYINGS: Record<Language, Sayings<Patrons>> = { en, zh };

/** A refusal in the patron's words; null for refusals that only staff meet. */
export function refusalWords(
  refusal: RefusalTold,
  language: Language,
  name: (bet: string) => string,
): string | null {
  // From the server, before it asks a table.
  if (refusal.code === "TableHalted")
    return haltForPatrons(String(refusal.fields.reason), language);
  const say = SAYINGS[language][refusal.code as Patrons] as Says<Codes> | undefined;
  return say === undefined ? null : say(refusal.fields, name);
}
