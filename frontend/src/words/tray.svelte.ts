/** The words of a live table's float, in the language of the page. */
import { spoken } from "./language.svelte.ts";
import { trayEn, type TrayWords } from "./tray_en.ts";
import { trayZh } from "./tray_zh.ts";

export const tray = spoken<TrayWords>(trayEn, trayZh);
