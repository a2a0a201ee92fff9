/** The lab as its page knows it: the shoe, its odds, and the work under way. */
import { Api, Trouble } from "../api.ts";
import { signInFor } from "../address.ts";
import type { LabBench, LabGame, LabJob, LabOdds, LabTold, LabWork } from "../wire.ts";
import { labWords } from "../words/lab.svelte.ts";
import { type Gone, goneCount, within, written } from "./shoe.ts";

const LOOK_MS = 400;
const MOST_EARLIER = 12;

export class Laboratory {
  told: LabTold | null = $state(null);
  game: LabGame | null = $state.raw(null);
  decks = $state(8);
  gone: Gone = $state.raw({});
  odds: LabOdds | null = $state.raw(null);
  job: LabJob | null = $state.raw(null);
  /** What earlier runs found, the latest first, for as long as the page is open. */
  earlier: readonly LabJob[] = $state.raw([]);
  trouble = $state("");

  #api = new Api();
  #asking = false;
  #stale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  async start(): Promise<void> {
    await this.#try(async () => {
      await this.#api.session();
      this.told = await this.#api.get<LabTold>("/api/lab");
      if (this.told.missing !== "") return;
      this.choose(new URLSearchParams(location.search).get("game") ?? "");
      await this.#look();
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  choose(key: string): void {
    const games = this.told?.games ?? [];
    this.game = games.find((each) => each.key === key) ?? games[0] ?? null;
    if (this.game !== null)
      this.setDecks(Math.min(Math.max(this.decks, this.game.decks[0]), this.game.decks[1]));
  }

  setDecks(decks: number): void {
    this.decks = decks;
    this.setGone(within(this.gone, decks));
  }

  setGone(gone: Gone): void {
    this.gone = gone;
    void this.#count();
  }

  get goneCount(): number {
    return goneCount(this.gone);
  }

  get cards(): number {
    return 52 * this.decks - goneCount(this.gone);
  }

  /** Whether the result is that of the present choices. */
  get isFresh(): boolean {
    const odds = this.odds;
    return (
      odds !== null &&
      odds.game === this.game?.key &&
      odds.decks === this.decks &&
      odds.without === written(this.gone)
    );
  }

  nameOf(bet: string, language: "en" | "zh", game = this.game?.key): string {
    const played = this.told?.games.find((each) => each.key === game);
    return played?.bets.find((each) => each.bet === bet)?.[language] ?? bet;
  }

  /** One question at a time: while it is under way, only the newest wish waits. */
  async #count(): Promise<void> {
    if (this.#asking) {
      this.#stale = true;
      return;
    }
    this.#asking = true;
    do {
      this.#stale = false;
      await this.#try(async () => {
        if (this.game === null) return;
        this.odds = await this.#api.post<LabOdds>("/api/lab/odds", {
          game: this.game.key,
          decks: this.decks,
          without: written(this.gone),
        });
      });
    } while (this.#stale);
    this.#asking = false;
  }

  async begin(kind: LabWork["kind"], size: number, seed: number): Promise<void> {
    const game = this.game;
    if (game === null) return;
    const before = this.job;
    await this.#try(async () => {
      this.job = (
        await this.#api.post<LabBench>("/api/lab/work", {
          kind,
          game: game.key,
          decks: this.decks,
          size,
          seed,
        })
      ).job;
      if (before?.state === "done") this.earlier = [before, ...this.earlier].slice(0, MOST_EARLIER);
      this.#lookAgain();
    });
  }

  async cancel(): Promise<void> {
    await this.#try(async () => {
      this.job = (await this.#api.post<LabBench>("/api/lab/work/cancel", {})).job;
    });
  }

  async #look(): Promise<void> {
    await this.#try(async () => {
      this.job = (await this.#api.get<LabBench>("/api/lab/work")).job;
    });
    this.#lookAgain();
  }

  #lookAgain(): void {
    clearTimeout(this.#timer);
    if (this.job?.state === "running") this.#timer = setTimeout(() => void this.#look(), LOOK_MS);
  }

  async #try(ask: () => Promise<void>): Promise<void> {
    try {
      await ask();
      this.trouble = "";
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      if (trouble.status === 401) location.assign(signInFor(location));
      this.trouble = labWords.words.problems[trouble.code] ?? trouble.message;
    }
  }
}
