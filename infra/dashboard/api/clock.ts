/** Milliseconds by which the service's clock is ahead of the browser's. */
let offsetMs = 0;
/** The header has whole seconds, and a response takes a part of a second. */
const toleranceMs = 2000;

/** The time of the service in epoch milliseconds. All times of the API are compared with it, not with the browser's clock. */
export const serviceNow = (): number => Date.now() + offsetMs;

/** Follows the clock of a response. */
export function followServiceClock({ headers }: Response): void {
  const difference = Date.parse(headers.get('Date') ?? '') + 500 - serviceNow();
  // Without the header, `difference` is NaN and the comparison is false.
  if (Math.abs(difference) > toleranceMs) offsetMs += difference;
}
