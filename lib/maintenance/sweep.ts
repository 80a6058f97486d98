import { type PublishServices, publishOverdue } from '#lib/activity/publish.ts';
import { readSuppressionCall } from '#lib/blocklist/job.ts';
import { readDispatchTick, readJobCall } from '#lib/campaigns/overdue.ts';
import { readImportCall } from '#lib/contacts/import-state.ts';
import { checkTrackingDomains, type DomainServices } from '#lib/email-accounts/check-tracking-domain.ts';
import { resolveUnknownSend } from '#lib/emails/resolve-unknown.ts';
import type { Queue, WorkspaceMessage } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import type { Item } from '#lib/storage/table.ts';
import { dueWork, type WorkKind } from '#lib/storage/worklist.ts';
import { nextCall } from '#lib/webhooks/delivery-items.ts';
import { readOverdueRelease } from '#lib/webhooks/overdue.ts';

/** How late a wake-up call may be before its work is woken again. Milliseconds. */
const graceMs: Record<Exclude<WorkKind, 'account_health' | 'tracking_domain'>, number> = {
  campaign: 60_000,
  job: 60_000,
  delivery: 120_000,
  // A part takes a second or two; whoever is slower than this gets help that he does not need.
  import: 60_000,
  webhook: 120_000,
  suppression: 60_000,
  unknown_send: 0,
};
const workMax = 100;

/** Finds whatever is late, whichever call was lost, and makes the call again. All of it may run twice. */
export async function sweep(services: PublishServices & DomainServices): Promise<void> {
  const { ticks, jobs, deliveries, releases, suppressions, imports } = services;
  const found: Record<string, Late> = {
    events: await publishOverdue(services),
    campaigns: await wakeOverdue(services, 'campaign', readDispatchTick, ticks),
    jobs: await wakeOverdue(services, 'job', readJobCall, jobs),
    deliveries: await wakeOverdue(services, 'delivery', nextCall, deliveries),
    releases: await wakeOverdue(services, 'webhook', readOverdueRelease, releases),
    suppressions: await wakeOverdue(services, 'suppression', readSuppressionCall, suppressions),
    imports: await wakeOverdue(services, 'import', readImportCall, imports),
    unknownSends: { count: await resolveUnknownSends(services) },
  };

  for (const [outcome, late] of Object.entries(found)) {
    if (late.count > 0) log('warn', 'found work that was late', { outcome, ...late });
  }
  // Last: others' servers may take their time.
  await checkTrackingDomains(services);
}

interface Late {
  readonly count: number;
  /** How late the latest of them is. */
  readonly lateSeconds?: number;
}

async function wakeOverdue<Message extends WorkspaceMessage>(
  { table, now }: PublishServices,
  kind: keyof typeof graceMs,
  read: (item: Item | undefined) => Message | undefined,
  queue: Queue<Message>,
): Promise<Late> {
  const keys = await dueWork(table, kind, now() - graceMs[kind], workMax);
  const items = await Promise.all(keys.map(({ pk, sk }) => table.get({ pk, sk }, { consistent: true })));
  const messages = items.flatMap((item) => read(item) ?? []);
  await queue.send(messages.map((message) => ({ message })));

  const oldestDueAt = Math.min(...keys.map(({ gsi3sk }) => Number(gsi3sk)));

  return { count: messages.length, lateSeconds: Math.round((now() - oldestDueAt) / 1000) };
}

async function resolveUnknownSends(services: PublishServices): Promise<number> {
  const keys = await dueWork(services.table, 'unknown_send', services.now() - graceMs.unknown_send, workMax);
  for (const key of keys) await resolveUnknownSend(services, key);

  return keys.length;
}
