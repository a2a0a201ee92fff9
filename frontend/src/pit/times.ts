/** A moment as people at the tables say it: hours and minutes. */
export function time(ms: number): string {
  return new Date(ms).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A moment in a longer time: with the day, where there is more than one. */
export function dayAndTime(ms: number, now: number): string {
  if (Math.abs(now - ms) < DAY_MS) return time(ms);
  const day = new Date(ms).toLocaleDateString("en-GB", { day: "numeric", month: "numeric" });
  return `${day} ${time(ms)}`;
}
