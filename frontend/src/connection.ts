/**
 * The line to the server. It knows nothing of pages: it says hello, keeps the newest views, and sees
 * to it that a command is answered once, whatever happens to the line meanwhile.
 */
import { Patience, SILENCE_MS } from "./patience.ts";
import type {
  Answer,
  BoardPart,
  ConsoleView,
  ConsoleWish,
  LayoutPart,
  LobbyTold,
  PatronWish,
  PitView,
  PitWish,
  PublicPart,
  Recalled,
  ServerMessage,
  TerminalView,
  TicketFace,
  Welcome,
} from "./wire.ts";

/** The private part of the view of each screen, and the commands that it may send. */
export interface Screens {
  terminal: { view: TerminalView; wish: PatronWish };
  console: { view: ConsoleView; wish: ConsoleWish };
  pit: { view: PitView; wish: PitWish };
  display: { view: null; wish: never };
}
export type Screen = keyof Screens;
export type Language = "en" | "zh";

/**
 * How the line stands. "replaced" and "refused" are for good: a newer tab speaks for this terminal,
 * or the server will not have this screen at all.
 */
export type LineState = "connecting" | "open" | "lost" | "replaced" | "refused";

/** The table as this page knows it; each part is the newest received. */
export interface Seen<S extends Screen> {
  version: number;
  public: PublicPart | null;
  layout: LayoutPart | null;
  board: BoardPart | null;
  private: Screens[S]["view"] | null;
  /** The names that staff entered for patrons of a live table, by key; staff screens only. */
  names: Readonly<Record<string, string>>;
  halted: string;
}

export const NOTHING_SEEN: Seen<never> = {
  version: 0,
  public: null,
  layout: null,
  board: null,
  private: null,
  names: {},
  halted: "",
};

export interface Listener<S extends Screen> {
  line(state: LineState): void;
  welcome(welcome: Welcome): void;
  seen(seen: Seen<S>): void;
  called(since: number | null): void;
  lobby(told: LobbyTold): void;
  problem(code: string, sentence: string): void;
}

/** What a browser's storage offers; a test gives a map. */
export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** The state of a socket that sends, by its number in browsers. */
const SENDS = 1;

export interface Socket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Options<S extends Screen> {
  screen: S;
  table: string | null;
  language: () => Language;
  /** Dial; another server than the one of this name, where there are several. */
  open: (avoided: string) => Socket;
  store: Store;
  /** Which of several identities of one browser this is, so that none sends another's commands. */
  slot?: string;
  listener: Listener<S>;
  /** Milliseconds on a clock of this machine that cannot be set; it may be wrong. */
  clock?: () => number;
}

/** The part beside a wish. A secret, such as a PIN, is sent with it and never stored. */
export interface Beside {
  table?: string;
  secret?: { pin?: string; by?: { person: string; pin: string } };
}

interface Pending {
  id: string;
  wish: unknown;
  table?: string;
}

/** A question that changes nothing, and so is simply put again on a new line. */
interface Asked {
  message: { say: "recall" | "print"; id: string; round?: number | null };
  /** With nothing where no reply will come. */
  resolve: (reply: Recalled | TicketFace | null) => void;
}

interface Kept extends Pending {
  at: number;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** How often a line is looked at. */
const LOOK_EVERY_MS = 100;
/** How long another server may take to welcome a screen that has a line, perhaps a dead one. */
const SECOND_LINE_MS = 2_500;
/** The code with which the server ends a line that it will not serve. */
const NOT_ALLOWED = 1008;
/** A command that was not answered for so long belongs to another day, and is not sent again. */
const STALE_MS = 120_000;

export class Connection<S extends Screen> {
  #options: Options<S>;
  #socket: Socket | null = null;
  /** A second line, to another server, while the first is silent. Whichever speaks first is kept. */
  #second: Socket | null = null;
  #secondTimer: ReturnType<typeof setTimeout> | undefined;
  #patience = new Patience();
  /** The name of the server that welcomed this screen; empty where there is only one. */
  #node = "";
  /** Whether the server has asked us to leave it: what it still says does not end the second line. */
  #leaves = false;
  /** Whether the next line is to lead to another one; if that fails, the one after leads anywhere. */
  #avoids = true;
  #state: LineState = "connecting";
  #welcomed = false;
  #isOver = false;
  #seen: Seen<S> = NOTHING_SEEN;
  #waiting = new Map<string, (answer: Answer) => void>();
  #asked = new Map<string, Asked>();
  #pending: Pending[];
  #secrets = new Map<string, NonNullable<Beside["secret"]>>();
  #offset = 0;
  #bestTrip = Number.POSITIVE_INFINITY;
  #pings = new Map<number, number>();
  #pingCount = 0;
  #wait = FIRST_WAIT_MS;
  #wantsLobby = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  readonly tab = newId();

  constructor(options: Options<S>) {
    this.#options = options;
    this.#pending = this.#stored();
  }

  get state(): LineState {
    return this.#state;
  }

  /** The server's time, derived from its messages. */
  now(): number {
    return this.#clock() + this.#offset;
  }

  start(): void {
    this.#dial();
  }

  /** Close the connection for good. Pending and later requests are rejected. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    this.#hangUpSecond();
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    socket?.close();
    for (const [id, resolve] of this.#waiting) resolve(this.#unanswered(id));
    for (const { resolve } of this.#asked.values()) resolve(null);
    this.#waiting.clear();
    this.#asked.clear();
    this.#secrets.clear();
  }

  #unanswered(id: string): Answer {
    return { say: "answer", now: this.now(), id, accepted: false };
  }

  /**
   * Ask for something. The wish is stored before it is sent, and sent again until it is answered,
   * always to the same table: another one, to which a terminal has moved meanwhile, would not know
   * that it was done, and do it again.
   */
  command(
    wish: Screens[S]["wish"],
    { table = this.#seen.public?.table, secret }: Beside = {},
  ): Promise<Answer> {
    const pending: Pending = { id: newId(), wish, ...(table === undefined ? {} : { table }) };
    // If it were stored now, it would be carried out the next time the page is loaded.
    if (this.#isOver) return Promise.resolve(this.#unanswered(pending.id));
    this.#pending.push(pending);
    if (secret !== undefined) this.#secrets.set(pending.id, secret);
    this.#keep();
    return new Promise((resolve) => {
      this.#waiting.set(pending.id, resolve);
      if (this.#welcomed) this.#sendCommand(pending);
    });
  }

  #sendCommand(pending: Pending): void {
    this.#send({ say: "command", ...pending, ...this.#secrets.get(pending.id) });
  }

  /** Whether any command is still without an answer. */
  get unanswered(): number {
    return this.#pending.length;
  }

  /** Return a recent round; undefined if there is none, or if a later request replaced this one. */
  recall(round: number | null): Promise<Recalled | null> {
    return this.#ask({ say: "recall", id: newId(), round }) as Promise<Recalled | null>;
  }

  /** The ticket that waits for its printer; nothing where none does any more. */
  ticket(): Promise<TicketFace | null> {
    return this.#ask({ say: "print", id: newId() }) as Promise<TicketFace | null>;
  }

  /** Without a connection no attendant is called, so the page must not say that one was. */
  call(wanted: boolean): void {
    if (this.#welcomed) this.#send({ say: "call", id: newId(), wanted });
  }

  /** Have all tables shown, too, on this line and on those after it, or have them shown no more. */
  lobby(wanted: boolean): void {
    if (wanted === this.#wantsLobby) return;
    this.#wantsLobby = wanted;
    if (this.#welcomed) this.#send({ say: "lobby", wanted });
  }

  #ask(message: Asked["message"]): Promise<Recalled | TicketFace | null> {
    if (this.#isOver) return Promise.resolve(null);
    // Only the newest of a kind counts, however often the user taps while the connection is down.
    for (const { message: older } of this.#asked.values())
      if (older.say === message.say) this.#reply(older.id, null);
    return new Promise((resolve) => {
      this.#asked.set(message.id, { message, resolve });
      if (this.#welcomed) this.#send(message);
    });
  }

  #reply(id: string, reply: Recalled | TicketFace | null): void {
    this.#asked.get(id)?.resolve(reply);
    this.#asked.delete(id);
  }

  #dial(): void {
    this.#welcomed = false;
    this.#socket = this.#opened(this.#avoids ? this.#node : "");
    this.#avoids = !this.#avoids;
    this.#limitDialling();
  }

  #limitDialling(): void {
    // A server that accepts the connection and stays silent is as good as none.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#giveUp(), SILENCE_MS);
  }

  #opened(avoided: string): Socket {
    const socket = this.#options.open(avoided);
    const isOurs = () => socket === this.#socket || socket === this.#second;
    socket.onopen = () => {
      if (isOurs()) this.#hello(socket);
    };
    socket.onmessage = (event) => {
      if (isOurs() && typeof event.data === "string") this.#hear(socket, event.data);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#second) this.#endSecond();
      else if (socket === this.#socket) this.#closed(code);
    };
    return socket;
  }

  #closed(code: number): void {
    if (code === NOT_ALLOWED) this.#refused();
    else this.#lost();
  }

  #giveUp(): void {
    const socket = this.#socket;
    this.#lost();
    socket?.close();
  }

  /** Dial another server, and keep the present line until that one welcomes us. */
  #tryElsewhere(): void {
    if (this.#node === "" || this.#second !== null) return;
    this.#second = this.#opened(this.#node);
    this.#secondTimer = setTimeout(() => this.#endSecond(), SECOND_LINE_MS);
  }

  #endSecond(): void {
    this.#leaves = false;
    this.#hangUpSecond();
    this.#patience.triedInVain(this.#clock());
  }

  #hangUpSecond(): void {
    const second = this.#takeSecond();
    second?.close();
  }

  #takeSecond(): Socket | null {
    clearTimeout(this.#secondTimer);
    const second = this.#second;
    this.#second = null;
    return second;
  }

  #hello(socket: Socket): void {
    const { screen, table, language } = this.#options;
    send(socket, {
      say: "hello",
      protocol: 1,
      as: screen,
      table,
      tab: this.tab,
      language: language(),
    });
  }

  #refused(): void {
    this.stop();
    this.#become("refused");
  }

  #lost(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    this.#socket = null;
    this.#welcomed = false;
    if (this.#state === "replaced") return;
    this.#become("lost");
    const second = this.#takeSecond();
    if (second !== null) {
      this.#socket = second;
      return this.#limitDialling();
    }
    // Not all at once: after a server's return a thousand terminals would knock in the same moment.
    const wait = this.#wait * (0.5 + Math.random());
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    this.#timer = setTimeout(() => this.#dial(), wait);
  }

  #hear(socket: Socket, text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if (socket === this.#second) {
      // Until another server welcomes us, its messages do not concern this screen.
      if (message.say === "welcome") this.#changeOver(message);
      return;
    }
    this.#patience.heard(this.#clock());
    if (this.#second !== null && this.#welcomed && !this.#leaves) this.#endSecond();
    switch (message.say) {
      case "welcome":
        return this.#settleIn(message);
      case "view":
        return this.#look(message);
      case "answer":
        return this.#answered(message);
      case "recalled":
      case "ticket":
        return this.#reply(message.id, message);
      case "called":
        return this.#options.listener.called(message.since);
      case "lobby":
        return this.#options.listener.lobby(message);
      case "problem":
        // A request without a reply is not the user's mistake.
        if (message.id != null && this.#asked.has(message.id)) return this.#reply(message.id, null);
        // A command that cannot even be read will never be answered otherwise.
        if (message.id != null) this.#answered(this.#unanswered(message.id));
        return this.#options.listener.problem(message.code, message.sentence);
      case "leave":
        this.#leaves = true;
        return this.#tryElsewhere();
      case "replaced":
        this.#become("replaced");
        return this.stop();
      case "pong":
        return this.#measure(message.n, message.now);
    }
  }

  /** What the older line says from now on is not heard; what it was asked is asked again. */
  #changeOver(welcome: Welcome): void {
    const older = this.#socket;
    this.#socket = this.#takeSecond();
    this.#settleIn(welcome);
    older?.close();
  }

  #settleIn(welcome: Welcome): void {
    clearTimeout(this.#timer);
    this.#patience.begin(this.#clock());
    this.#node = welcome.node;
    this.#avoids = true;
    this.#leaves = false;
    this.#welcomed = true;
    this.#wait = FIRST_WAIT_MS;
    if (!Number.isFinite(this.#bestTrip)) this.#offset = welcome.now - this.#clock();
    this.#options.listener.welcome(welcome);
    this.#become("open");
    for (const pending of this.#pending) this.#sendCommand(pending);
    for (const { message } of this.#asked.values()) this.#send(message);
    if (this.#wantsLobby) this.#send({ say: "lobby", wanted: true });
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#watch(), LOOK_EVERY_MS);
    this.#ping();
  }

  #look(view: Extract<ServerMessage, { say: "view" }>): void {
    // Versions start again with every connection, and only grow within one.
    const { say: _say, now: _now, ...parts } = view;
    this.#seen = { ...this.#seen, ...(parts as Partial<Seen<S>>) };
    this.#options.listener.seen(this.#seen);
  }

  #answered(answer: Answer): void {
    this.#pending = this.#pending.filter((pending) => pending.id !== answer.id);
    this.#keep();
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
    this.#secrets.delete(answer.id);
  }

  #watch(): void {
    switch (this.#patience.due(this.#clock())) {
      case "give up":
        return this.#giveUp();
      case "try elsewhere":
        return this.#tryElsewhere();
      case "ask":
        return this.#ping();
      case "nothing":
        return;
    }
  }

  #ping(): void {
    this.#patience.pinged(this.#clock());
    this.#pingCount += 1;
    this.#pings.set(this.#pingCount, this.#clock());
    this.#send({ say: "ping", n: this.#pingCount });
  }

  /** The shortest round trip gives the best estimate of the clocks' offset. */
  #measure(n: number, serverNow: number): void {
    const sentAt = this.#pings.get(n);
    this.#pings.delete(n);
    if (sentAt === undefined) return;
    const trip = this.#clock() - sentAt;
    this.#patience.answered(trip);
    if (trip > this.#bestTrip * 1.5 + 20) return;
    this.#bestTrip = Math.min(this.#bestTrip, trip);
    this.#offset = serverNow + trip / 2 - this.#clock();
  }

  #become(state: LineState): void {
    this.#state = state;
    this.#options.listener.line(state);
  }

  /** A closing socket sends nothing; commands and questions wait for the next line as they are. */
  #send(message: object): void {
    if (this.#socket !== null && send(this.#socket, message)) this.#patience.asked(this.#clock());
  }

  #clock(): number {
    return (this.#options.clock ?? steadyClock)();
  }

  get #key(): string {
    const { screen, slot } = this.#options;
    return ["punto.pending", screen, ...(slot ? [slot] : [])].join(".");
  }

  #stored(): Pending[] {
    const text = this.#options.store.getItem(this.#key);
    const kept = text === null ? [] : (JSON.parse(text) as Kept[]);
    const now = this.#clock();
    return kept.filter(({ at }) => now - at < STALE_MS).map(({ at: _at, ...pending }) => pending);
  }

  #keep(): void {
    // Without its secret a command would only be refused, so it is not kept for another page.
    const at = this.#clock();
    const kept: Kept[] = this.#pending
      .filter(({ id }) => !this.#secrets.has(id))
      .map((pending) => ({ ...pending, at }));
    this.#options.store.setItem(this.#key, JSON.stringify(kept));
  }
}

function send(socket: Socket, message: object): boolean {
  if (socket.readyState !== SENDS) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/** With a clock that is set back, a dead line would not be noticed until it has caught up. */
function steadyClock(): number {
  return performance.timeOrigin + performance.now();
}

/** 128 random bits; the usual function for it is missing on pages without TLS. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
