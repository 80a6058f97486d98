/** A counter as the API shows it. A decrement can be applied before its increment, so a counter can be below zero for a moment. */
export function shownCount(counter: number): number {
  return Math.max(0, counter);
}
