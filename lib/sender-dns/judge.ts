import { judgeDkim } from '#lib/sender-dns/dkim.ts';
import { judgeDmarc } from '#lib/sender-dns/dmarc.ts';
import { DnsSilent, type SenderDns, withQuestions } from '#lib/sender-dns/questions.ts';
import { judgeSpf } from '#lib/sender-dns/spf.ts';
import type { Verdict } from '#lib/sender-dns/verdict.ts';
import { normaliseEmail, partsOf } from '#lib/values/email-address.ts';

/** Null: the DNS query failed. */
export interface SenderVerdicts {
  readonly spf: Verdict | null;
  readonly dkim: Verdict | null;
  readonly dmarc: Verdict | null;
}

/**
 * Evaluates a sender's DNS records, within ten seconds.
 * @param sender an email address
 * @param server its outgoing mail server: a name or an IP address
 */
export async function judgeSender(dns: SenderDns, sender: string, server: string): Promise<SenderVerdicts> {
  const { domain } = partsOf(normaliseEmail(sender));

  return withQuestions(dns, async (questions) => {
    const [spf, dkim, dmarc] = await Promise.all([
      orNull(judgeSpf(questions, { sender, domain, server })),
      orNull(judgeDkim(questions, domain, server)),
      orNull(judgeDmarc(questions, domain)),
    ]);

    return { spf, dkim, dmarc };
  });
}

async function orNull(judging: Promise<Verdict>): Promise<Verdict | null> {
  try {
    return await judging;
  } catch (error) {
    if (error instanceof DnsSilent) return null;
    throw error;
  }
}
