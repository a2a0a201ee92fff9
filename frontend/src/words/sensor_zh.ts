/** The words of a live table's chip sensor in 中文, with the keys of sensor_en.ts. */
import { money } from "../money.ts";
import type { SensorWords } from "./sensor_en.ts";

const TROUBLES: Readonly<Record<string, string>> = {
  ReadingUnreadable: "收到的内容不是读数",
  ReadingOutOfOrder: "读数重复或次序颠倒",
  ReadBoxUnknown: "读到台面没有的注位",
  ReadBetUnknown: "读到本桌没有的投注项",
  ReadChipUnknown: "读到不属于本桌的筹码",
  ReadPatronUnknown: "读到不在本桌的客人",
  ReadTwice: "同一投注读了两次",
};

export const sensorZh: SensorWords = {
  title: "筹码感应器",
  conditions: { reading: "读取正常", silent: "没有读数", faulty: "读数有误" },
  never: "尚无读数，请手动录入投注。",
  silentSince: (time) => `${time} 起没有读数，请手动录入投注。`,
  faulty: (why) => `上次读数未采用：${why}。请手动录入投注。`,
  why: (code, sentence) => TROUBLES[code] ?? sentence,
  inOrder: "读数与记录相符。",
  box: (label) => `${label} 号位`,
  of: (box, patron) => `${box} ${patron}`,
  isNew: (where, bet, read) => `${where}：${bet}有 ${money(read)}，尚未记录`,
  differs: (where, bet, recorded, read) =>
    `${where}：${bet}记录 ${money(recorded)}，读到 ${money(read)}`,
  late: (where, bet, recorded, read) =>
    `${where}：${bet}在停止下注后由 ${money(recorded)} 变为 ${money(read)}`,
  take: (read) => (read === 0 ? "取消此注" : `采用 ${money(read)}`),
  keep: (recorded) => (recorded === 0 ? "不是投注" : `维持 ${money(recorded)}`),
  refuse: "拒绝更改",
  takeAll: (count) => `全部采用（${count} 项）`,
  keepAll: (count) => `全部维持记录（${count} 项）`,
  byHand: "此注由几位客人所下，请手动更正。",
  readsTable: "感应此桌筹码",
  readsNone: "–（投注终端）",
};
