/**
 * What statistics count. The unique ones count an execution once: its first of the kind. Rolled-up items hold the kinds in
 * this order: a new one goes to the end.
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
] as const;
export type StatKind = (typeof statKinds)[number];

export type Counts = Readonly<Record<StatKind, number>>;

/** @param numbers one of each kind, in their order */
export function countsOf(numbers: readonly number[]): Counts {
  // Object.fromEntries forgets which names there are.
  return Object.fromEntries(statKinds.map((kind, position) => [kind, numbers[position] ?? 0])) as Counts;
}

/** A list of numbers for each kind, all nought. */
export const noNumbers = (each = 1): number[] => new Array<number>(each * statKinds.length).fill(0);

export function addTo(sums: number[], numbers: readonly number[], sign: 1 | -1 = 1): void {
  for (const [position, number] of numbers.entries()) sums[position] = (sums[position] ?? 0) + sign * number;
}
