/** Movement for those who like it: none for people who ask their machine for rest. */
import { prefersReducedMotion } from "svelte/motion";

/** Return how long a movement takes, in milliseconds; 0 where nothing is to move. */
export function calm(duration: number): number {
  return prefersReducedMotion.current ? 0 : duration;
}
