/** A moment as people at the tables say it: hours and minutes. */
export function time(ms: number): string {
  return new Date(ms).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
