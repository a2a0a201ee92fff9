/** Money is whole cents everywhere; these put it into words for a screen. */

const whole = new Intl.NumberFormat("en-SG", { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-SG", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Dollars, with cents only where there are some: $1,250 or $0.95. */
export function money(cents: number): string {
  const dollars = cents / 100;
  const sign = cents < 0 ? "−" : "";
  const digits =
    cents % 100 === 0 ? whole.format(Math.abs(dollars)) : exact.format(Math.abs(dollars));
  return `${sign}$${digits}`;
}

/** With the cents always, for what a patron owns. */
export function balance(cents: number): string {
  return `${cents < 0 ? "−" : ""}$${exact.format(Math.abs(cents) / 100)}`;
}

/** With its sign, for what was won or lost. */
export function net(cents: number): string {
  return cents > 0 ? `+${balance(cents)}` : balance(cents);
}

/** What a bet won or lost, with its sign, and with cents only where there are some. */
export function gain(cents: number): string {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/** As short as a chip: 5, 500, 1K, 25K. */
export function chipLabel(cents: number): string {
  const dollars = cents / 100;
  return dollars >= 1000 && dollars % 1000 === 0 ? `${dollars / 1000}K` : `${dollars}`;
}

/** Read a typed amount in cents: "250", "1,250.50", "-20"; null if it is not an amount. */
export function centsOf(text: string): number | null {
  const found = /^([-−]?)\$?(\d{1,3}(?:,?\d{3})*|\d+)(?:\.(\d{2}))?$/.exec(text.trim());
  if (found === null) return null;
  const cents = Number((found[2] ?? "").replaceAll(",", "")) * 100 + Number(found[3] ?? 0);
  return found[1] === "" ? cents : -cents;
}
