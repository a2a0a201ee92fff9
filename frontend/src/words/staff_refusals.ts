/** Refusals as staff read them: the engine's own sentence in English, every one of them in 中文. */
import type { Language } from "../connection.ts";
import { balance } from "../money.ts";
import type { ExpectedCards, NextStep, RefusalFields, RefusalTold } from "../wire.ts";
import { haltForStaff } from "./halts.ts";
import { staffZh } from "./staff_zh.ts";
import { zh as patronsZh } from "./zh.ts";

type Codes = keyof RefusalFields;
type Sayings = { [Code in Codes]: (fields: RefusalFields[Code]) => string };

const role = (held: 1 | 2 | 3 | 4) => staffZh.roles[held];
const what = patronsZh.irregularities;

const STEPS: Record<NextStep, string> = {
  configure: "设置赌桌",
  "open the table": "开桌",
  "load a shoe": "装牌靴",
  "burn cards": "销牌",
  "open bets": "开始下注",
  "close bets": "停止下注",
  "cut off": "截止",
  "player card": "发闲家的牌",
  "banker card": "发庄家的牌",
  "announce totals": "宣布点数",
  "player third card": "发闲家第三张牌",
  "banker third card": "发庄家第三张牌",
  settle: "结算",
  "retire the shoe": "撤下牌靴",
  attest: "确认",
  rule: "裁决",
};

const EXPECTED: Record<ExpectedCards, string> = {
  "as drawn": "只能是从虚拟牌靴抽出的牌",
  "none yet": "停止下注前不应有牌",
  "extra only": "停止下注前只可列出额外的牌",
  "none for terminals": "终端中断不涉及牌",
  "for the next deal": "等待下一局的牌过多",
  "behind the registered": "应为已录入的牌，之后可再有牌",
  "last in another order": "只可改变最后几张的次序",
  "others than registered": "应与已录入的牌不同，且两者都有牌",
  "no more than used": "不得多于补牌规则所用",
  "a complete coup": "已结算的一局须为完整的牌",
  "each once": "应为所有已出的牌，每张一次",
  "as the decks hold": "超出所用的牌",
};

const zh: Sayings = {
  ActingAlready: (f) => `${f.person} 已代理${role(f.role)}，须先结束`,
  AdjustmentWaits: (f) => `${f.terminal} 已有调整在等待`,
  AdjustsNothing: () => "调整金额不得为零",
  AloneOnAStaffedFloor: () => "本场有其他职员，不能单人运营（A-73）",
  AlreadySeated: (f) => `${f.terminal} 已在本桌`,
  AmountAboveCredits: (f) => `${balance(f.amount)} 超出余额 ${balance(f.credits)}`,
  AmountAboveDebt: (f) => `${balance(f.amount)} 超出欠款 ${balance(f.owed)}`,
  AmountNotPositive: () => "金额须大于零",
  BetWrittenTwice: (f) => `${f.bet} 重复`,
  BetsAreClosed: (f) => `第 ${f.round_number} 局已停止下注`,
  BetsRefused: () => "投注不被接受",
  BoxContradicts: () => "代理时间有误：须从现在或以后开始，且结束在开始之后",
  BurnFirst: () => "须先销牌",
  BurnNotDue: () => "现在不需销牌",
  CardNotConfirmed: (f) => `${f.card} 为手动输入，须荷官确认`,
  CardsCannotBe: (f) => `牌不可能如此：${EXPECTED[f.expected]}`,
  CardsMissing: (f) => `${what[f.irregularity]}：须列出牌（${f.clause}）`,
  ChanceOutOfRange: () => "随机数有误",
  CommandIdReused: () => "操作重复，请再试",
  CommitmentDoesNotFit: () => "牌序承诺值与牌源不符",
  CommitmentUsedBefore: () => "此牌序承诺值已用过",
  ConfigurationRefused: () => "赌桌设置不被接受",
  ConfigurationUnfit: () => "赌桌设置不合适",
  CutCardAlreadySeen: () => "切牌卡已录入",
  CutDoesNotFit: () => "切牌位置不合适",
  DecksDiffer: (f) => `牌靴应有 ${f.expected} 副牌，而非 ${f.decks} 副`,
  EarlierRoundStands: (f) => `第 ${f.round_number} 局维持原结果（${f.clause}）`,
  ExtraCardsNotWanted: (f) => `${what[f.irregularity]}：不需列出额外的牌`,
  FloorHasStaff: (f) => `本场有 ${f.people_count} 人，不能改为单人运营`,
  FloorIsForOne: () => "单人运营时不能再加人",
  ForTheShiftManager: (f) => `须由值班经理裁决（${f.clause}）`,
  GrantToOneself: () => "不能授予自己职位",
  LastShiftManager: () => "唯一的值班经理不能撤销",
  LiabilityAboveCap: () => "超出本局赔付上限",
  MoneyStillHere: (f) => `${f.terminal} 仍有 ${balance(f.amount)}`,
  NameIsGeneric: (f) => `“${f.name}”是职位而非人名`,
  NameTaken: (f) => `“${f.name}”已由 ${f.person} 使用`,
  NoAdjustmentWaits: (f) => `${f.terminal} 没有等待中的调整`,
  NoCardIsOut: (f) => `尚未发牌，${f.clause} 不适用`,
  NoCredits: () => "没有余额",
  NoMoneyHere: (f) => `${f.terminal} 在此没有款项`,
  NoRole: (f) => `${f.person} 目前没有职位`,
  NoRoundToReach: (f) => `${f.clause} 无法影响任何牌局`,
  NoShoe: () => "没有使用中的牌靴",
  NoTicketWaiting: (f) => `${f.terminal} 没有等待中的票券`,
  NobodyNamed: () => "须指明是谁",
  NotActing: (f) => `${f.person} 没有代理职位`,
  AlarmAboutOneself: () => "关于自己的警报须由他人查看",
  NoAlarm: (f) => `没有关于 ${f.person} 的警报`,
  InvitationOver: (f) => `${f.person} 的链接已用过或已被取代`,
  OnePersonAsTwo: (f) => `${f.first} 与 ${f.second} 的账户可能由同一人设立，须由第三人执行（A-53）`,
  IdAlike: (f) => `“${f.text}”与已有的“${f.other}”过于相似`,
  IdUnfit: (f) => `“${f.text}”只能用英文字母和数字，中间可加单个 . _ -`,
  ResetOfOneself: () => "自己的密码和 PIN 须由另外两人更换",
  UnlockOneself: () => "不能为自己解锁",
  NotForAPerson: () => "此操作只能由系统进行",
  NotLockedOut: (f) => `${f.person} 并未被锁定`,
  NotForARuling: (f) => `${f.clause} 不由裁决处理`,
  NotForATimer: () => "此操作不能由计时器进行",
  NotForThisSender: (f) => `此操作只能在终端 ${f.terminal} 进行`,
  NotInThisDocument: (f) => `本规则没有“${what[f.irregularity]}”`,
  NotSeated: (f) => `${f.terminal} 不在本桌`,
  NotTheDealerOnDuty: (f) => `当值荷官是 ${f.on_duty}，不是 ${f.person}`,
  NotWithAShuffler: () => "使用洗牌机时不能进行此操作",
  NothingToChange: () => "已是如此",
  NothingToReveal: (f) => `第 ${f.shoe_number} 靴没有可公布的次序`,
  NothingWasSent: (f) => `${f.source} 没有送来 ${f.terminal}`,
  OnlyWithAShuffler: () => "此操作只用于洗牌机",
  OppositeBetsNotTaken: () => "本桌不接受庄闲对押",
  OrderNotYours: (f) => `${f.clause} 不由您决定次序`,
  OriginDiffers: (f) => `此牌的来路与${staffZh.sources[f.source]}不符`,
  OutOfPhase: (f) =>
    `现在不能：赌桌等待“${STEPS[f.due]}”（${role(f.role)}）${f.instead === null ? "" : `；若牌已出，请报告“${what[f.instead]}”`}`,
  PersonAlreadyEnrolled: (f) => `${f.person} 已登记为“${f.name}”`,
  PersonIsDismissed: (f) => `${f.person} 已离职`,
  PersonNotDismissed: (f) => `${f.person} 并未离职`,
  PersonUnknown: (f) => `本场没有 ${f.person}`,
  PlaceTaken: (f) => `“${f.place}”已有终端 ${f.terminal}`,
  ProfileAlreadyChosen: () => "已是此运营方式",
  RankTooLow: (f) => `需要${role(f.required)}或以上`,
  ReasonMissing: () => "须说明原因",
  RevealDoesNotHold: (f) => `第 ${f.shoe_number} 靴的牌序与承诺值不符`,
  RoleAlreadyHeld: (f) => `${f.person} 已有${role(f.held)}职位`,
  RoleNotHeld: (f) => `${f.person} 没有${role(f.role)}职位`,
  RoleTooLow: (f) =>
    `需要${role(f.needed)}或以上${f.held === null ? "" : `，而您是${role(f.held)}`}`,
  RoundIsStale: () => "该局已结束",
  RoundMayStillChange: (f) => `${f.terminal}：第 ${f.round_number} 局仍可能更正，请等下一局开始`,
  RoundOutOfReach: (f) => `第 ${f.round_number} 局已无法更正`,
  SamePersonTwice: (f) => `须由 ${f.person} 以外的人执行（A-53）`,
  ShoeInPlay: (f) => `第 ${f.shoe_number} 靴仍在使用`,
  ShoeIsOver: (f) => `第 ${f.shoe_number} 靴已打完`,
  ShuffleDoesNotFit: (f) => `${staffZh.sources[f.source]}不能${staffZh.shuffles[f.shuffle]}`,
  SideBetsNeedAnOriginalBet: () => "投注庄或闲后方可下旁注",
  SourceDiffers: () => "牌源不符",
  StakesAboveCredits: (f) => `余额不足：${balance(f.credits)}`,
  StaleDraw: () => "该牌已抽出",
  TableHasNoGame: () => "赌桌尚未设置游戏",
  TerminalAlreadyEnrolled: (f) => `终端 ${f.terminal} 已登记在“${f.place}”`,
  TerminalIsDisabled: (f) => `终端 ${f.terminal} 已停用：${f.reason}`,
  TerminalIsRetired: (f) => `终端 ${f.terminal} 已注销`,
  TerminalUnknown: (f) => `本场没有终端 ${f.terminal}`,
  TerminalsMissing: () => "须列出本桌的终端，每个一次",
  TerminalsNotWanted: () => "此异常不涉及终端",
  TextUnreadable: (f) => `“${f.text}”无法辨认：须有字母或数字`,
  TicketAlreadyPaid: () => "此票券已兑付",
  TicketAmountDiffers: () => "金额与票券不符",
  TicketExpired: () => "此票券已过期",
  TicketIsWaiting: (f) => `${f.terminal} 有票券在等待`,
  TicketNotOnFile: () => "查无此票券",
  TicketNumberTaken: () => "请再试一次",
  TooEarlyToCutOff: (f) => `太早：仍在等待 ${f.unanswered.join("、")}`,
  TotalsNotAnnounced: () => "第三张牌前须先宣布点数",
  TotalsNotDue: () => "现在不需宣布点数",
  TransferTakenAlready: () => "此次移动已接收",
};

/** A wrong PIN: of another person, the last that was listened to, or one of several. */
const wrongPin = (left: unknown, [others, last, several]: [string, string, string]) =>
  left == null ? others : Number(left) === 0 ? last : several;

/** What the server's desk may answer before a table is asked at all. */
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
    PinsUnheard: (f) =>
      `Too many wrong PINs of colleagues at this screen. Try again at ${clock(f.until)}`,
    StaleDraw: () => "That card was drawn already",
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
    PinsUnheard: (f) => `本屏幕上同事的 PIN 错误次数过多，请于 ${clock(f.until)} 再试`,
    SeatedElsewhere: (f) => `${f.terminal} 在赌桌 ${f.table}，请从那里移动`,
    TableHalted: (f) => `赌桌已停止：${haltForStaff(f.reason ?? "", "zh")}`,
  },
};

/** A refusal for staff, in their language; what is not known yet is told in the server's words. */
export function staffRefusal(refusal: RefusalTold, language: Language): string {
  const desk = DESK[language][refusal.code];
  if (desk !== undefined) return desk(refusal.fields as Record<string, string>);
  const say =
    language === "zh"
      ? (zh[refusal.code as Codes] as ((fields: never) => string) | undefined)
      : undefined;
  return say === undefined ? tidied(refusal.sentence) : say(refusal.fields as never);
}

/** The engine's sentence without its clauses, which stand beside it, and with a capital. */
function tidied(sentence: string): string {
  const plain = sentence.replace(/\s*\((?:(?:[RLM] \d+(?:\.\d+)*|A-\d+)(?:, )?)+\)/g, "");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
