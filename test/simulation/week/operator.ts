import { timestamp } from '#lib/values/ids.ts';
import type { BadWeek } from './bad-week.ts';
import type { MailHost } from './mail-host.ts';
import { resumeMailbox, startCampaign } from './service.ts';

const hourMs = 3_600_000;

/** The operator looks at the service, and repairs a stopped mailbox or campaign, at this interval. */
const repairEveryMs = 2 * hourMs;

/**
 * Observes mailboxes and campaigns, and repairs what stopped: a mailbox after the end of its suspension, and a
 * campaign immediately.
 */
export function superviseWeek(
  week: BadWeek,
  connect: (host: MailHost) => Promise<void>,
  repeat: (week: BadWeek, everyMs: number, action: () => Promise<void>) => void,
): void {
  const stops = new Set<string>();
  repeat(week, repairEveryMs, async () => {
    await superviseMailboxes(week, connect, stops);
    await superviseCampaigns(week);
  });
}

async function superviseMailboxes(
  { api, journal, hosts, simulated }: BadWeek,
  connect: (host: MailHost) => Promise<void>,
  stops: Set<string>,
): Promise<void> {
  for (const { id, email, status, statusReason } of await api.accounts()) {
    if (status === 'connected') continue;
    const stoppedAt = Date.parse(statusReason?.occurredAt ?? timestamp(simulated.now));
    const stop = `${email} ${stoppedAt}`;
    if (!stops.has(stop))
      journal.addStop({ mailbox: email, status, reason: statusReason?.code ?? null, stoppedAt });
    stops.add(stop);
    const host = hosts.find(({ address }) => address === email);
    if (!host || host.smtpFaults.isSuspended()) continue;
    if (status === 'error') await connect(host);
    if (status === 'paused') await resumeMailbox(simulated, id);
  }
}

async function superviseCampaigns({ api, journal, campaigns, simulated }: BadWeek): Promise<void> {
  for (const { id } of campaigns) {
    const { status, pauseReason, pausedAt } = await api.campaign(id);
    if (status !== 'paused') continue;
    journal.addPause({ campaignId: id, reason: pauseReason, pausedAt: Date.parse(pausedAt) });
    // Without an account that can send, it starts after the repair of a mailbox.
    await startCampaign(simulated, id).catch(() => undefined);
  }
}

/** The recipients with a permanently invalid address, by what their servers said until then. */
export function bouncedOf(
  { journal }: Pick<BadWeek, 'journal'>,
  addresses: ReadonlySet<string>,
  until = Number.POSITIVE_INFINITY,
): Set<string> {
  const refused = journal.refusals.flatMap(({ to, refusal, at }) =>
    to !== undefined && at <= until && /User unknown/.test(refusal.reply) ? [to] : [],
  );
  const reported = journal.reactions
    .filter(({ reaction, at }) => reaction === 'hard report' && at <= until)
    .map(({ person }) => person);

  return new Set([...refused, ...reported].filter((address) => addresses.has(address)));
}
