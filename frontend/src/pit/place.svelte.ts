/** Where in the pit a person is, as the address says it: a link leads there, and back goes back. */

interface Spot {
  section: string;
  table: string | null;
  period: string;
}

const FIRST: Spot = { section: "", table: null, period: "opening" };

export class PitPlace {
  #spot = $state.raw<Spot>(FIRST);
  #onmove: () => void = () => undefined;

  constructor() {
    this.#spot = spotIn(location.search);
  }

  /** Empty where the address names none. */
  get section(): string {
    return this.#spot.section;
  }

  get table(): string | null {
    return this.#spot.table;
  }

  get period(): string {
    return this.#spot.period;
  }

  /** Follow the browser's back and forward; returns the function that ends it. */
  start(onmove: () => void): () => void {
    this.#onmove = onmove;
    const moved = () => {
      this.#spot = spotIn(location.search);
      this.#onmove();
    };
    window.addEventListener("popstate", moved);
    return () => window.removeEventListener("popstate", moved);
  }

  /** The address of another place, for a link. */
  href(to: Partial<Spot>): string {
    const { section, table, period } = { ...this.#spot, ...to };
    const asked = new URLSearchParams(location.search);
    set(asked, "section", section);
    set(asked, "table", table ?? "");
    set(asked, "period", period === FIRST.period ? "" : period);
    const query = asked.toString();
    return query === "" ? location.pathname : `${location.pathname}?${query}`;
  }

  /** Go to another place, from which back leads here. */
  go(to: Partial<Spot>): void {
    const href = this.href(to);
    if (href === location.pathname + location.search) return;
    history.pushState(null, "", href);
    this.#spot = { ...this.#spot, ...to };
    this.#onmove();
  }

  /** Say where one is, where the page itself chose it: back does not lead to the choice. */
  settle(to: Partial<Spot>): void {
    history.replaceState(null, "", this.href(to));
    this.#spot = { ...this.#spot, ...to };
  }

  /** A link's click goes there without a new page, unless the person wants one. */
  follow(event: MouseEvent, to: Partial<Spot>): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.go(to);
  }
}

function spotIn(search: string): Spot {
  const asked = new URLSearchParams(search);
  return {
    section: asked.get("section") ?? "",
    table: asked.get("table"),
    period: asked.get("period") ?? FIRST.period,
  };
}

function set(asked: URLSearchParams, name: string, value: string): void {
  if (value === "") asked.delete(name);
  else asked.set(name, value);
}
