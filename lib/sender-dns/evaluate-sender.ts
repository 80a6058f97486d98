import { evaluateDkim } from '#lib/sender-dns/dkim.ts';
import { evaluateDmarc } from '#lib/sender-dns/dmarc.ts';
import { DnsUnavailable, type SenderDns, withDnsQueries } from '#lib/sender-dns/dns-queries.ts';
import { evaluateSpf } from '#lib/sender-dns/spf.ts';
import type { DnsVerdict } from '#lib/sender-dns/verdict.ts';
import { normaliseEmail, splitAddress } from '#lib/values/email-address.ts';

/** Null: the DNS query failed. */
type SenderVerdicts = Readonly<Record<'spf' | 'dkim' | 'dmarc', DnsVerdict | null>>;

/**
 * Evaluates a sender's DNS records, within ten seconds.
 * @param sender an email address
 * @param server its outgoing mail server: a name or an IP address
 */
export async function evaluateSender(
  dns: SenderDns,
  sender: string,
  server: string,
): Promise<SenderVerdicts> {
  const { domain } = splitAddress(normaliseEmail(sender));

  return withDnsQueries(dns, async (queries) => {
    const [spf, dkim, dmarc] = await Promise.all([
      orNull(evaluateSpf(queries, { sender, domain, server })),
      orNull(evaluateDkim(queries, domain, server)),
      orNull(evaluateDmarc(queries, domain)),
    ]);

    return { spf, dkim, dmarc };
  });
}

async function orNull(evaluation: Promise<DnsVerdict>): Promise<DnsVerdict | null> {
  try {
    return await evaluation;
  } catch (error) {
    if (error instanceof DnsUnavailable) return null;
    throw error;
  }
}
