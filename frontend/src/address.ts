/** What a page's own address says: which identity of this browser it is, and which table it means. */

/** Several identities of one browser differ by `?slot=`; the usual one has no name. */
export function slotOf(search: string): string {
  return new URLSearchParams(search).get("slot") ?? "";
}

export function tableOf(search: string): string | null {
  return new URLSearchParams(search).get("table");
}

/** An address of the same server, for the same identity. */
export function own(path: string, search: string, more: Record<string, string> = {}): string {
  const slot = slotOf(search);
  const asked = new URLSearchParams({ ...more, ...(slot === "" ? {} : { slot }) }).toString();
  return asked === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${asked}`;
}

/** The address of the socket; by `?not=` a proxy chooses another server than the one of this name. */
export function socketUrl(
  where: { protocol: string; host: string; search: string },
  avoided = "",
): string {
  const path = own("/socket", where.search, avoided === "" ? {} : { not: avoided });
  return `${where.protocol === "https:" ? "wss" : "ws"}://${where.host}${path}`;
}

/** The least role that works in the pit: a Pit Supervisor. */
const PIT_ROLE = 2;

/** The screen on which a person of these roles works. */
export function ownScreen(search: string, roles: readonly number[]): string {
  return own(Math.max(0, ...roles) >= PIT_ROLE ? "/pit" : "/console", search);
}

/** Where to go after signing in: a path of this server that was asked for, else one's own screen. */
export function wayBack(search: string, roles: readonly number[]): string {
  const to = new URLSearchParams(search).get("to") ?? "";
  // Asked of the browser's own parser, which leaves out tabs and takes a backslash for a slash.
  const here = "https://punto.invalid";
  const stays = to.startsWith("/") && URL.canParse(to, here) && new URL(to, here).origin === here;
  return stays ? to : ownScreen(search, roles);
}

export function signInFor(where: { pathname: string; search: string }): string {
  return own("/sign-in", where.search, { to: where.pathname + where.search });
}
