/** A screen of staff: its line, who is signed in, and what a table answers to what they ask. */
import { own, signInFor, slotOf, socketUrl, tableOf } from "../address.ts";
import { Api, type Colleague, colleaguesAt, Trouble } from "../api.ts";
import {
  type Beside,
  Connection,
  type LineState,
  type Screen,
  type Seen,
  type Socket,
} from "../connection.ts";
import type {
  Answer,
  FloorTold,
  Recalled,
  RefusalTold,
  Role,
  SessionTold,
  Welcome,
} from "../wire.ts";
import { speech } from "../words/language.svelte.ts";
import { staffRefusal } from "../words/staff_refusals.ts";
import { staff } from "../words/staff.svelte.ts";

export interface Notice {
  text: string;
  clauses: readonly string[];
  bad: boolean;
}

const BAD_NEWS_MS = 9_000;
const GOOD_NEWS_MS = 4_000;
/** As people count: table 2 before table 10. */
const IN_ORDER = new Intl.Collator("en", { numeric: true });

export class Station<View> {
  line = $state<LineState>("connecting");
  welcome = $state.raw<Welcome | null>(null);
  seen = $state.raw<Seen<View>>({
    version: 0,
    public: null,
    layout: null,
    board: null,
    private: null,
    halted: "",
  });
  notice = $state.raw<Notice | null>(null);
  session = $state.raw<SessionTold | null>(null);
  floor = $state.raw<FloorTold | null>(null);
  table = $state<string | null>(tableOf(location.search));
  /** The table that a display was sent to and that the floor does not have. */
  missing = $state<string | null>(null);
  /** What is on its way: while it is, no button asks for it again. */
  busy = $state(false);
  now = $state(Date.now());

  /** Everybody who may act at this moment. */
  colleagues = $derived<readonly Colleague[]>(
    this.floor === null ? [] : colleaguesAt(this.floor.people, this.now),
  );
  /** Who is signed in, in the role held now. */
  me = $derived<{ id: string; name: string; role: Role | null; acting: boolean } | null>(
    this.session?.person == null
      ? null
      : (this.colleagues.find((each) => each.id === this.session?.person) ?? {
          id: this.session.person,
          name: this.session.name ?? this.session.person,
          role: (Math.max(0, ...this.session.roles) || null) as Role | null,
          acting: false,
        }),
  );
  tables = $derived<readonly string[]>(
    this.floor?.tables.map((each) => each.table) ?? this.welcome?.tables ?? [],
  );
  view = $derived(this.seen.private);
  public = $derived(this.seen.public);
  layout = $derived(this.seen.layout);
  board = $derived(this.seen.board);
  phase = $derived(this.seen.public?.phase ?? "closed");
  round = $derived(this.seen.public?.round_number ?? 0);
  secondsLeft = $derived(
    this.seen.public?.closes_at == null
      ? null
      : Math.max(0, Math.ceil((this.seen.public.closes_at - this.now) / 1000)),
  );
  timeLeft = $derived(
    this.seen.public?.closes_at == null
      ? 0
      : Math.min(
          1,
          Math.max(0, (this.seen.public.closes_at - this.now) / (this.seen.public.betting_ms || 1)),
        ),
  );

  readonly api = new Api();
  #screen: Screen;
  #connection: Connection<View> | null = null;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** Find out who one is, then follow the table; a display needs nobody. */
  start(): () => void {
    void this.#begin();
    const timer = setInterval(() => {
      this.now = this.#connection?.now() ?? Date.now();
    }, 200);
    // Roles come and go, and so do devices: the floor is looked at again, the pit's more often.
    const watch = setInterval(
      () => {
        if (document.visibilityState === "visible") void this.#lookAgain();
      },
      this.#screen === "pit" ? 3_000 : 15_000,
    );
    return () => {
      clearInterval(timer);
      clearInterval(watch);
      this.#connection?.stop();
    };
  }

  async #begin(): Promise<void> {
    // A one-time link leads first to where secrets are chosen.
    if (/^#(found|password)=/.test(location.hash)) {
      location.replace(own("/set-up", location.search) + location.hash);
      return;
    }
    // Whoever passes by may look at a display, if its address says which.
    if (this.#screen === "display") {
      this.follow(this.table);
      return;
    }
    while (this.session === null) {
      try {
        this.session = await this.api.session();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 1_500));
      }
    }
    if (this.session.person === null) {
      location.assign(signInFor(location));
      return;
    }
    await this.lookAround();
    if (this.#connection === null) this.follow(this.table ?? this.tables[0] ?? null);
  }

  /** Also where the first look failed: then there was no table to follow yet. */
  async #lookAgain(): Promise<void> {
    if (this.#screen === "display") {
      // A table may have come to the floor since.
      if (this.table === null) this.follow(this.missing);
      return;
    }
    if (this.session?.person == null) return;
    await this.lookAround();
    if (this.table === null && this.tables[0] !== undefined) this.follow(this.tables[0]);
  }

  /** See who and what is on the floor now. */
  async lookAround(): Promise<void> {
    try {
      const floor = await this.api.floor();
      this.floor = {
        ...floor,
        tables: floor.tables.toSorted((one, other) => IN_ORDER.compare(one.table, other.table)),
      };
    } catch (trouble) {
      this.troubled(trouble);
    }
  }

  /** Look at a table, instead of the one before. */
  follow(table: string | null): void {
    this.#connection?.stop();
    this.table = table;
    if (table === null && this.#screen !== "display") return;
    this.seen = { version: 0, public: null, layout: null, board: null, private: null, halted: "" };
    this.line = "connecting";
    this.#connection = new Connection<View>({
      screen: this.#screen,
      table,
      language: () => speech.language,
      open: () => new WebSocket(socketUrl(location), "punto.1") as unknown as Socket,
      store: localStorage,
      slot: slotOf(location.search),
      listener: {
        line: (state) => {
          this.line = state;
        },
        welcome: (welcome) => {
          this.welcome = welcome;
        },
        seen: (seen) => {
          this.seen = seen;
        },
        called: () => undefined,
        problem: (code, sentence) => this.#problem(code, sentence),
      },
    });
    this.#connection.start();
  }

  #problem(code: string, sentence: string): void {
    // A display without a table shows which there are.
    if (code === "no_such_table" && this.#screen === "display" && this.table !== null) {
      this.missing = this.table;
      this.follow(null);
      return;
    }
    if (code === "not_allowed" && this.#screen !== "display") {
      // Whoever is somebody is told by the page itself; anybody else says who they are first.
      if (this.session?.person == null) location.assign(signInFor(location));
      return;
    }
    this.tell(staff.words.problems[code] ?? speech.words.problem(sentence), [], true);
  }

  nameOfPerson(person: string): string {
    return this.floor?.people.find((each) => each.person === person)?.name ?? person;
  }

  nameOfBet(bet: string): string {
    const offer = this.layout?.offers.find((each) => each.bet === bet);
    return offer === undefined ? bet : speech.name(offer.name);
  }

  /** Ask the table. The PIN goes with the wish and is kept nowhere. */
  async ask(wish: object, beside: Beside = {}): Promise<Answer | null> {
    const [connection, table] = [this.#connection, this.table];
    if (connection === null || this.busy) return null;
    this.busy = true;
    const answer = await connection.command(wish, {
      ...(table === null ? {} : { table }),
      ...beside,
    });
    this.busy = false;
    // Somebody has turned to another table meanwhile; what was asked may be done all the same.
    if (connection !== this.#connection) this.tell(staff.words.unanswered(table ?? ""), [], true);
    if (answer.accepted) this.notice = null;
    else if (answer.refusal !== undefined) this.refused(answer.refusal);
    return answer;
  }

  recall(round: number | null): Promise<Recalled | null> {
    return this.#connection?.recall(round) ?? Promise.resolve(null);
  }

  refused(refusal: RefusalTold): void {
    this.tell(staffRefusal(refusal, speech.language), refusal.clauses, true);
  }

  troubled(trouble: unknown): void {
    if (!(trouble instanceof Trouble)) throw trouble;
    if (trouble.status === 401) location.assign(signInFor(location));
    this.tell(staff.words.problems[trouble.code] ?? trouble.message, [], true);
  }

  tell(text: string, clauses: readonly string[] = [], bad = false): void {
    clearTimeout(this.#noticeTimer);
    this.notice = { text, clauses, bad };
    this.#noticeTimer = setTimeout(
      () => {
        this.notice = null;
      },
      bad ? BAD_NEWS_MS : GOOD_NEWS_MS,
    );
  }

  async signOut(): Promise<void> {
    try {
      await this.api.signOut();
    } catch (trouble) {
      this.troubled(trouble);
      return;
    }
    location.assign(own("/sign-in", location.search));
  }
}
