/** Counts of everything that waits for the pit. */
import type { FloorTold, PitView, TableTold } from "../wire.ts";

export function waitingAt(view: PitView | null): number {
  if (view === null) return 0;
  return Number(view.procedure !== null) + view.adjustments.length + view.uncertain_tickets.length;
}

export function callsOf(floor: FloorTold | null): { terminal: string; since: number }[] {
  return (floor?.terminals ?? [])
    .flatMap((each) =>
      each.called_at === null ? [] : [{ terminal: each.terminal, since: each.called_at }],
    )
    .sort((one, other) => one.since - other.since);
}

/** The next table, in the order shown and round again, where something waits. */
export function nextWaiting(tables: readonly TableTold[], from: string | null): string | null {
  const at = tables.findIndex((each) => each.table === from) + 1;
  return (
    [...tables.slice(at), ...tables.slice(0, at)].find((each) => each.waits && each.table !== from)
      ?.table ?? null
  );
}
