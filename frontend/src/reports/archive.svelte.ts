/** The record as its page knows it: who asks, the report or the events asked for, and trouble. */
import { own, signInFor } from "../address.ts";
import { Api, Trouble } from "../api.ts";
import type { EventsFound, FloorTold, ReportAsked, ReportOutcome, ReportTold } from "../wire.ts";
import { reportsWords } from "../words/reports.svelte.ts";
import { type Search, wrong } from "./question.ts";

/** How soon a search is asked again where the newest events cannot be found yet. */
const AGAIN_MS = 1_500;
/** How often, where the index does not grow. */
const MOST_AGAIN = 40;

export class Archive {
  floor: FloorTold | null = $state.raw(null);
  report: ReportTold | null = $state.raw(null);
  found: EventsFound | null = $state.raw(null);
  /** The code of what went wrong, and its sentence. */
  trouble: { code: string; sentence: string } | null = $state.raw(null);
  asking = $state(false);
  /** Since when a report is being made. */
  since = $state(0);

  #api = new Api();
  #cancelling: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Load the session and the floor; false if the person has no right to them. */
  async start(): Promise<boolean> {
    return this.#try(async () => {
      const session = await this.#api.session();
      if (session.person === null) throw new Trouble(401, "not_signed_in", "");
      this.floor = await this.#api.floor();
    });
  }

  get mayAsk(): boolean {
    return this.trouble?.code !== "not_allowed";
  }

  nameOf(person: string): string {
    return this.floor?.people.find((each) => each.person === person)?.name ?? person;
  }

  async makeReport(asked: ReportAsked): Promise<void> {
    this.stop();
    this.report = null;
    if (this.#isWrong(asked.since ?? "", asked.until ?? "")) return;
    const cancelling = new AbortController();
    this.#cancelling = cancelling;
    this.since = Date.now();
    this.asking = true;
    await this.#try(async () => {
      const told = await this.#api.post<ReportOutcome>("/api/reports", asked, cancelling.signal);
      if (told.report === null) throw new Trouble(200, "no_report", told.problem);
      this.report = told.report;
    }, cancelling);
    if (this.#cancelling === cancelling) this.asking = false;
  }

  async search(search: Search): Promise<void> {
    this.stop();
    if (this.#isWrong(search.since, search.until)) {
      this.found = null;
      return;
    }
    await this.#search(search);
  }

  /** Ask, and ask again until all can be found that was recorded when it was first asked. */
  async #search(search: Search, goal = 0, times = 0): Promise<void> {
    const cancelling = new AbortController();
    this.#cancelling = cancelling;
    this.asking = true;
    const before = times === 0 ? 0 : (this.found?.indexed ?? 0);
    const told = await this.#try(async () => {
      this.found = await this.#api.post<EventsFound>(
        "/api/events/search",
        search,
        cancelling.signal,
      );
    }, cancelling);
    if (this.#cancelling !== cancelling) return;
    this.asking = false;
    if (!told) this.found = null;
    const found = this.found;
    if (found === null || search.before !== "") return;
    const wanted = goal || found.recorded;
    const left = found.indexed > before ? 1 : times + 1;
    if (found.indexed < wanted && left <= MOST_AGAIN)
      this.#timer = setTimeout(() => void this.#search(search, wanted, left), AGAIN_MS);
  }

  /** Cancel the request; the server ends the report. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#cancelling?.abort();
    this.#cancelling = null;
    this.asking = false;
    this.trouble = null;
  }

  csvOf(asked: ReportAsked): string {
    const query = new URLSearchParams();
    for (const name of ["since", "until"] as const)
      if (asked[name]) query.set(name, asked[name] ?? "");
    for (const table of asked.tables ?? []) query.append("table", table);
    return own(`/reports/${asked.report}.csv?${query.toString()}`, location.search);
  }

  #isWrong(since: string, until: string): boolean {
    const code = wrong({ since, until });
    if (code === null) return false;
    const codes = { unreadable: "unreadable_date", reversed: "reversed_period" } as const;
    this.trouble = { code: codes[code], sentence: "" };
    return true;
  }

  async #try(ask: () => Promise<void>, cancelling?: AbortController): Promise<boolean> {
    try {
      await ask();
      this.trouble = null;
      return true;
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      if (cancelling?.signal.aborted === true) return false;
      if (trouble.status === 401) location.assign(signInFor(location));
      this.trouble = { code: trouble.code, sentence: trouble.message };
      return false;
    }
  }
}

/** Trouble in words; without words of its own, the server's sentence. */
export function troubleWords(trouble: { code: string; sentence: string }): string {
  return reportsWords.words.problems[trouble.code] ?? trouble.sentence;
}
