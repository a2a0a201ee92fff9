/** The words of reports and of the search, in the language of the page. */
import { speech } from "./language.svelte.ts";
import { reportsEn, type ReportsWords } from "./reports_en.ts";
import { reportsZh } from "./reports_zh.ts";

class ReportsSpeech {
  get words(): ReportsWords {
    return speech.language === "zh" ? reportsZh : reportsEn;
  }
}

export const reportsWords = new ReportsSpeech();
