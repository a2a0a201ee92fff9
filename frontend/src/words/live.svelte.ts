/** The words of a live table's felt, in the language of the page. */
import { spoken } from "./language.svelte.ts";
import { liveEn, type LiveWords } from "./live_en.ts";
import { liveZh } from "./live_zh.ts";

export const live = spoken<LiveWords>(liveEn, liveZh);
