import { log } from '#lib/runtime/log.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Item, type Key, type Query, updateIf } from '#lib/storage/table.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { timestamp } from '#lib/values/ids.ts';

/*
 * An outbox record that cannot be published is moved out of the outbox, so that it does not block others.
 *
 * | access pattern                    | how                                              |
 * |-----------------------------------|--------------------------------------------------|
 * | all records that were set aside   | Query OUTBOX-ASIDE, by workspace and time         |
 * | records of a workspace            | Query OUTBOX-ASIDE, <workspace>#                  |
 */
const setAsidePartition = 'OUTBOX-ASIDE';

/** Failed attempts before a record is set aside: one by the stream's consumer, the others by the sweeper, once a minute. */
const triesMax = 5;

const pageSize = 50;

const setAsideMessage = 'outbox record set aside';

export const setAsideMetric = {
  name: 'OutboxRecordsSetAside',
  where: { message: setAsideMessage },
  alarm: {
    threshold: 1,
    severity: 'ticket',
    impact: 'webhooks and statistics miss the events of a transaction',
  },
} satisfies LogMetric;

/** Counts a failed attempt and sets the record aside after the last one. */
export async function recordFailure(services: Services, { pk, sk }: Key, error: unknown): Promise<void> {
  const item = await updateIf(services.table, {
    update: { pk, sk },
    add: { tries: 1 },
    if: { pk: 'present' },
  });
  // Another run has already published the record or set it aside.
  if (!item) return;
  logUnpublished(item, error);
  const tries = Number(item['tries']);
  if (tries >= triesMax) await setAsideRecord(services, item, error);
}

export function logUnpublished(item: Item, error: unknown): void {
  const attempt = Number(item['tries'] ?? 0);
  log('error', 'outbox record not published', { workspaceId: workspaceOf(item), attempt }, error);
}

/** Moves a record out of the outbox. Stores only the name of the error, because messages may quote input. */
export async function setAsideRecord({ table, now }: Services, item: Item, error: unknown): Promise<void> {
  const { pk, sk } = item;
  const workspaceId = workspaceOf(item);
  const reason = error instanceof Error ? error.name : 'Error';
  const asideItem = { ...setAsideKey(workspaceId, sk), reason, setAsideAt: timestamp(now()), record: item };
  const isMoved = await transactIf(table, [
    { delete: { pk, sk }, if: { pk: 'present' } },
    { put: asideItem },
  ]);
  // Another run has already published the record or set it aside.
  if (!isMoved) return;
  log('error', setAsideMessage, { workspaceId, code: reason }, error);
}

/** Moves all records back to the outbox, where the stream's consumer processes them. @returns the number of records */
export async function restoreSetAside({ table }: Pick<Services, 'table'>): Promise<number> {
  for (let count = 0; ; ) {
    const { items } = await table.query({ pk: setAsidePartition, limit: pageSize });
    if (items.length === 0) return count;
    for (const { pk, sk, record } of items) {
      const { tries: _, ...outbox } = record as Item;
      await table.transact([{ put: outbox }, { delete: { pk, sk }, if: { pk: 'present' } }]);
      count += 1;
    }
  }
}

/** Finds one of the workspace's records that were set aside. */
export const setAsideQuery = (workspaceId: string): Query => ({
  pk: setAsidePartition,
  sk: { prefix: `${workspaceId}#` },
  limit: 1,
});

const setAsideKey = (workspaceId: string, sk: string): Key => ({
  pk: setAsidePartition,
  sk: `${workspaceId}#${sk}`,
});

function workspaceOf({ workspaceId }: Item): string {
  return typeof workspaceId === 'string' ? workspaceId : 'unknown';
}
