import { beforeAll, expect, test } from 'vitest';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { enrolWrite } from '#lib/executions/status-transitions.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { newId } from '#lib/values/ids.ts';
import { type Bench, openBench } from '../support/bench.ts';
import {
  createCampaign,
  type DraftCampaign,
  dispatchAndSend,
  enrol,
  startCampaign,
} from '../support/campaign-fixtures.ts';
import type { Cost } from '../support/cost.ts';

const sizes = [100, 1000, 10_000, 100_000];
const atOnce = 8;

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
  // One call per container, which is not a cost of a message.
  await kmsTokenSigner().sign('', '');
});

test('a dispatch and an email cost the same for any number of waiting contacts', {
  timeout: 900_000,
}, async () => {
  const costs: { dispatch: Cost; send: Cost }[] = [];
  for (const size of sizes) costs.push(await measureAt(size));

  for (const cost of costs) expect(cost).toEqual(costs[0]);
});

/** A hundred contacts that the first dispatch can serve, and others up to the size. */
async function measureAt(size: number) {
  const campaign = await createCampaign(bench, newId('wsp', bench.now()), 100);
  await enrol(bench, campaign);
  await addWaiting(campaign, size - 100);
  await startCampaign(bench, campaign);
  const { dispatch, send } = await dispatchAndSend(bench, campaign);

  return { dispatch, send };
}

/** Contacts that are due a little later than all others. */
async function addWaiting({ workspaceId, campaignId }: DraftCampaign, count: number): Promise<void> {
  const { table } = bench;
  const now = bench.now();
  const writes = Array.from({ length: count }, () => {
    const contactId = newId('con', now);
    const execution: Execution = {
      id: newId('exe', now),
      workspaceId,
      campaignId,
      contactId,
      status: 'pending',
      sendState: 'due',
      dueAt: now,
      sendAttempts: 0,
      sentCount: 0,
      sentSteps: [],
    };

    return enrolWrite(execution, undefined);
  });
  const chunks = chunksOf(writes, 100).values();
  const lane = async () => {
    for (const chunk of chunks) await table.transact(chunk);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  await table.update({ update: countersKey(workspaceId, campaignId), add: { contacts: count } });
}
