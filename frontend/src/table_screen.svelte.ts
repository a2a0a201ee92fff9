/** A screen at a table: its connection, the newest view, the table's clock and one notice. */
import { slotOf, socketUrl } from "./address.ts";
import {
  type Beside,
  Connection,
  type LineState,
  NOTHING_SEEN,
  type Screen,
  type Screens,
  type Seen,
  type Socket,
} from "./connection.ts";
import { NO_TABLES, type Tables, tablesAfter } from "./lobby/tables.ts";
import type { Answer, Recalled, Welcome } from "./wire.ts";
import { speech } from "./words/language.svelte.ts";

export interface Notice {
  text: string;
  clauses: readonly string[];
  bad: boolean;
}

export abstract class TableScreen<S extends Screen> {
  line = $state<LineState>("connecting");
  welcome = $state.raw<Welcome | null>(null);
  seen = $state.raw<Seen<S>>(NOTHING_SEEN);
  notice = $state.raw<Notice | null>(null);
  /** All tables, while the lobby is shown. */
  tablesSeen = $state.raw<Tables>(NO_TABLES);
  /** The server's time, a few times a second. */
  now = $state(Date.now());

  view = $derived(this.seen.private);
  public = $derived(this.seen.public);
  layout = $derived(this.seen.layout);
  board = $derived(this.seen.board);
  /** The names of patrons by key, for staff; a patron without one is shown by key or place. */
  names = $derived(this.seen.names);
  phase = $derived(this.seen.public?.phase ?? "closed");
  round = $derived(this.seen.public?.round_number ?? 0);
  secondsLeft = $derived(
    this.seen.public?.closes_at == null
      ? null
      : Math.max(0, Math.ceil((this.seen.public.closes_at - this.now) / 1000)),
  );
  /** The part of the betting time that is left, from 1 to 0. */
  timeLeft = $derived(
    this.seen.public?.closes_at == null
      ? 0
      : Math.min(
          1,
          Math.max(0, (this.seen.public.closes_at - this.now) / (this.seen.public.betting_ms || 1)),
        ),
  );

  readonly screen: S;
  protected connection: Connection<S> | null = null;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #watchers = 0;

  constructor(screen: S) {
    this.screen = screen;
  }

  /** How long a notice stays. */
  protected abstract noticeMs(bad: boolean): number;
  protected abstract problem(code: string, sentence: string): void;

  /** Connect to a table, in place of the one before. */
  protected connect(table: string | null): void {
    this.connection?.stop();
    this.seen = NOTHING_SEEN;
    this.line = "connecting";
    this.connection = new Connection<S>({
      screen: this.screen,
      table,
      language: () => speech.language,
      open: (avoided) =>
        new WebSocket(socketUrl(location, avoided), "punto.1") as unknown as Socket,
      store: localStorage,
      slot: slotOf(location.search),
      listener: {
        line: (state) => this.lineChanged(state),
        welcome: (welcome) => this.welcomed(welcome),
        seen: (seen) => this.look(seen),
        called: (since) => this.called(since),
        lobby: (told) => {
          this.tablesSeen = tablesAfter(this.tablesSeen, told);
        },
        problem: (code, sentence) => this.problem(code, sentence),
      },
    });
    this.connection.start();
  }

  protected lineChanged(state: LineState): void {
    this.line = state;
  }

  protected welcomed(welcome: Welcome): void {
    this.welcome = welcome;
  }

  protected look(seen: Seen<S>): void {
    this.seen = seen;
  }

  /** One part of the page more shows all tables, or one fewer; they are sent while any does. */
  watchTables(more: 1 | -1): void {
    this.#watchers += more;
    this.connection?.lobby(this.#watchers > 0);
  }

  protected called(_since: number | null): void {}

  protected tick(): void {
    this.now = this.connection?.now() ?? Date.now();
  }

  /** Begin; returns the function that ends it. */
  start(): () => void {
    const timer = setInterval(() => this.tick(), 200);
    return () => {
      clearInterval(timer);
      this.connection?.stop();
    };
  }

  abstract ask(wish: Screens[S]["wish"], beside?: Beside): Promise<Answer | null>;

  recall(round: number | null): Promise<Recalled | null> {
    return this.connection?.recall(round) ?? Promise.resolve(null);
  }

  nameOfBet(bet: string): string {
    const offer = this.layout?.offers.find((each) => each.bet === bet);
    return offer === undefined ? bet : speech.name(offer.name);
  }

  tell(text: string, clauses: readonly string[] = [], bad = false): void {
    clearTimeout(this.#noticeTimer);
    this.notice = { text, clauses, bad };
    this.#noticeTimer = setTimeout(() => {
      this.notice = null;
    }, this.noticeMs(bad));
  }

  dismiss(): void {
    clearTimeout(this.#noticeTimer);
    this.notice = null;
  }
}
