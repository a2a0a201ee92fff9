/** The words of a live table's float, in the language of the page. */
import { speech } from "./language.svelte.ts";
import { trayEn, type TrayWords } from "./tray_en.ts";
import { trayZh } from "./tray_zh.ts";

class TraySpeech {
  get words(): TrayWords {
    return speech.language === "zh" ? trayZh : trayEn;
  }
}

export const tray = new TraySpeech();
