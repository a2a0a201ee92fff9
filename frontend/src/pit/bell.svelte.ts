/** Signals new work: a count for badges, and one soft sound when the count grows. */
import type { FloorTold } from "../wire.ts";

const KEY = "punto.pit.sound";
const NOTES: readonly [frequency: number, startMs: number][] = [
  [659, 0],
  [880, 160],
];
const LENGTH_MS = 420;
const LOUDNESS = 0.08;

/** How much of each kind waits, by table. */
export function workOn(floor: FloorTold | null): Map<string, number> {
  const work = new Map<string, number>();
  for (const table of floor?.tables ?? []) {
    for (const [kind, count] of table.work) work.set(`${table.table}/${kind}`, count);
    if (table.halted !== "") work.set(`${table.table}/halted`, 1);
  }
  return work;
}

export function countOf(work: ReadonlyMap<string, number>): number {
  return [...work.values()].reduce((sum, each) => sum + each, 0);
}

/** Whether something waits now that did not wait before. */
export function isMore(
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): boolean {
  return [...now].some(([key, count]) => count > (before.get(key) ?? 0));
}

export class Bell {
  /** Off until the person has allowed it. */
  isOn = $state(localStorage.getItem(KEY) === "yes");
  /** How often it has sounded, for those who wait for it. */
  rung = $state(0);
  #audio: AudioContext | null = null;
  #before: ReadonlyMap<string, number> | null = null;

  switch(): void {
    this.isOn = !this.isOn;
    localStorage.setItem(KEY, this.isOn ? "yes" : "no");
    if (this.isOn) this.#ring();
  }

  /** Look at the work; what was there when the page opened is not new. */
  look(now: ReadonlyMap<string, number>): void {
    const before = this.#before;
    this.#before = now;
    if (before !== null && this.isOn && isMore(before, now)) this.#ring();
  }

  #ring(): void {
    this.rung += 1;
    this.#audio ??= new AudioContext();
    const audio = this.#audio;
    void audio.resume();
    for (const [frequency, startMs] of NOTES) {
      const at = audio.currentTime + startMs / 1000;
      const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
      oscillator.frequency.value = frequency;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(LOUDNESS, at + 0.03);
      gain.gain.exponentialRampToValueAtTime(0.0005, at + LENGTH_MS / 1000);
      oscillator.connect(gain).connect(audio.destination);
      oscillator.start(at);
      oscillator.stop(at + LENGTH_MS / 1000 + 0.02);
    }
  }
}
