/** A screen of staff: its line, who is signed in, and what a table answers to what they ask. */
import { own, signInFor, tableOf } from "../address.ts";
import { Api, type Colleague, colleaguesAt, Trouble } from "../api.ts";
import type { Beside, Screen, Screens } from "../connection.ts";
import { TableScreen } from "../table_screen.svelte.ts";
import type { Answer, FloorTold, RefusalTold, Role, SessionTold } from "../wire.ts";
import { speech } from "../words/language.svelte.ts";
import { staffRefusal } from "../words/staff_refusals.ts";
import { staff } from "../words/staff.svelte.ts";

/** A console or a pit, where a person has signed in. */
export type StaffStation = Station<"console" | "pit">;

const BAD_NEWS_MS = 9_000;
const GOOD_NEWS_MS = 4_000;
/** As people count: table 2 before table 10. */
const IN_ORDER = new Intl.Collator("en", { numeric: true });

export class Station<S extends Exclude<Screen, "terminal">> extends TableScreen<S> {
  session = $state.raw<SessionTold | null>(null);
  floor = $state.raw<FloorTold | null>(null);
  table = $state<string | null>(tableOf(location.search));
  /** The table that a display was sent to and that the floor does not have. */
  missing = $state<string | null>(null);
  /** The wish on its way: until it is answered, no button sends it again. */
  busy = $state(false);

  /** All people who may act at this moment. */
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

  readonly api = new Api();

  /** Find out who is signed in, then follow the table; a display needs no person. */
  override start(): () => void {
    void this.#begin();
    const stop = super.start();
    // Roles come and go, and so do devices: the floor is looked at again, the pit's more often.
    const watch = setInterval(
      () => {
        if (document.visibilityState === "visible") void this.#lookAgain();
      },
      this.screen === "pit" ? 3_000 : 15_000,
    );
    return () => {
      clearInterval(watch);
      stop();
    };
  }

  async #begin(): Promise<void> {
    // A one-time link leads first to where secrets are chosen.
    if (/^#(found|password)=/.test(location.hash)) {
      location.replace(own("/set-up", location.search) + location.hash);
      return;
    }
    // A display may be viewed by anyone, if its address names the table.
    if (this.screen === "display") {
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
    if (this.connection === null) this.follow(this.table ?? this.tables[0] ?? null);
  }

  /** Also after a failed first request, when there was no table to follow yet. */
  async #lookAgain(): Promise<void> {
    if (this.screen === "display") {
      // A table may have been added to the floor since.
      if (this.table === null) this.follow(this.missing);
      return;
    }
    if (this.session?.person == null) return;
    await this.lookAround();
    if (this.table === null && this.tables[0] !== undefined) this.follow(this.tables[0]);
  }

  /** Load the people, terminals and tables of the floor. */
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
    this.table = table;
    if (table === null && this.screen !== "display") this.connection?.stop();
    else this.connect(table);
  }

  protected override problem(code: string, sentence: string): void {
    // A display without a table shows which there are, and so does a pit.
    if (code === "no_such_table" && this.screen !== "console" && this.table !== null) {
      this.missing = this.table;
      this.follow(null);
      return;
    }
    if (code === "not_allowed" && this.screen !== "display") {
      // The page answers a person who is signed in; anyone else must sign in first.
      if (this.session?.person == null) location.assign(signInFor(location));
      return;
    }
    this.tell(staff.words.problems[code] ?? speech.words.problem(sentence), [], true);
  }

  /** The title that the operator of this table gives to a role; the plain one without a table. */
  title(role: Role): string {
    return staff.title(role, this.layout?.game.titles);
  }

  /** The role that a person holds or acts in, by its title. */
  titleOf({ role, acting }: { role: Role; acting: boolean }): string {
    return acting ? staff.words.acting(this.title(role)) : this.title(role);
  }

  nameOfPerson(person: string): string {
    return this.floor?.people.find((each) => each.person === person)?.name ?? person;
  }

  /** Ask the table. The PIN goes with the wish and is kept nowhere. */
  async ask(wish: Screens[S]["wish"], beside: Beside = {}): Promise<Answer | null> {
    const [connection, table] = [this.connection, this.table];
    if (connection === null || this.busy) return null;
    this.busy = true;
    const answer = await connection.command(wish, {
      ...(table === null ? {} : { table }),
      ...beside,
    });
    this.busy = false;
    // The user has switched to another table meanwhile; the request may still be carried out.
    if (connection !== this.connection) this.tell(staff.words.unanswered(table ?? ""), [], true);
    if (answer.accepted) this.notice = null;
    else if (answer.refusal !== undefined) this.refused(answer.refusal);
    return answer;
  }

  refused(refusal: RefusalTold): void {
    this.tell(staffRefusal(refusal, speech.language), refusal.clauses, true);
  }

  troubled(trouble: unknown): void {
    if (!(trouble instanceof Trouble)) throw trouble;
    if (trouble.status === 401) location.assign(signInFor(location));
    this.tell(staff.words.problems[trouble.code] ?? trouble.message, [], true);
  }

  protected override noticeMs(bad: boolean): number {
    return bad ? BAD_NEWS_MS : GOOD_NEWS_MS;
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
