/** Announcements as sound, made on the spot: no file is loaded, and mute is mute. */

type Note = [frequency: number, startMs: number, lengthMs: number];

const TUNES = {
  opening: [
    [523, 0, 160],
    [784, 150, 320],
  ],
  closing: [
    [587, 0, 180],
    [392, 170, 380],
  ],
  lastSeconds: [[880, 0, 60]],
  placed: [[1320, 0, 35]],
  registered: [
    [988, 0, 60],
    [1319, 60, 90],
  ],
  refused: [
    [196, 0, 130],
    [165, 120, 220],
  ],
  card: [[330, 0, 45]],
  won: [
    [523, 0, 130],
    [659, 120, 130],
    [784, 240, 130],
    [1047, 360, 380],
  ],
} satisfies Record<string, Note[]>;

export type Tune = keyof typeof TUNES;

const KEY = "punto.muted";

export class Sounds {
  #audio: AudioContext | null = null;
  #muted = localStorage.getItem(KEY) === "yes";

  get muted(): boolean {
    return this.#muted;
  }

  mute(muted: boolean): void {
    this.#muted = muted;
    localStorage.setItem(KEY, muted ? "yes" : "no");
    if (muted) window.speechSynthesis?.cancel();
  }

  /** A browser allows sound only after the user has touched the page. */
  wake(): void {
    this.#audio ??= new AudioContext();
    void this.#audio.resume();
  }

  play(tune: Tune): void {
    const audio = this.#audio;
    if (this.#muted || audio === null || audio.state !== "running") return;
    for (const [frequency, startMs, lengthMs] of TUNES[tune]) {
      const at = audio.currentTime + startMs / 1000;
      const oscillator = audio.createOscillator();
      const gain = audio.createGain();
      oscillator.type = tune === "refused" ? "triangle" : "sine";
      oscillator.frequency.value = frequency;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(0.16, at + 0.012);
      gain.gain.exponentialRampToValueAtTime(0.0008, at + lengthMs / 1000);
      oscillator.connect(gain).connect(audio.destination);
      oscillator.start(at);
      oscillator.stop(at + lengthMs / 1000 + 0.02);
    }
  }

  /** The required words, spoken where the machine has a voice for them. */
  say(words: string, language: "en" | "zh"): void {
    const voices = window.speechSynthesis?.getVoices() ?? [];
    const voice = voices.find((each) => each.lang.startsWith(language));
    if (this.#muted || this.#audio === null || words === "" || voice === undefined) return;
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.voice = voice;
    spoken.lang = voice.lang;
    window.speechSynthesis.cancel();
    window.speechSynthesis.speak(spoken);
  }
}
