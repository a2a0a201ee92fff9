/** The words of the start page, in both languages. */
import type { TourTold, WayIn } from "../wire.ts";
import { speech } from "./language.svelte.ts";

type TourStep = TourTold["done"][number];

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
    wall: { title: "Wall", text: "Watch the roads of all open tables at once." },
    lab: { title: "Lab", text: "Exact odds, simulations and PAR sheets." },
  } satisfies Record<WayIn["kind"], WayWords>,
  tour: {
    title: "A short tour",
    hide: "Hide the tour",
    show: "Show the tour",
    done: "Done",
    over: "You have seen a round, an irregularity and the proof of both.",
    pin: (person: string, pin: string) => `${person} confirms with the PIN ${pin}.`,
    steps: {
      bet: { title: "Place a bet", text: "Touch a chip, then a spot, while bets are open." },
      deal: { title: "Deal", text: "Open the bets at table A1, close them, and draw." },
      report: {
        title: "Press “Something went wrong”",
        text: "At the same console, say what happened. The table stops.",
      },
      rule: { title: "Rule on it", text: "The report waits at A1 under Approvals." },
      find: { title: "Find it in the record", text: "Report and decision, with their clause." },
      audit: { title: "Audit it", text: "Independent code checks every event from the first." },
    } satisfies Record<TourStep, WayWords>,
  },
  audit: {
    title: "Audit",
    busy: "The auditor reads the whole record. After a long history this takes a minute.",
    holds: "The record holds.",
    fails: "The record does not hold.",
    again: "Audit again",
    checked: "Checked",
    counts: {
      events: "Events",
      rounds: "Rounds",
      voided: "Void rounds",
      bets: "Bets",
      postings: "Postings",
      tickets: "Tickets",
      shoes_revealed: "Shoes revealed",
      answers: "Answers",
    },
    where: "Where",
    found: "Found",
    expected: "Expected",
  },
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
    pit: { title: "监场台", text: "管理赌桌：批准、裁决、清点、设定限额。" },
    record: { title: "记录", text: "查阅赌桌已记录的事件。" },
    display: { title: "显示屏", text: "观看路单与上一局的牌。" },
    wall: { title: "路单墙", text: "同时观看所有开放赌桌的路单。" },
    lab: { title: "概率实验室", text: "精确概率、模拟与 PAR 表。" },
  },
  tour: {
    title: "快速导览",
    hide: "隐藏导览",
    show: "显示导览",
    done: "已完成",
    over: "您已看过一局牌、一次异常处理，以及两者的凭证。",
    pin: (person, pin) => `${person} 以 PIN ${pin} 确认。`,
    steps: {
      bet: { title: "投注", text: "投注时间内，先点筹码，再点投注区。" },
      deal: { title: "发牌", text: "在 A1 桌开始投注、停止投注，然后发牌。" },
      report: { title: "按“出现异常”", text: "在同一荷官台说明情况，赌桌随即暂停。" },
      rule: { title: "作出裁决", text: "报告在 A1 桌的“待批”中等候处理。" },
      find: { title: "在记录中查找", text: "报告与裁决均有记录，并注明条款。" },
      audit: { title: "审计", text: "由独立程序从第一个事件起逐一核对。" },
    },
  },
  audit: {
    title: "审计",
    busy: "正在核对全部记录。历史较长时约需一分钟。",
    holds: "记录完整无误。",
    fails: "记录有误。",
    again: "再次审计",
    checked: "已核对",
    counts: {
      events: "事件",
      rounds: "局数",
      voided: "作废局数",
      bets: "投注",
      postings: "账目",
      tickets: "票券",
      shoes_revealed: "已公布的牌靴",
      answers: "答复",
    },
    where: "位置",
    found: "实际",
    expected: "应为",
  },
};

class StartSpeech {
  get words(): typeof startEn {
    return speech.language === "zh" ? startZh : startEn;
  }
}

export const startWords = new StartSpeech();
