/** The words of reports and of the search, in the language of the page. */
import { spoken } from "./language.svelte.ts";
import { reportsEn, type ReportsWords } from "./reports_en.ts";
import { reportsZh } from "./reports_zh.ts";

export const reportsWords = spoken<ReportsWords>(reportsEn, reportsZh);
