import { beforeAll, expect, test } from 'vitest';
import { newId } from '#lib/values/ids.ts';
import { type Bench, openBench } from '../support/bench.ts';
import { type Cost, measureCost } from '../support/cost.ts';
import { newKey } from '../support/endpoint-scenario.ts';
import { callEndpoint } from '../support/invoke.ts';
import { addReplies, changeReply, newReplyIds } from '../support/reply-fixtures.ts';

const sizes = { few: 100, many: Number(process.env['LIST_SIZE'] ?? 1000) };
const names = [
  'no filter',
  'campaignId',
  'contactId',
  'emailAccountId',
  'isRead',
  'label',
  'period',
] as const;

let bench: Bench;
const costs = new Map<string, { readonly few: Cost; readonly many: Cost }>();

async function measure(count: number): Promise<Map<string, Cost>> {
  const workspaceId = newId('wsp', bench.now());
  const ids = newReplyIds(bench.now());
  const replyIds = await addReplies(bench, workspaceId, ids, count);
  for (const id of replyIds.slice(-30)) await changeReply(bench, workspaceId, id, { labels: ['interested'] });
  const { campaignId, contactId, emailAccountId } = ids;
  const before = new Date(bench.now() + 60_000).toISOString();
  const queries: Record<(typeof names)[number], Record<string, string>> = {
    'no filter': {},
    campaignId: { campaignId },
    contactId: { contactId },
    emailAccountId: { emailAccountId },
    isRead: { isRead: 'false' },
    label: { label: 'interested' },
    period: { before },
  };
  const apiKey = await newKey(bench, workspaceId);
  await callEndpoint('replies.list', { apiKey });
  const measured = new Map<string, Cost>();
  for (const name of names) {
    const cost = await measureCost(async () => {
      const { body } = await callEndpoint('replies.list', { apiKey, query: queries[name] });
      expect(body.data, name).toHaveLength(25);
    });
    measured.set(name, cost);
  }

  return measured;
}

beforeAll(async () => {
  bench = await openBench();
  const [few, many] = [await measure(sizes.few), await measure(sizes.many)];
  for (const [name, cost] of few) costs.set(name, { few: cost, many: many.get(name) ?? cost });
  const lines = [...costs].map(
    ([name, one]) => `${name.padEnd(14)}\t${one.few.readUnits}\t${one.many.readUnits}`,
  );
  process.stdout.write(`replies.list\tRU at ${sizes.few}\tat ${sizes.many}\n${lines.join('\n')}\n`);
}, 3_600_000);

test.each(names)('a page of replies costs the same in short and long lists: %s', (name) => {
  const { few, many } = costs.get(name) ?? {};

  expect(many?.readUnits).toBeLessThanOrEqual((few?.readUnits ?? 0) + 0.5);
  expect(many?.roundTrips).toBe(few?.roundTrips);
});
