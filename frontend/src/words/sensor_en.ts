/** The words of a live table's chip sensor in English; sensor_zh.ts has the same keys. */
import { money } from "../money.ts";
import type { SensorCondition } from "../wire.ts";

export const sensorEn = {
  title: "Chip sensor",
  conditions: {
    reading: "reads",
    silent: "silent",
    faulty: "faulty",
  } satisfies Record<SensorCondition, string>,
  never: "It has read nothing yet. Enter the bets by hand.",
  silentSince: (time: string) => `Nothing read since ${time}. Enter the bets by hand.`,
  faulty: (why: string) => `The last reading was not used: ${why}. Enter the bets by hand.`,
  /** Why a reading was not used: the server's own sentence, without its clauses. */
  why: (_code: string, sentence: string) => sentence.replace(/\s*\([^()]*\)$/, ""),
  inOrder: "Its reading matches the record.",
  box: (label: string) => `Box ${label}`,
  of: (box: string, patron: string) => `${box}, ${patron}`,
  isNew: (where: string, bet: string, read: number) =>
    `${where}: ${bet} ${money(read)} lies there, not recorded`,
  differs: (where: string, bet: string, recorded: number, read: number) =>
    `${where}: ${bet} ${money(recorded)} recorded, ${money(read)} read`,
  late: (where: string, bet: string, recorded: number, read: number) =>
    `${where}: ${bet} changed after “No more Bets”, from ${money(recorded)} to ${money(read)}`,
  take: (read: number) => (read === 0 ? "Take the bet off" : `Take ${money(read)}`),
  keep: (recorded: number) => (recorded === 0 ? "No bet" : `Keep ${money(recorded)}`),
  refuse: "Refuse the change",
  takeAll: (count: number) => `Take all ${count}`,
  keepAll: (count: number) => `Keep all ${count} as recorded`,
  byHand: "Several patrons have this bet: correct it by hand.",
  readsTable: "Reads the chips of table",
  readsNone: "– (a Player Terminal)",
};

export type SensorWords = typeof sensorEn;
