/** The words of the start page, in both languages. */
import type { WayIn } from "../wire.ts";
import { speech } from "./language.svelte.ts";

interface WayWords {
  title: string;
  text: string;
}

const startEn = {
  demonstration: "A demonstration with play money. Every screen opens in its own tab.",
  tables: "Tables",
  noTables: "This floor has no open table yet.",
  ways: "Ways in",
  round: (number: number) => `Round ${number}`,
  live: "Live table",
  as: (person: string) => `as ${person}`,
  needs: {
    "sign-in": "Sign in first",
    enrolment: "This device shows a code for the pit to approve",
  },
  kinds: {
    terminal: { title: "Player Terminal", text: "Sit down as a patron: bet, watch, cash out." },
    console: { title: "Game Console", text: "Deal at a console: open the bets, draw, settle." },
    felt: { title: "Live table", text: "Deal with chips: take bets, announce, take and pay." },
    pit: { title: "Pit", text: "Run the pit: approve, rule, count, set limits." },
    record: { title: "Record", text: "Inspect the events of a table, as they were recorded." },
    display: { title: "Display", text: "Watch the roads and the last hand of a table." },
    lab: { title: "Lab", text: "Exact odds, simulations and PAR sheets." },
  } satisfies Record<WayIn["kind"], WayWords>,
};

const startZh: typeof startEn = {
  demonstration: "使用虚拟筹码的演示。每个屏幕在新标签页中打开。",
  tables: "赌桌",
  noTables: "目前没有开放的赌桌。",
  ways: "进入方式",
  round: (number) => `第 ${number} 局`,
  live: "真人荷官桌",
  as: (person) => `以 ${person} 登录`,
  needs: {
    "sign-in": "须先登录",
    enrolment: "本设备将显示代码，由监场台批准",
  },
  kinds: {
    terminal: { title: "投注终端", text: "入座成为客人：投注、观看、兑现。" },
    console: { title: "荷官台", text: "在荷官台发牌：开始投注、发牌、结算。" },
    felt: { title: "真人荷官桌", text: "使用筹码：接受投注、宣布、收注与派彩。" },
    pit: { title: "监场台", text: "管理赌桌：批准、裁定、点算、设定限额。" },
    record: { title: "记录", text: "查阅赌桌已记录的事件。" },
    display: { title: "显示屏", text: "观看路单与上一局的牌。" },
    lab: { title: "概率实验室", text: "精确赔率、模拟与 PAR 表。" },
  },
};

class StartSpeech {
  get words(): typeof startEn {
    return speech.language === "zh" ? startZh : startEn;
  }
}

export const startWords = new StartSpeech();
