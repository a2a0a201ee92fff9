/** Edges and chances for a screen: exact numbers are fractions, these are their per cents. */

export function perCent(part: number, digits = 4): string {
  const text = (100 * Math.abs(part)).toFixed(digits);
  return `${part < 0 && Number(text) !== 0 ? "−" : ""}${text} %`;
}

/** What has changed, in percentage points, with its sign. */
export function points(part: number, digits = 4): string {
  const text = (100 * Math.abs(part)).toFixed(digits);
  return `${Number(text) === 0 ? "±" : part < 0 ? "−" : "+"}${text}`;
}
