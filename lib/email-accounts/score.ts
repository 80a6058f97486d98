import type { AccountHealth } from '#lib/email-accounts/health.ts';

type Verdicts = Pick<AccountHealth, 'spf' | 'dkim' | 'dmarc'>;

/**
 * 60 points for what the DNS says, and 40 for mails that arrive. A DKIM key may well be there when it is not found, as
 * nobody outside knows its name.
 */
const points = {
  spf: { pass: 25, missing: 0, fail: 0 },
  dkim: { pass: 20, missing: 10, fail: 0 },
  dmarc: { pass: 15, missing: 0, fail: 0 },
} as const;
const arrivingPoints = 40;

/** Of so many mails nothing is left of the points: providers shut accounts out for less. */
const worstBounceRate = 0.1;

/** One mail that comes back says little of an account that has sent three. */
const tellingMails = 20;

/** 0 to 100; null while a verdict is not known. It never grows by a bounce, or by a verdict that is worse. */
export function scoreOf(
  { spf, dkim, dmarc }: Verdicts,
  { sent, bounced }: { readonly sent: number; readonly bounced: number },
): number | null {
  if (spf === null || dkim === null || dmarc === null) return null;
  const lost = Math.min(1, bounced / Math.max(sent, tellingMails) / worstBounceRate);

  return Math.round(points.spf[spf] + points.dkim[dkim] + points.dmarc[dmarc] + arrivingPoints * (1 - lost));
}
