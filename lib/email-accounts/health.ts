import * as z from 'zod/mini';
import { RejectionCounts } from '#lib/email-accounts/refusals/reported.ts';
import { Timestamp } from '#lib/values/schemas.ts';

const DnsVerdict = z.nullable(z.enum(['pass', 'fail', 'missing']));

export const AccountHealth = z.strictObject({
  /** 0..100 */
  score: z.nullable(z.int()),
  /** 0..1 */
  bounceRate7d: z.nullable(z.number()),
  sent7d: z.nullable(z.int()),
  /** Delivery reports that blame the sender, by cause; at most 100. Null before the first check that counts them. */
  rejections7d: RejectionCounts,
  spf: DnsVerdict,
  dkim: DnsVerdict,
  dmarc: DnsVerdict,
  checkedAt: z.nullable(Timestamp),
});
export type AccountHealth = z.infer<typeof AccountHealth>;
