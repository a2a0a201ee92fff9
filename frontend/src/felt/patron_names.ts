/** What a patron is called at the table: by name, by the key that staff gave, or by the box. */
import type { StaffStation } from "../staff/station.svelte.ts";
import { live } from "../words/live.svelte.ts";
import { boxOfKey, isUnnamed } from "./positions.ts";

export function nameOfPatron(station: StaffStation, patron: string): string {
  const known = station.names[patron];
  if (known !== undefined) return known;
  const felt = station.view?.felt;
  const seat = felt?.patrons.find((each) => each.patron === patron)?.box ?? null;
  const box = seat ?? boxOfKey(patron, felt?.layout.boxes ?? []);
  return isUnnamed(patron) && box !== null ? live.words.box(box) : patron;
}
