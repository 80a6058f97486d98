import * as z from 'zod/mini';
import { ActivityEvent } from '#lib/activity/activity-event.ts';
import { Campaign } from '#lib/campaigns/definition/campaign.ts';
import type { ApiClient } from './api-client.ts';
import { listEmails } from './inbox-page.ts';
import type { Receiver } from './receiver.ts';

/** One row of the demo's summary. */
export interface Figure {
  readonly label: string;
  readonly expected: string | number;
  readonly found: string | number;
}

const EmailStats = z.object({ count: z.int(), recipients: z.int() });

/** Numbers of captured emails and of their recipients. */
export async function countEmails(webUrl: string): Promise<z.output<typeof EmailStats>> {
  return EmailStats.parse(await (await fetch(`${webUrl}/api/stats`)).json());
}

/** The recipient of each captured email, in order of arrival. */
export async function readRecipients(webUrl: string): Promise<string[]> {
  const recipients: string[] = [];
  for (let after = 0; ; ) {
    const page = await listEmails(webUrl, { after: String(after) });
    const last = page.at(-1);
    if (!last) return recipients;
    recipients.push(...page.flatMap(({ to }) => to));
    after = last.id;
  }
}

/** A run of the demo, with everything that its results are read from. */
export interface Run {
  readonly api: ApiClient;
  readonly receiver: Receiver;
  readonly webUrl: string;
  readonly campaignId: string;
  /** The imported addresses. */
  readonly addresses: readonly string[];
}

/** Reads all results through public interfaces: the API, the inbox and the webhook receiver. */
export async function readFigures({ api, receiver, webUrl, campaignId, addresses }: Run): Promise<Figure[]> {
  const { count, recipients } = await countEmails(webUrl);
  const mailed = new Set(await readRecipients(webUrl));
  const campaign = await api.get(Campaign, `/campaigns/${campaignId}`);
  const activity = await api.readAll(ActivityEvent, `/activity?campaignId=${campaignId}`);
  const sentIds = new Set(activity.filter(({ type }) => type === 'email.sent').map(({ id }) => id));
  const deliveredIds = new Set(
    receiver.deliveries.filter(({ event }) => event === 'email.sent').map(({ id }) => id),
  );
  const total = addresses.length;
  const { stats } = campaign;

  return [
    { label: 'emails in the inbox', expected: total, found: count },
    { label: 'different recipients', expected: total, found: recipients },
    {
      label: 'imported contacts without an email',
      expected: 0,
      found: addresses.filter((each) => !mailed.has(each)).length,
    },
    { label: 'email.sent in GET /activity', expected: total, found: sentIds.size },
    { label: 'email.sent webhooks, by X-Webhook-Id', expected: total, found: deliveredIds.size },
    {
      label: 'activity without its webhook',
      expected: 0,
      found: [...sentIds].filter((id) => !deliveredIds.has(id)).length,
    },
    { label: 'deliveries with an invalid signature', expected: 0, found: receiver.forgeries() },
    { label: 'campaign stats: contacts', expected: total, found: stats.contacts },
    { label: 'campaign stats: sent', expected: total, found: stats.sent },
    { label: 'campaign stats: completed', expected: total, found: stats.completed },
    { label: 'campaign stats: in progress', expected: 0, found: stats.inProgress },
    { label: 'campaign status', expected: 'completed', found: campaign.status },
  ];
}

export function findUnexpected(figures: readonly Figure[]): Figure[] {
  return figures.filter(({ expected, found }) => expected !== found);
}

export function describeFigures(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ label }) => label.length));
  const lines = figures.map(({ label, expected, found }) => {
    const verdict = expected === found ? '✓' : `✗ expected ${expected}`;

    return `  ${label.padEnd(width)}  ${String(found).padStart(9)}  ${verdict}\n`;
  });

  return lines.join('');
}
