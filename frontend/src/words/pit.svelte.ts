/** The words of the pit, in the language of the page. */
import { spoken } from "./language.svelte.ts";
import { pitEn, type PitWords } from "./pit_en.ts";
import { pitZh } from "./pit_zh.ts";

export const pit = spoken<PitWords>(pitEn, pitZh);
