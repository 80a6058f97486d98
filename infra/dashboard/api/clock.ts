/** Milliseconds by which the service's clock is ahead of the browser's. */
let offsetMs = 0;

/** The time of the service in epoch milliseconds. All times of the API are compared with it, not with the browser's clock. */
export const serviceNow = (): number => Date.now() + offsetMs;

/**
 * Follows the clock of a response. Its `Date` has whole seconds, and its time is between the request and the response. The offset
 * changes only if it is outside of these bounds. After a change, `serviceNow` is never ahead of the service.
 * @param sentAt time of the request by the browser's clock
 */
export function followServiceClock({ headers }: Response, sentAt: number): void {
  const time = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(time)) return;
  offsetMs = Math.min(Math.max(offsetMs, time - Date.now()), time + 1000 - sentAt);
}
