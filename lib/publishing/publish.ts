import { admitContacts } from '#lib/campaigns/enrolment/continuous.ts';
import { resumeCompanies } from '#lib/campaigns/enrolment/resume-company.ts';
import { resumeContacts } from '#lib/campaigns/enrolment/resume-contact.ts';
import { readOutbox } from '#lib/commit/outbox.ts';
import { OutboxItem } from '#lib/commit/outbox-item.ts';
import { recordFailure, setAside } from '#lib/commit/set-aside.ts';
import { type CallQueues, makeCalls } from '#lib/publishing/calls.ts';
import { countWrites, markWrites } from '#lib/publishing/counting.ts';
import {
  deferRecords,
  deliveriesMax,
  inBudgets,
  type PlannedRecord,
  planDeliveries,
  sendDeliveries,
} from '#lib/publishing/fan-out.ts';
import { tellMails } from '#lib/publishing/mails-told.ts';
import type { FanOutMessage } from '#lib/publishing/workers.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import type { Services } from '#lib/runtime/services.ts';
import { rememberMarks } from '#lib/statistics/marks.ts';
import { takeShares } from '#lib/storage/fair-shares.ts';
import { type Item, TransactionRefused, type Write } from '#lib/storage/table.ts';
import { timeOfId, ulidTime } from '#lib/values/ids.ts';

/** Outbox items deleted, and campaigns counted, in one transaction. */
const writesMax = 100;

/** An event that was not published within this is published by the sweeper. Milliseconds. */
const overdueMs = 60_000;
/** Read of each shard; of all shards, published in one run. */
const overdueReadMax = 1000;
const overdueItemsMax = 1600;

export interface PublishServices extends Services, CallQueues {
  readonly fanouts: Queue<FanOutMessage>;
}

/**
 * Publishes transactions' events: first one delivery per event and subscribed webhook, and the wake-up calls, then — in one
 * transaction — the end of the outbox items and the counters. So counters are added exactly once, and a delivery or a
 * call is made at least once, under an id that tells a repeat. Workspaces do not share their fate, nor their time: a
 * workspace with more deliveries than `budget` gets invocations of its own for the rest.
 */
export async function publish(
  services: PublishServices,
  items: readonly Item[],
  budget = deliveriesMax,
): Promise<void> {
  const records: OutboxItem[] = [];
  const invalid: Promise<void>[] = [];
  for (const item of items) {
    const { success, data, error } = OutboxItem.safeParse(item);
    if (success) records.push(data);
    else invalid.push(setAside(services, item, error));
  }
  const workspaces = Map.groupBy(records, ({ workspaceId }) => workspaceId);
  const shares = [...workspaces.values()].map((own) => publishShare(services, own, budget));
  const done = await Promise.allSettled([...invalid, ...shares]);
  for (const each of done) if (each.status === 'rejected') throw each.reason;
}

/** Publishes records that `publish` has deferred, those that are still there. */
export async function publishDeferred(services: PublishServices, { records }: FanOutMessage): Promise<void> {
  const items = await services.table.getMany(records, { consistent: true });
  await publish(services, items, Number.POSITIVE_INFINITY);
}

/**
 * Publishes records of one workspace. If that fails, each is tried alone, so that one of them holds up no other; a try that
 * fails is counted. While a service is away nothing is counted: the stream or the sweeper brings the records again.
 * @throws when a service that this one depends on fails
 */
async function publishShare(
  services: PublishServices,
  records: readonly OutboxItem[],
  budget: number,
): Promise<void> {
  const [first] = records;
  if (!first) return;
  const { workspaceId } = first;
  try {
    const planned = await planDeliveries(services, workspaceId, records);
    const groups = inBudgets(planned, budget);
    const isFirstWithin = (groups[0] ?? []).flatMap(({ deliveries }) => deliveries).length <= budget;
    const [within = [], ...later] = isFirstWithin ? groups : [[], ...groups];
    await deferRecords(services.fanouts, workspaceId, later);
    await publishRecords(services, workspaceId, within);
  } catch (error) {
    if (isServiceFault(error)) throw error;
    if (records.length === 1) return recordFailure(services, first, error);
    for (const record of records) await publishShare(services, [record], budget);
  }
}

async function publishRecords(
  services: PublishServices,
  workspaceId: string,
  planned: readonly PlannedRecord[],
): Promise<void> {
  if (planned.length === 0) return;
  const records = planned.map(({ record }) => record);
  await Promise.all([
    sendDeliveries(services, planned),
    makeCalls(services, records, services.now()),
    admit(services, workspaceId, records),
  ]);
  for (const batch of inTransactions(records, services.now())) await settle(services, batch);
}

/** As many together as one transaction holds: each counter is written once in it, however many events it had. */
function* inTransactions(records: readonly OutboxItem[], now: number): Generator<OutboxItem[]> {
  let batch: OutboxItem[] = [];
  for (const record of records) {
    const more = [...batch, record];
    if (more.length + countWrites(more).length + markWrites(more, now).length > writesMax) {
      yield batch;
      batch = [];
    }
    batch.push(record);
  }
  if (batch.length > 0) yield batch;
}

/**
 * What the stream did not bring, however long it was off; each workspace gets its share of a run.
 * @returns how many transactions were published, and how late
 */
export async function publishOverdue(
  services: PublishServices,
): Promise<{ readonly count: number; readonly lateSeconds: number }> {
  const before = `evt_${ulidTime(services.now() - overdueMs)}`;
  const pages = await readOutbox(services.table, { sk: { before }, limit: overdueReadMax });
  const oldestFirst = pages
    .flatMap((page) => page.items)
    .sort((one, other) => timeOfId(one.sk) - timeOfId(other.sk));
  const items = takeShares(oldestFirst, ({ workspaceId }) => String(workspaceId), overdueItemsMax);
  await publish(services, items);
  const oldest = Math.min(...items.map(({ sk }) => timeOfId(sk)));

  return { count: items.length, lateSeconds: Math.round((services.now() - oldest) / 1000) };
}

/**
 * A contact that is new or has changed may belong to the audience of a campaign that runs. A contact or a company that has
 * changed may have what the text of one lacked.
 */
async function admit(
  services: PublishServices,
  workspaceId: string,
  records: readonly OutboxItem[],
): Promise<void> {
  const { jobs, ticks } = services;
  const events = records.flatMap((record) => record.events);
  const idsOf = (...kinds: string[]) => [
    ...new Set(events.filter(({ type }) => kinds.includes(type)).map(({ subjectId }) => subjectId)),
  ];
  const companyIds = records.flatMap(({ calls = [] }) => calls.flatMap(({ companyId }) => companyId ?? []));
  const [entering, resumed, resumeJobs] = await Promise.all([
    admitContacts(services, workspaceId, idsOf('contact.created', 'contact.updated')),
    resumeContacts(services, workspaceId, idsOf('contact.updated')),
    resumeCompanies(services, workspaceId, [...new Set(companyIds)]),
  ]);
  await Promise.all([
    jobs.send([...entering, ...resumeJobs].map((call) => ({ message: { workspaceId, ...call } }))),
    ticks.send(resumed.map((call) => ({ message: { workspaceId, ...call } }))),
  ]);
}

/** Whatever was published already is left out, and what has nothing to count in any more; the rest goes on. */
async function settle({ table, now }: Services, records: readonly OutboxItem[]): Promise<void> {
  const gone = new Set<string>();
  for (let open = records; open.length > 0; ) {
    const counts = countWrites(open).filter(({ update }) => !gone.has(update.pk));
    const deletes = open.map(({ pk, sk }): Write => ({ delete: { pk, sk }, if: { pk: 'present' } }));
    const marks = markWrites(open, now());
    try {
      await table.transact([...deletes, ...counts, ...marks]);
      rememberMarks(marks, now());
      tellMails(open);
      return;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const { failed } = error;
      for (const [position, { update }] of counts.entries()) {
        if (failed.has(deletes.length + position)) gone.add(update.pk);
      }
      open = open.filter((_, position) => !failed.has(position));
    }
  }
}
