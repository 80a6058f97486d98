import { recordEvents } from '#lib/activity/ledger.ts';
import { countersKey } from '#lib/campaigns/items.ts';
import { noCounts } from '#lib/campaigns/stored.ts';
import { newId } from '#lib/runtime/ids.ts';
import { outboxPrefix } from '#lib/storage/outbox.ts';
import type { Item } from '#lib/storage/table.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost, shareOf } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { fixedId, seedWebhook, writeAll } from '../support/fixtures.ts';
import { deliverInserts } from '../support/invoke.ts';

const batch = 25;
const target = { writeUnits: 9, readUnits: 1 };

/** Events of one campaign, each from a transaction of its own, with one webhook that subscribed to them. */
export async function measurePublishing(bench: Bench): Promise<Figure[]> {
  const operations = ['activity.publish'];
  const one = await measurePublish(bench, 1);
  const many = await measurePublish(bench, batch);

  return [
    {
      name: 'one event, recorded to published',
      operations,
      cost: one,
      target,
      why: 'it is counted for its campaign, and in the hour of the workspace, the campaign and the account, 2 units each: 25 events together share these writes',
    },
    {
      name: `one event of ${batch} published together`,
      operations,
      cost: shareOf(many, batch),
      target,
    },
  ];
}

async function measurePublish(bench: Bench, count: number) {
  const workspaceId = newId('wsp', bench.now());
  await seedWebhook(bench, workspaceId, 'https://receiver.example/');
  await writeAll(bench, [{ put: { ...countersKey(workspaceId, fixedId('cmp', 0)), ...noCounts } }]);
  const outbox: Item[] = [];
  for (let position = 0; position < count; position++) {
    const puts = recordEvents(
      workspaceId,
      { events: [sentEvent(position)], tallies: [], calls: [] },
      bench.now(),
    );
    await writeAll(bench, puts);
    outbox.push(...puts.map(({ put }) => put).filter(({ pk }) => pk.startsWith(outboxPrefix)));
  }

  return measureCost(() => deliverInserts('activity.publish', outbox));
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
