/** The words of the tour at a demonstration's live table, in both languages. */
import type { LiveTourTold } from "../wire.ts";
import { speech } from "./language.svelte.ts";

type LiveStep = LiveTourTold["done"][number];

const liveTourEn = {
  title: (table: string) => `At the live table ${table}`,
  text: "You deal; robot patrons bet. All of this comes up within five rounds. Enter takes the next step.",
  done: "Done",
  pins: (staff: string[]) => `PINs: ${staff.join(", ")}.`,
  steps: {
    excess: {
      title: "Answer what has to be said",
      text: "A guest bets too little in round 1, too much in rounds 2 and 3. One touch answers.",
    },
    squeeze: {
      title: "Let a patron squeeze",
      text: "After “No more Bets”, the highest bettor may turn the card, within a time limit.",
    },
    pay: {
      title: "Take and pay",
      text: "Settle the round, then tick off each line, or all with *.",
    },
    choose: {
      title: "Ask each patron",
      text: "In round 5 a card falls face up. The pit confirms it; patrons choose; you end it.",
    },
    held: {
      title: "Pay what was held",
      text: "In round 4 a guest walks away. Back in round 5, the winnings wait under “Held for patrons”.",
    },
    fill: {
      title: "Bring a fill",
      text: "Guests buy up the black chips. In the pit, under Float at L1, request and carry a fill; the Dealer signs at the console.",
    },
    close: {
      title: "Close and open again",
      text: "Under “Shoe and table” announce the last round, play it, close, and open again.",
    },
  } satisfies Record<LiveStep, { title: string; text: string }>,
};

const liveTourZh: typeof liveTourEn = {
  title: (table) => `真人荷官桌 ${table}`,
  text: "由您担任荷官，模拟客人下注，五局之内可见以下各项。每一步按 Enter 键。",
  done: "已完成",
  pins: (staff) => `PIN：${staff.join("，")}。`,
  steps: {
    excess: {
      title: "处理须宣布的事项",
      text: "第 1 局有客人注额过低，第 2、3 局过高，点一下即可处理。",
    },
    squeeze: { title: "让客人眯牌", text: "停止下注后，最高投注的客人可限时眯牌。" },
    pay: { title: "收注与派彩", text: "结算后逐项勾选，或按 * 全部完成。" },
    choose: {
      title: "询问每位客人",
      text: "第 5 局有一张牌牌面朝上，监场台确认后由客人选择，再由您结束选择。",
    },
    held: { title: "支付代存彩金", text: "第 4 局有客人离桌，第 5 局回来，彩金在“代存彩金”中。" },
    fill: {
      title: "补码",
      text: "客人换走黑色筹码。在监场台 L1 的“筹码盘”申请并押送，荷官在荷官台签字。",
    },
    close: { title: "关桌再开桌", text: "在“牌靴与赌桌”宣布最后一局，打完后关桌，再开桌。" },
  },
};

class LiveTourSpeech {
  get words(): typeof liveTourEn {
    return speech.language === "zh" ? liveTourZh : liveTourEn;
  }
}

export const liveTour = new LiveTourSpeech();
