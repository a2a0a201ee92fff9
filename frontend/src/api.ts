/** The HTTP part of the server: who one is, and what concerns the floor rather than a table. */
import { own } from "./address.ts";
import { newId } from "./connection.ts";
import type {
  ErrorEnvelope,
  FloorTold,
  FloorWish,
  CommandOutcome,
  PersonTold,
  Role,
  SessionTold,
} from "./wire.ts";

/** A person who may act now, in the highest role held at this moment. */
export interface Colleague {
  id: string;
  name: string;
  role: Role;
  acting: boolean;
}

/** An answer that is an error; its code is stable, its sentence is for a person. */
export class Trouble extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, sentence: string) {
    super(sentence);
    this.status = status;
    this.code = code;
  }
}

export class Api {
  #csrf = "";
  #search: string;
  #fetch: typeof fetch;

  constructor(
    search: string = location.search,
    fetching: typeof fetch = (...asked) => fetch(...asked),
  ) {
    this.#search = search;
    this.#fetch = fetching;
  }

  async session(): Promise<SessionTold> {
    return this.known(await this.get<SessionTold>("/api/session"));
  }

  async signIn(person: string, password: string): Promise<SessionTold> {
    return this.known(await this.post<SessionTold>("/api/sign-in", { person, password }));
  }

  async signOut(): Promise<SessionTold> {
    return this.known(await this.post<SessionTold>("/api/sign-out", {}));
  }

  floor(): Promise<FloorTold> {
    return this.get<FloorTold>("/api/floor");
  }

  /** A wish about the floor, under an id of its own; some take the PIN of who asks. */
  wish(wish: FloorWish, pin = ""): Promise<CommandOutcome> {
    return this.post<CommandOutcome>("/api/floor/commands", { id: newId(), wish, pin });
  }

  get<Told>(path: string): Promise<Told> {
    return this.#ask<Told>(path, { headers: { Accept: "application/json" } });
  }

  post<Told>(path: string, said: object, signal?: AbortSignal): Promise<Told> {
    return this.#ask<Told>(path, {
      ...(signal === undefined ? {} : { signal }),
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        "X-Punto-CSRF": this.#csrf,
      },
      body: JSON.stringify(said),
    });
  }

  async #ask<Told>(path: string, asked: RequestInit): Promise<Told> {
    let response: Response;
    try {
      response = await this.#fetch(own(path, this.#search), {
        ...asked,
        credentials: "same-origin",
        cache: "no-store",
      });
    } catch {
      throw new Trouble(0, "no_line", "the server does not answer");
    }
    const told = (await response.json().catch(() => null)) as
      (Told & Partial<ErrorEnvelope>) | null;
    if (response.ok && told !== null) return told;
    throw new Trouble(
      response.status,
      told?.error?.code ?? "unknown",
      told?.error?.sentence ?? response.statusText,
    );
  }

  /** Remember the token that requests of the person now signed in must carry. */
  known(session: SessionTold): SessionTold {
    this.#csrf = session.csrf ?? "";
    return session;
  }
}

/** Who of the floor can act at a moment, the highest first. */
export function colleaguesAt(people: readonly PersonTold[], now: number): Colleague[] {
  return people
    .filter((each) => !each.dismissed)
    .flatMap((each) => {
      const lasting = Math.max(0, ...each.roles);
      const box =
        each.acting !== null && each.acting.since <= now && now < each.acting.until
          ? each.acting.role
          : 0;
      const role = Math.max(lasting, box);
      return role === 0
        ? []
        : [{ id: each.person, name: each.name, role: role as Role, acting: box > lasting }];
    })
    .sort((one, other) => other.role - one.role || one.name.localeCompare(other.name));
}
