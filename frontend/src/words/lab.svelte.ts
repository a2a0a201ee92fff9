/** The words of the lab, in the language of the page. */
import { spoken } from "./language.svelte.ts";
import { labEn, type LabWords, labZh } from "./lab_words.ts";

export const labWords = spoken<LabWords>(labEn, labZh);
