/** The content of a ticket, as printed, scanned or typed. */

export const NOTES = [2, 5, 10, 50, 100, 1_000].map((dollars) => dollars * 100);

/** The text of the QR code: who reads it knows number and amount. */
export function ticketText(number: string, amount: number): string {
  return `PUNTO ${number} ${amount}`;
}

export interface Presented {
  number: string;
  amount: number;
}

/** The number of a ticket that was scanned or typed; null when it is none. */
export function numberOf(text: string): string | null {
  const digits = text.replace(/^\s*PUNTO\s+(\d{18})\s+\d{1,12}\s*$/i, "$1").replace(/[\s-]/g, "");
  return /^\d{18}$/.test(digits) ? digits : null;
}

/** A scanned code, or a number and an amount that were typed; null when neither will do. */
export function presented(number: string, amount: string): Presented | null {
  const scanned = /^\s*PUNTO\s+(\d{18})\s+(\d{1,12})\s*$/i.exec(number);
  if (scanned !== null) return { number: scanned[1] ?? "", amount: Number(scanned[2]) };
  const digits = numberOf(number);
  const typed = /^\s*\$?\s*(\d{1,9})(?:[.](\d{2}))?\s*$/.exec(amount.replace(/,/g, ""));
  if (digits === null || typed === null) return null;
  return { number: digits, amount: Number(typed[1]) * 100 + Number(typed[2] ?? 0) };
}

/** Eighteen digits in groups, as they are printed. */
export function grouped(number: string): string {
  return number.replace(/(.{4})/g, "$1 ").trim();
}
