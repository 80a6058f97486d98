import type { AccountHealth } from '#lib/email-accounts/health.ts';

type Verdicts = Pick<AccountHealth, 'spf' | 'dkim' | 'dmarc'>;

/**
 * 60 points for DNS records and 40 for delivered emails. A missing DKIM key gets half its points, because it
 * may exist under an unknown selector.
 */
const points = {
  spf: { pass: 25, missing: 0, fail: 0 },
  dkim: { pass: 20, missing: 10, fail: 0 },
  dmarc: { pass: 15, missing: 0, fail: 0 },
} as const;
const deliveryPoints = 40;

/** At this bounce rate, all delivery points are lost; providers block accounts for less. */
const worstBounceRate = 0.1;

/** Smaller samples count as this size, because one bounce of three emails proves little. */
const sampleSizeMin = 20;

/** 0 to 100; null while a verdict is unknown. A bounce or a worse verdict never increases the score. */
export function scoreOf(
  { spf, dkim, dmarc }: Verdicts,
  { sent, bounced }: { readonly sent: number; readonly bounced: number },
): number | null {
  if (spf === null || dkim === null || dmarc === null) return null;
  const lostShare = Math.min(1, bounced / Math.max(sent, sampleSizeMin) / worstBounceRate);

  return Math.round(
    points.spf[spf] + points.dkim[dkim] + points.dmarc[dmarc] + deliveryPoints * (1 - lostShare),
  );
}
