/**
 * The counters of statistics. `contacted` and `uniqueReplied` count executions, `uniqueOpened` and `uniqueClicked` emails, each
 * once. An email is a step of an execution.
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

/** Sums counts by kind. */
export function sumOfCounts(counts: readonly Counts[]): Counts {
  return mapKinds((kind) => counts.reduce((sum, each) => sum + each[kind], 0));
}

export function mapKinds(countOf: (kind: StatKind) => number): Counts {
  // Object.fromEntries loses the key types.
  return Object.fromEntries(statKinds.map((kind) => [kind, countOf(kind)])) as Counts;
}
