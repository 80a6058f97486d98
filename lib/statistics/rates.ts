import type { StatKind } from '#lib/statistics/kinds.ts';

/**
 * Each rate is `count / base`. The base is the sent emails; for opens and clicks, only those with the image for opens or with
 * tracked links.
 */
export const rateParts = {
  openRate: { count: 'uniqueOpened', base: 'openTracked' },
  clickRate: { count: 'uniqueClicked', base: 'clickTracked' },
  replyRate: { count: 'uniqueReplied', base: 'sent' },
  bounceRate: { count: 'bounced', base: 'sent' },
  unsubscribeRate: { count: 'unsubscribed', base: 'sent' },
} as const satisfies Readonly<Record<string, { readonly count: StatKind; readonly base: StatKind }>>;
type RateName = keyof typeof rateParts;

/** Computes each rate from its count and its base. */
export function mapRates<Rate>(
  counts: Readonly<Record<(typeof rateParts)[RateName]['count' | 'base'], number>>,
  rateOf: (count: number, base: number) => Rate,
): Record<RateName, Rate> {
  const rates = Object.entries(rateParts).map(([name, { count, base }]) => [
    name,
    rateOf(counts[count], counts[base]),
  ]);

  // Object.fromEntries loses the key types.
  return Object.fromEntries(rates) as Record<RateName, Rate>;
}

/** A share of emails; null without emails. A reply may fall into a later period than its email, so the share is limited to 1. */
export function shareOf(count: number, emails: number): number | null {
  return emails === 0 ? null : Math.min(1, count / emails);
}
