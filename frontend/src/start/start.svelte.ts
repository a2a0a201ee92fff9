/** What the start page knows: the ways in, and the tables as they play. */
import { Api, Trouble } from "../api.ts";
import type { AuditTold, StartTold, TableTile, TilesTold, TourTold } from "../wire.ts";

const TILES_EVERY_MS = 1_000;
/** A browser may become a terminal, or be signed in, in another tab. */
const WAYS_EVERY = 10;

export class StartPage {
  told: StartTold | null = $state.raw(null);
  tables: readonly TableTile[] = $state.raw([]);
  /** The server's time, as of the last look. */
  now = $state(0);
  /** The tour of a demonstration; null elsewhere. */
  tour: TourTold | null = $state.raw(null);
  trouble = $state("");

  #api = new Api("");
  #looks = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  start(): () => void {
    void this.#look();
    return () => clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    try {
      if (this.#looks % WAYS_EVERY === 0) this.told = await this.#api.get<StartTold>("/api/start");
      const tiles = await this.#api.get<TilesTold>("/api/tiles");
      [this.tables, this.now, this.trouble] = [tiles.tables, tiles.now, ""];
      this.tour = tiles.tour ?? null;
      this.#looks += 1;
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      [this.trouble, this.#looks] = [error.message, 0];
    }
    this.#timer = setTimeout(() => void this.#look(), TILES_EVERY_MS);
  }
}

/** The audit of a demonstration's record, on a page of its own. */
export class AuditPage {
  verdict: AuditTold | null = $state.raw(null);
  trouble = $state("");

  #api = new Api("");

  async run(): Promise<void> {
    [this.verdict, this.trouble] = [null, ""];
    try {
      this.verdict = await this.#api.post<AuditTold>("/api/audit", {});
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.trouble = error.message;
    }
  }
}
