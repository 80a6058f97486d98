import { beforeAll, expect, test } from 'vitest';
import { newId } from '#lib/values/ids.ts';
import { isWholeTier } from '../../support/tier.ts';
import { type Bench, openBench } from '../support/bench.ts';
import { seedCampaign } from '../support/campaign-fixtures.ts';
import { type Cost, measureCost } from '../support/cost.ts';
import { newKey } from '../support/endpoint-scenario.ts';
import { fixedMoment } from '../support/fixtures.ts';
import { callEndpoint } from '../support/invoke.ts';
import { seedCrowd, sought } from '../support/list-fixtures.ts';

/** `LIST_SIZE=100000 npm run bench:lists`. */
const size = Number(process.env['LIST_SIZE'] ?? (isWholeTier ? 3000 : 1000));
const small = 100;

const filters = (count: number, campaignId = ''): Record<string, Record<string, string>> => ({
  'no filter': {},
  email: { email: sought.email },
  search: { search: sought.search },
  status: { status: sought.status },
  tag: { tag: sought.tag },
  companyId: { companyId: sought.companyId },
  campaignId: { campaignId },
  createdAfter: { createdAfter: fixedMoment(count / 2) },
  createdBefore: { createdBefore: fixedMoment(count / 2) },
});

let bench: Bench;
const costs = new Map<string, { few: Cost; many: Cost; page: number }>();

async function measure(count: number): Promise<Map<string, { cost: Cost; page: number }>> {
  const workspaceId = newId('wsp', bench.now());
  const campaignId = await seedCampaign(bench, workspaceId);
  await seedCrowd(process.env['TABLE_NAME'] ?? '', { workspaceId, campaignId, size: count });
  const apiKey = await newKey(bench, workspaceId);
  await callEndpoint('contacts.list', { apiKey });
  const measured = new Map<string, { cost: Cost; page: number }>();
  for (const [name, query] of Object.entries(filters(count, campaignId))) {
    let page = 0;
    const cost = await measureCost(async () => {
      page = (await callEndpoint('contacts.list', { apiKey, query })).body.data.length;
    });
    measured.set(name, { cost, page });
  }

  return measured;
}

beforeAll(async () => {
  bench = await openBench();
  const few = await measure(small);
  const many = await measure(size);
  for (const [name, { cost, page }] of few) {
    costs.set(name, { few: cost, many: many.get(name)?.cost ?? cost, page });
  }
  const lines = [...costs].map(([name, { few, many, page }]) =>
    [name.padEnd(14), page, few.readUnits, many.readUnits, few.roundTrips, many.roundTrips].join('\t'),
  );
  process.stdout.write(
    `${[`contacts.list  \tpage\tRU at ${small}\tat ${size}\ttrips\ttrips`, ...lines].join('\n')}\n`,
  );
}, 3_600_000);

test.each(Object.keys(filters(small)))('a page costs the same in short and long lists: %s', (name) => {
  const { few, many, page } = costs.get(name) ?? {};

  expect(page).toBe(name === 'email' ? 1 : 25);
  // The matching contacts are spread over the shards differently, so one more shard may be read.
  expect(many?.readUnits).toBeLessThanOrEqual((few?.readUnits ?? 0) + 1);
  expect(many?.roundTrips).toBeLessThanOrEqual((few?.roundTrips ?? 0) + 1);
});
