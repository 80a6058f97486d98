import { checkHealth } from '#lib/email-accounts/check-health.ts';
import type { SenderDns } from '#lib/sender-dns/dns-queries.ts';
import { rollUpDueDays } from '#lib/statistics/roll-up-due.ts';
import type { World } from './world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The domain without a DMARC record: its account shows the finding. */
const domainWithFinding = 'example.org';

/** Schedules the daily work of the scheduled functions: health checks of accounts and roll-ups of statistics. */
export function scheduleDailyWork({ services, settings, timeline }: World): void {
  const senderDns = () => simulatedDns;
  for (let at = settings.begin + hourMs; at < settings.end; at += dayMs) {
    timeline.add(at, () => rollUpDueDays(services));
  }
  const check = () => checkHealth({ ...services, senderDns });
  // Accounts that were connected during the day are checked soon.
  for (let at = settings.begin + hourMs; at < settings.end; at += 6 * hourMs) timeline.add(at, check);
  // Otherwise the running stack would check accounts that are due at the end, with real name servers.
  timeline.add(settings.end - 60_000, check);
}

const simulatedDns = {
  resolveTxt: async (name: string) => {
    if (name.includes('._domainkey.')) return [['v=DKIM1; k=rsa; p=MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAK']];
    if (name.startsWith('_dmarc.'))
      return name.endsWith(domainWithFinding) || name === '_dmarc.org' ? [] : [['v=DMARC1; p=reject']];

    return [['v=spf1 ip4:127.0.0.1 -all']];
  },
  resolve4: async () => [],
  resolve6: async () => [],
  resolveMx: async () => [],
  cancel: () => undefined,
} as unknown as SenderDns;
