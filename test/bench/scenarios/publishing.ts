import { countersKey } from '#lib/campaigns/state/items.ts';
import { zeroCounters } from '#lib/campaigns/state/stored.ts';
import { recordEvents } from '#lib/commit/commit.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import type { Item } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost, shareOf } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { fixedId, seedWebhook, writeAll } from '../support/fixtures.ts';
import { deliverInserts, deliverMessage } from '../support/invoke.ts';

const batch = 25;
const target = { writeUnits: 9, readUnits: 1 };

/** Events of one campaign, each from its own transaction, with one subscribed webhook. */
export async function measurePublishing(bench: Bench): Promise<Figure[]> {
  const operations = ['events.publish'];
  const one = await measurePublish(bench, 1);
  const many = await measurePublish(bench, batch);
  const deferred = await measureDeferred(bench);

  return [
    {
      name: 'one event, recorded to published',
      operations,
      cost: one,
      target,
      why: 'it is counted for its campaign and per day for the workspace, the campaign and the account, 2 units each; up to 25 events share these writes, and the read of the time zone',
    },
    {
      name: `one event of ${batch} published together`,
      operations,
      cost: shareOf(many, batch),
      target,
    },
    {
      name: `one event of ${batch} that were deferred`,
      operations: ['events.fan-out'],
      cost: shareOf(deferred, batch),
      target: { ...target, readUnits: 2 },
    },
  ];
}

async function measurePublish(bench: Bench, count: number) {
  const workspaceId = newId('wsp', bench.now());
  await seedWebhook(bench, workspaceId, 'https://receiver.example/');
  await writeAll(bench, [{ put: { ...countersKey(workspaceId, fixedId('cmp', 0)), ...zeroCounters } }]);
  const outbox = await recordSentEmails(bench, workspaceId, count);

  return measureCost(() => deliverInserts('events.publish', outbox));
}

/** Events of one `fanouts` message. */
async function measureDeferred(bench: Bench) {
  const workspaceId = newId('wsp', bench.now());
  await seedWebhook(bench, workspaceId, 'https://receiver.example/');
  await writeAll(bench, [{ put: { ...countersKey(workspaceId, fixedId('cmp', 0)), ...zeroCounters } }]);
  await deliverInserts('events.publish', await recordSentEmails(bench, workspaceId, 1));
  const records = (await recordSentEmails(bench, workspaceId, batch)).map(({ pk, sk }) => ({ pk, sk }));

  return measureCost(() => deliverMessage('events.fan-out', { workspaceId, records }));
}

/** @returns the items that the stream would deliver */
async function recordSentEmails(bench: Bench, workspaceId: string, count: number): Promise<Item[]> {
  const outbox: Item[] = [];
  for (let position = 0; position < count; position++) {
    const sideEffects = { events: [sentEvent(position)], increments: [], messages: [] };
    const puts = recordEvents(workspaceId, sideEffects, bench.now());
    await writeAll(bench, puts);
    outbox.push(...puts.map(({ put }) => put).filter(({ pk }) => pk.startsWith(outboxPrefix)));
  }

  return outbox;
}

function sentEvent(position: number) {
  const ids = {
    campaignId: fixedId('cmp', 0),
    contactId: fixedId('con', position),
    executionId: fixedId('exe', position),
    stepId: fixedId('stp', 0),
    emailAccountId: fixedId('acc', 0),
  };

  return { type: 'email.sent', data: ids, isFirst: true } as const;
}
