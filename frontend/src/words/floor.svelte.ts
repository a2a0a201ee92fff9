/** The words of the floor's tables and their takings, in the language of the page. */
import { floorEn, type FloorWords } from "./floor_en.ts";
import { floorZh } from "./floor_zh.ts";
import { spoken } from "./language.svelte.ts";

export const floorWords = spoken<FloorWords>(floorEn, floorZh);
