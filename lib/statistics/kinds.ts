/**
 * The counters of statistics. `contacted` and `uniqueReplied` count executions, `uniqueOpened` and `uniqueClicked` emails, each
 * once. An email is a step of an execution. Rolled-up items store the kinds in this order, so add new kinds at the end.
 */
export const statKinds = [
  'sent',
  'contacted',
  'opened',
  'uniqueOpened',
  'clicked',
  'uniqueClicked',
  'replied',
  'uniqueReplied',
  'bounced',
  'unsubscribed',
  'openTracked',
  'clickTracked',
] as const;
export type StatKind = (typeof statKinds)[number];

/** The kinds that are counted by step, variant and account. `contacted` counts contacts, not emails. */
export const breakdownKinds = statKinds.filter((kind) => kind !== 'contacted');

export type Counts = Readonly<Record<StatKind, number>>;

/** @param numbers one per kind, in the order of `statKinds` */
export function countsOf(numbers: readonly number[]): Counts {
  // Object.fromEntries loses the key types.
  return Object.fromEntries(statKinds.map((kind, position) => [kind, numbers[position] ?? 0])) as Counts;
}

/** A list of zeros. */
export const zeros = (numbersPerKind = 1): number[] =>
  new Array<number>(numbersPerKind * statKinds.length).fill(0);

/** Adds each number to the sum at the same position. With the sign -1, it subtracts. */
export function addTo(sums: number[], numbers: readonly number[], sign: 1 | -1 = 1): void {
  for (const [position, number] of numbers.entries()) sums[position] = (sums[position] ?? 0) + sign * number;
}
