/** The line to the server, against a socket that a test holds in its hand. */
import assert from "node:assert/strict";
import { test, type MockTimers } from "node:test";
import { Connection, type Seen, type Socket, type Store } from "../src/connection.ts";

class Hand implements Socket {
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string) {
    assert.equal(this.readyState, 1, "WebSocket is already in CLOSING or CLOSED state");
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  closed = false;
  close() {
    this.closed = true;
  }
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  kind(say: string) {
    return this.sent.filter((message) => message.say === say);
  }
}

const WELCOME = {
  say: "welcome",
  now: 5_000,
  protocol: 1,
  as: "terminal",
  node: "",
  called_at: null,
};

function floor(kept = new Map<string, string>(), ownClock = false) {
  const sockets: Hand[] = [];
  const avoided: string[] = [];
  const states: string[] = [];
  const problems: string[] = [];
  const lobby: unknown[] = [];
  const seen: Seen<"console">[] = [];
  const store: Store = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
  let time = 1_000;
  const connection = new Connection<"console">({
    screen: "console",
    table: null,
    language: () => "en",
    open: (node) => {
      avoided.push(node);
      const hand = new Hand();
      sockets.push(hand);
      return hand;
    },
    store,
    ...(ownClock ? {} : { clock: () => time }),
    listener: {
      line: (state) => void states.push(state),
      welcome: () => {},
      seen: (newest) => void seen.push(newest),
      called: () => {},
      lobby: (told) => void lobby.push(told),
      problem: (code) => void problems.push(code),
    },
  });
  connection.start();
  const last = () => sockets.at(-1) as Hand;
  const open = () => {
    last().onopen?.();
    last().says(WELCOME);
  };
  return {
    connection,
    sockets,
    avoided,
    states,
    problems,
    seen,
    lobby,
    kept,
    last,
    open,
    pass: (ms: number) => (time += ms),
  };
}

test("the lobby is asked for once, and again on the next line while it is wanted", async () => {
  const { connection, sockets, last, open, lobby } = floor();
  connection.lobby(true);
  open();
  connection.lobby(true);
  assert.deepEqual(last().kind("lobby"), [{ say: "lobby", wanted: true }]);
  last().says({ say: "lobby", now: 5_001, tiles: [], roads: {} });
  assert.equal(lobby.length, 1);
  last().onclose?.({ code: 1006 });
  while (sockets.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  open();
  assert.equal(last().kind("lobby").length, 1);
  connection.lobby(false);
  assert.deepEqual(last().kind("lobby").at(-1), { say: "lobby", wanted: false });
  connection.stop();
});

test("a connection says hello first, and nothing before", () => {
  const { last, connection } = floor();
  last().onopen?.();
  assert.equal(last().sent.length, 1);
  assert.equal(last().sent[0]?.say, "hello");
  assert.equal(last().sent[0]?.tab, connection.tab);
  connection.stop();
});

test("a command is stored before it is sent, and forgotten when it is answered", async () => {
  const { connection, last, open, kept } = floor();
  const answering = connection.command({ name: "OpenBets" });
  assert.match(kept.get("punto.pending.console") ?? "", /OpenBets/);
  assert.equal(last().kind("command").length, 0);
  open();
  const [command] = last().kind("command");
  last().says({ say: "answer", now: 5_001, id: command?.id, accepted: true });
  assert.equal((await answering).accepted, true);
  assert.equal(kept.get("punto.pending.console"), "[]");
  connection.stop();
});

test("an unanswered command is sent again under the same id after the line was lost", async () => {
  const { connection, sockets, last, open, states } = floor();
  open();
  void connection.command({ name: "OpenBets" });
  const first = last().kind("command")[0]?.id;
  last().onclose?.({ code: 1006 });
  assert.deepEqual(states, ["open", "lost"]);
  while (sockets.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  open();
  assert.equal(last().kind("command")[0]?.id, first);
  connection.stop();
});

test("a repeated command goes to the table that was shown when it was made", async () => {
  const { connection, sockets, last, open } = floor();
  open();
  last().says({ say: "view", now: 5_001, version: 1, public: { table: "A1" } });
  void connection.command({ name: "OpenBets" });
  last().says({ say: "view", now: 5_002, version: 2, public: { table: "B2" } });
  void connection.command({ name: "BeginClosing" }, { table: "C3" });
  last().onclose?.({ code: 1006 });
  while (sockets.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  open();
  assert.deepEqual(
    last()
      .kind("command")
      .map(({ table }) => table),
    ["A1", "C3"],
  );
  connection.stop();
});

test("a page that was loaded anew sends what the old one had left unanswered", () => {
  const kept = new Map([
    ["punto.pending.console", '[{"id":"old","wish":{"name":"OpenBets"},"at":900}]'],
  ]);
  const { connection, last, open } = floor(kept);
  open();
  assert.equal(last().kind("command")[0]?.id, "old");
  assert.equal(connection.unanswered, 1);
  connection.stop();
});

test("what was left unanswered long ago is not done on another day", () => {
  const kept = new Map([
    ["punto.pending.console", '[{"id":"old","wish":{"name":"OpenBets"},"at":-130000}]'],
  ]);
  const { connection, last, open } = floor(kept);
  open();
  assert.equal(last().kind("command").length, 0);
  connection.stop();
});

test("a screen that the server will not have does not knock again", async () => {
  const { connection, last, states, sockets } = floor();
  last().onopen?.();
  last().onclose?.({ code: 1008 });
  await new Promise((resolve) => setTimeout(resolve, 600));
  assert.deepEqual(states, ["refused"]);
  assert.equal(sockets.length, 1);
  connection.stop();
});

test("a secret goes along with its command and is never stored", () => {
  const { connection, last, open, kept } = floor();
  open();
  void connection.command(
    { name: "Attest", cards: null },
    { table: "A1", secret: { pin: "4711" } },
  );
  assert.equal(last().kind("command")[0]?.pin, "4711");
  assert.equal(last().kind("command")[0]?.table, "A1");
  assert.equal(kept.get("punto.pending.console"), "[]");
  connection.stop();
});

test("a command that the server cannot read is given up, and not sent for ever", async () => {
  const { connection, last, open } = floor();
  open();
  const answering = connection.command({ name: "Dance" } as never);
  last().says({
    say: "problem",
    now: 6,
    id: last().kind("command")[0]?.id,
    code: "unknown",
    sentence: "no such wish",
  });
  assert.equal((await answering).accepted, false);
  assert.equal(connection.unanswered, 0);
  connection.stop();
});

test("parts that are not sent again stay as they were, and the newest of each holds", () => {
  const { connection, last, open, seen } = floor();
  open();
  last().says({
    say: "view",
    now: 1,
    version: 1,
    public: { round_number: 1 },
    board: { roads: 1 },
  });
  last().says({ say: "view", now: 2, version: 2, public: { round_number: 2 } });
  assert.deepEqual(seen.at(-1)?.public, { round_number: 2 });
  assert.deepEqual(seen.at(-1)?.board, { roads: 1 });
  connection.stop();
});

test("a tab that was replaced stays silent for good", () => {
  const { connection, last, open, states, sockets } = floor();
  open();
  last().says({ say: "replaced", now: 9 });
  last().onclose?.({ code: 1006 });
  assert.deepEqual(states, ["open", "replaced"]);
  assert.equal(sockets.length, 1);
  connection.stop();
});

test("the clock is the server's, corrected by half of a round trip", () => {
  const { connection, last, open, pass } = floor();
  open();
  assert.equal(connection.now(), 5_000);
  const ping = last().kind("ping")[0];
  pass(40);
  last().says({ say: "pong", now: 7_020, n: ping?.n });
  assert.equal(connection.now(), 7_040);
  connection.stop();
});

test("a server that takes the call and says nothing is called anew", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, sockets, last, open, states } = floor();
  last().onopen?.();
  mock.timers.tick(7_000);
  assert.deepEqual(states, ["lost"]);
  mock.timers.tick(375);
  assert.equal(sockets.length, 2);
  open();
  mock.timers.tick(60_000);
  assert.deepEqual(states, ["lost", "open"]);
  connection.stop();
});

test("a line that dies is noticed though this machine's clock was set back an hour", ({ mock }) => {
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  let steady = 1_000;
  mock.method(performance, "now", () => steady);
  const wall = mock.method(Date, "now", () => 7_200_000);
  const { connection, open, states } = floor(new Map(), true);
  open();
  wall.mock.mockImplementation(() => 3_600_000);
  steady += 9_000;
  mock.timers.tick(3_000);
  assert.deepEqual(states, ["open", "lost"]);
  connection.stop();
});

test("whoever waits when the line is ended for good waits no longer", async () => {
  const { connection, open } = floor();
  open();
  const answering = connection.command({ name: "OpenBets" });
  const recalling = connection.recall(null);
  connection.stop();
  assert.equal((await answering).accepted, false);
  assert.equal(await recalling, null);
});

test("what is asked of a line that has ended is not kept for another day", async () => {
  const { connection, open, kept } = floor();
  open();
  connection.stop();
  assert.equal((await connection.command({ name: "OpenBets" })).accepted, false);
  assert.equal(await connection.ticket(), null);
  assert.equal(connection.unanswered, 0);
  assert.doesNotMatch(kept.get("punto.pending.console") ?? "", /OpenBets/);
});

test("of questions of a kind only the newest waits for the line", async () => {
  const { connection, last, open } = floor();
  const asked = [connection.recall(1), connection.recall(2), connection.ticket()];
  assert.equal(await asked[0], null);
  open();
  assert.deepEqual(
    last()
      .kind("recall")
      .map(({ round }) => round),
    [2],
  );
  assert.equal(last().kind("print").length, 1);
  connection.stop();
});

test("a question without a reply is no problem of whoever asked", async () => {
  const { connection, last, open, problems } = floor();
  open();
  const printing = connection.ticket();
  last().says({
    say: "problem",
    now: 1,
    id: last().kind("print")[0]?.id,
    code: "no_ticket",
    sentence: "none waits",
  });
  assert.equal(await printing, null);
  assert.deepEqual(problems, []);
  connection.stop();
});

test("a question waits for the line, and is put again on a new one", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, last, open } = floor();
  const recalling = connection.recall(7);
  assert.equal(last().sent.length, 0);
  open();
  last().onclose?.({ code: 1006 });
  mock.timers.tick(375);
  open();
  const [asked] = last().kind("recall");
  last().says({ say: "recalled", now: 1, id: asked?.id, round: null, rounds: [] });
  assert.deepEqual((await recalling)?.rounds, []);
  last().onclose?.({ code: 1006 });
  mock.timers.tick(1_000);
  open();
  assert.equal(last().kind("recall").length, 0);
  connection.stop();
});

test("nobody is called without a line", () => {
  const { connection, last } = floor();
  connection.call(true);
  assert.equal(last().sent.length, 0);
  connection.stop();
});

test("nothing is sent into a line that is closing, and the next line gets it", async () => {
  const { connection, last, open } = floor();
  open();
  last().readyState = 2;
  const answer = connection.command({ name: "OpenBets" });
  connection.call(true);
  const closing = last();
  assert.equal(closing.kind("command").length, 0);
  closing.onclose?.({ code: 1012 });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  assert.notEqual(last(), closing);
  open();
  const [command] = last().kind("command");
  assert.ok(command);
  last().says({ say: "answer", now: 1, id: command.id, accepted: true });
  assert.equal((await answer).accepted, true);
  connection.stop();
});

/** A line to the server "a", welcomed a moment ago; `tick` lets time pass on all clocks. */
function named(mock: { timers: MockTimers }) {
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  const at = floor();
  at.last().onopen?.();
  at.last().says({ ...WELCOME, node: "a" });
  const tick = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      at.pass(50);
      mock.timers.tick(50);
    }
  };
  return { ...at, tick };
}

test("a line that is silent after a question is kept while another server is tried", ({ mock }) => {
  const { connection, sockets, avoided, states, last, tick } = named(mock);
  const [first] = sockets;
  first?.says({ say: "pong", now: 1, n: 1 });
  void connection.command({ name: "OpenBets" });
  tick(550);
  assert.equal(sockets.length, 1);
  tick(450);
  assert.deepEqual(avoided, ["", "a"]);
  assert.deepEqual(states, ["open"]);
  last().onopen?.();
  assert.equal(last().kind("hello")[0]?.tab, connection.tab);
  assert.equal(last().kind("command").length, 0);
  last().says({ ...WELCOME, node: "b" });
  assert.equal(last().kind("command")[0]?.id, first?.kind("command")[0]?.id);
  assert.equal(first?.closed, true);
  assert.deepEqual(states, ["open", "open"]);
  connection.stop();
});

test("whatever the older line says after the change is not heard", ({ mock }) => {
  const { connection, sockets, states, seen, last, tick } = named(mock);
  tick(3_000);
  last().says({ ...WELCOME, node: "b" });
  const [first] = sockets;
  first?.says({ say: "view", now: 1, version: 9, public: { round_number: 9 } });
  first?.says({ say: "replaced", now: 1 });
  first?.onclose?.({ code: 1008 });
  assert.deepEqual(seen, []);
  assert.deepEqual(states, ["open", "open"]);
  assert.equal(sockets.length, 2);
  connection.stop();
});

test("a server that was only busy keeps its screens, and is doubted less and less often", ({
  mock,
}) => {
  const { connection, sockets, states, tick } = named(mock);
  const tries: number[] = [];
  for (let passed = 0; passed < 60_000; passed += 3_000) {
    const before = sockets.length;
    tick(3_000);
    if (sockets.length > before) tries.push(passed);
    sockets[0]?.says({ say: "view", now: 1, version: 1 });
  }
  assert.deepEqual(states, ["open"]);
  assert.ok(sockets.slice(1).every(({ closed }) => closed));
  assert.ok(tries.length >= 2 && tries.length <= 6, tries.join(", "));
  connection.stop();
});

test("a second line that is refused or stays silent takes nothing from the first", ({ mock }) => {
  const { connection, sockets, states, last, tick } = named(mock);
  tick(3_000);
  last().onclose?.({ code: 1008 });
  tick(2_000);
  assert.deepEqual(states, ["open"]);
  sockets[0]?.says({ say: "view", now: 1, version: 1 });
  assert.deepEqual(states, ["open"]);
  connection.stop();
});

test("a first line that ends leaves the screen to the second", ({ mock }) => {
  const { connection, sockets, states, last, tick } = named(mock);
  tick(3_000);
  assert.equal(sockets.length, 2);
  sockets[0]?.onclose?.({ code: 1006 });
  assert.deepEqual(states, ["open", "lost"]);
  tick(1_000);
  assert.equal(sockets.length, 2);
  last().onopen?.();
  last().says({ ...WELCOME, node: "b" });
  assert.deepEqual(states, ["open", "lost", "open"]);
  connection.stop();
});

test("a server that asks us to leave is heard until another one welcomes us", ({ mock }) => {
  const { connection, sockets, avoided, states, seen, last } = named(mock);
  sockets[0]?.says({ say: "leave", now: 1 });
  sockets[0]?.says({ say: "leave", now: 1 });
  assert.deepEqual(avoided, ["", "a"]);
  sockets[0]?.says({ say: "view", now: 2, version: 1, halted: "still here" });
  assert.equal(seen.at(-1)?.halted, "still here");
  last().onopen?.();
  last().says({ ...WELCOME, node: "b" });
  assert.equal(sockets[0]?.closed, true);
  assert.equal(last().closed, false);
  assert.deepEqual(states, ["open", "open"]);
  connection.stop();
});

test("a server that asked us to leave, and is gone first, leaves us to the second line", ({
  mock,
}) => {
  const { connection, sockets, states, last } = named(mock);
  sockets[0]?.says({ say: "leave", now: 1 });
  sockets[0]?.onclose?.({ code: 1012 });
  assert.equal(sockets.length, 2);
  last().onopen?.();
  last().says({ ...WELCOME, node: "b" });
  assert.deepEqual(states, ["open", "lost", "open"]);
  connection.stop();
});

test("a server that asks us again to leave, after another one closed, is obeyed again", ({
  mock,
}) => {
  const { connection, sockets, states, avoided, last } = named(mock);
  for (const expected of [2, 3]) {
    sockets[0]?.says({ say: "leave", now: 1 });
    assert.equal(sockets.length, expected);
    last().onclose?.({ code: 1006 });
  }
  sockets[0]?.says({ say: "leave", now: 1 });
  assert.deepEqual(avoided, ["", "a", "a", "a"]);
  last().onopen?.();
  last().says({ ...WELCOME, node: "b" });
  assert.deepEqual(states, ["open", "open"]);
  connection.stop();
});

test("a lost server is avoided once, and then any is asked", ({ mock }) => {
  const { connection, avoided, last, tick } = named(mock);
  last().onclose?.({ code: 1012 });
  tick(1_000);
  last().onclose?.({ code: 1006 });
  tick(1_000);
  assert.deepEqual(avoided, ["", "a", ""]);
  connection.stop();
});

test("where there is but one server no second line is opened", ({ mock }) => {
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  const { connection, sockets, open, pass } = floor();
  open();
  pass(6_000);
  mock.timers.tick(6_000);
  assert.equal(sockets.length, 1);
  connection.stop();
});

test("a server is asked whether it is there only when it has been silent for a second", ({
  mock,
}) => {
  const { connection, last, tick } = named(mock);
  last().says({ say: "pong", now: 1, n: 1 });
  for (let frames = 0; frames < 8; frames += 1) {
    tick(500);
    last().says({ say: "view", now: 1, version: frames });
  }
  assert.equal(last().kind("ping").length, 1);
  tick(1_250);
  assert.equal(last().kind("ping").length, 2);
  connection.stop();
});
