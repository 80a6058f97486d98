import type { BadWeek } from './bad-week.ts';
import type { MailHost } from './mail-host.ts';
import { resumeMailbox, startCampaign } from './service.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The operator repairs a stopped mailbox or campaign within this time. */
const repairEveryMs = 2 * hourMs;

/** The interval of observations. A stop has its cause in the interval before. */
export const observeEveryMs = 10 * minuteMs;

/**
 * Observes mailboxes and campaigns, and repairs what stopped: the mailbox after the end of its suspension, and
 * the campaign at once.
 */
export function superviseWeek(
  week: BadWeek,
  connect: (host: MailHost) => Promise<void>,
  repeat: (week: BadWeek, everyMs: number, action: () => Promise<void>) => void,
): void {
  const statuses = new Map<string, string>();
  repeat(week, observeEveryMs, () => observeMailboxes(week, statuses));
  repeat(week, observeEveryMs, () => observeCampaigns(week, statuses));
  repeat(week, repairEveryMs, () => repair(week, connect));
}

async function observeMailboxes({ api, journal }: BadWeek, statuses: Map<string, string>): Promise<void> {
  for (const { email, status, statusReason } of await api.accounts()) {
    if (status !== 'connected' && statuses.get(email) !== status) {
      journal.addStop({ mailbox: email, status, reason: statusReason?.code ?? null });
    }
    statuses.set(email, status);
  }
}

async function observeCampaigns(week: BadWeek, statuses: Map<string, string>): Promise<void> {
  const { api, journal, campaigns } = week;
  for (const { id, people } of campaigns) {
    const { status, pauseReason } = await api.campaign(id);
    if (status === 'paused' && statuses.get(id) !== status) {
      const addresses = new Set(people.map(({ email }) => email));
      const sent = journal.emails.filter(({ to, isAccepted }) => isAccepted && addresses.has(to)).length;
      journal.addPause({ campaignId: id, reason: pauseReason, sent, bounced: bouncedOf(week, addresses).size });
    }
    statuses.set(id, status);
  }
}

/** The recipients whose address is permanently invalid, by what their servers said so far. */
export function bouncedOf({ journal }: Pick<BadWeek, 'journal'>, addresses: ReadonlySet<string>): Set<string> {
  const refused = journal.refusals.flatMap(({ to, refusal }) =>
    to !== undefined && /User unknown/.test(refusal.reply) ? [to] : [],
  );
  const reported = journal.reactions
    .filter(({ reaction }) => reaction === 'hard report')
    .map(({ person }) => person);

  return new Set([...refused, ...reported].filter((address) => addresses.has(address)));
}

async function repair(week: BadWeek, connect: (host: MailHost) => Promise<void>): Promise<void> {
  const { api, hosts, campaigns, simulated } = week;
  for (const { id, email, status } of await api.accounts()) {
    const host = hosts.find(({ address }) => address === email);
    if (!host || host.smtpFaults.isSuspended()) continue;
    if (status === 'error') await connect(host);
    if (status === 'paused') await resumeMailbox(simulated, id);
  }
  for (const { id } of campaigns) {
    const { status } = await api.campaign(id);
    if (status === 'paused') await startCampaign(simulated, id).catch(() => undefined);
  }
}
