import { beforeAll, describe, expect, test } from 'vitest';
import { auditPut } from '#lib/audit-log/record.ts';
import { executionPut } from '#lib/campaigns/enrolment/enrolment-writes.ts';
import { campaignKey } from '#lib/campaigns/state/items.ts';
import { scheduleDefault } from '#lib/campaigns/state/schedule.ts';
import { newId } from '#lib/values/ids.ts';
import { deliveryKey, deliveryOrigin } from '#lib/webhooks/delivery/delivery-items.ts';
import { isWholeTier } from '../../support/tier.ts';
import { type Bench, openBench } from '../support/bench.ts';
import { seedCampaign } from '../support/campaign-fixtures.ts';
import { type Cost, measureCost } from '../support/cost.ts';
import { newKey } from '../support/endpoint-scenario.ts';
import { fixedId, seedContacts, seedWebhook } from '../support/fixtures.ts';
import { callEndpoint, type EndpointRequest } from '../support/invoke.ts';
import { seedCrowd, writeItems } from '../support/list-fixtures.ts';

/*
 * Lists of users (at most 100), of open sessions (at most 10) and of open invitations (at most 100) cannot be long, so they
 * are not measured here.
 */

/** `LIST_SIZE=100000 npm run bench:lists`. */
const many = Number(process.env['LIST_SIZE'] ?? (isWholeTier ? 3000 : 1000));
/** More items than a page with a filter reads at first. */
const small = 200;
/** A page with a filter examines at most 300 items, so a list of this length has the highest cost. */
const examined = 400;

interface List {
  readonly operation: string;
  /** Filters that bound the query, or match the newest elements. */
  readonly indexed: Readonly<Record<string, Record<string, string>>>;
  /** Filters that match nothing, so that the page examines as many items as it may. */
  readonly examining: Readonly<Record<string, Record<string, string>>>;
  /** @returns the parameters of the list */
  readonly seed: (workspaceId: string, size: number) => Promise<EndpointRequest>;
}

let bench: Bench;
const tableName = () => process.env['TABLE_NAME'] ?? '';
const hourMs = 3_600_000;
/** Spread over a day for each size, because deliveries are listed for 30 days. */
const timeAt = (at: number, size: number) => bench.now() - Math.floor((at / size) * 24 * hourMs);
const recent = () => new Date(bench.now() - 48 * hourMs).toISOString();

const lists: readonly List[] = [
  {
    operation: 'campaigns.list-recipients',
    indexed: { 'no filter': {}, status: { status: 'pending' } },
    examining: { 'status, no match': { status: 'failed' }, waitingFor: { waitingFor: 'delay' } },
    async seed(workspaceId, size) {
      const campaignId = await seedCampaign(bench, workspaceId);
      await seedCrowd(tableName(), { workspaceId, campaignId, size });

      return { params: { id: campaignId } };
    },
  },
  {
    operation: 'contacts.list-campaigns',
    indexed: { 'no filter': {} },
    examining: {},
    async seed(workspaceId, size) {
      const [contact] = await seedContacts(bench, workspaceId, 1);
      const contactId = contact?.id ?? '';
      const campaignId = await seedCampaign(bench, workspaceId);
      const stored = await bench.table.get(campaignKey(workspaceId, campaignId));
      const items = function* () {
        for (let at = 0; at < size; at++) {
          const id = fixedId('cmp', at);
          yield { ...stored, ...campaignKey(workspaceId, id), id };
          const entrant = { contactId, previous: undefined, zone: undefined };
          const campaign = { id, steps: [], schedule: scheduleDefault };
          yield executionPut(workspaceId, campaign, entrant, bench.now()).put;
        }
      };
      await writeItems(tableName(), items());

      return { params: { id: contactId } };
    },
  },
  {
    operation: 'audit-log.list',
    indexed: {
      'no filter': {},
      after: { after: 'recent' },
      operation: { operation: 'PATCH /contacts/{id}' },
    },
    examining: { 'actorId, no match': { actorId: 'usr_unknown' }, resourceType: { resourceType: 'webhook' } },
    async seed(workspaceId, size) {
      const actor = { type: 'user', id: fixedId('usr', 1), name: 'ada@customer.example' } as const;
      const record = { actor, operation: 'PATCH /contacts/{id}', resourceId: fixedId('con', 1) };
      const items = function* () {
        for (let at = 0; at < size; at++) yield auditPut(workspaceId, record, timeAt(at, size)).put;
      };
      await writeItems(tableName(), items());

      return {};
    },
  },
  {
    operation: 'webhooks.list-deliveries',
    indexed: {
      'no filter': {},
      status: { status: 'delivered' },
      statusCode: { statusCode: '2xx' },
      createdAfter: { createdAfter: 'recent' },
    },
    examining: {
      'status, no match': { status: 'exhausted' },
      'statusCode, no match': { statusCode: '503' },
    },
    async seed(workspaceId, size) {
      const webhookId = await seedWebhook(bench, workspaceId, 'https://receiver.example');
      const items = function* () {
        for (let at = 0; at < size; at++) yield deliveredItem(workspaceId, webhookId, timeAt(at, size));
      };
      await writeItems(tableName(), items());

      return { params: { id: webhookId } };
    },
  },
];

/** A delivery that was accepted at the first attempt. */
function deliveredItem(workspaceId: string, webhookId: string, time: number) {
  const eventId = newId('evt', time);
  const startedAt = new Date(time).toISOString();
  const outcome = { statusCode: 200, error: null, durationMs: 40, responseSnippet: 'ok' };
  const message = { workspaceId, webhookId, eventId, subjectId: fixedId('con', 0), attempt: 1, dueAt: time };

  return {
    ...deliveryKey(workspaceId, webhookId, eventId),
    ...deliveryOrigin(message, 'email.sent'),
    attempts: 1,
    status: 'delivered',
    log: [{ number: 1, trigger: 'schedule', startedAt, requests: [{ signedWith: 'current', ...outcome }] }],
  };
}

interface Measured {
  readonly cost: Cost;
  readonly count: number;
}

async function measure({ operation, indexed, examining, seed }: List, size: number) {
  const workspaceId = newId('wsp', bench.now());
  const request = await seed(workspaceId, size);
  const apiKey = await newKey(bench, workspaceId);
  await callEndpoint(operation, { ...request, apiKey });
  const measured = new Map<string, Measured>();
  for (const [name, filter] of Object.entries({ ...indexed, ...examining })) {
    const query = Object.fromEntries(
      Object.entries(filter).map(([key, value]) => [key, value === 'recent' ? recent() : value]),
    );
    let count = 0;
    const cost = await measureCost(async () => {
      count = (await callEndpoint(operation, { ...request, apiKey, query })).body.data.length;
    });
    measured.set(name, { cost, count });
  }

  return measured;
}

beforeAll(async () => {
  bench = await openBench();
}, 60_000);

describe.each(lists)('$operation', (list) => {
  const sizes = [small, examined, many];
  const measured = new Map<number, Map<string, Measured>>();
  const at = (size: number, name: string) => measured.get(size)?.get(name);

  beforeAll(async () => {
    for (const size of sizes) measured.set(size, await measure(list, size));
    const names = Object.keys({ ...list.indexed, ...list.examining });
    const lines = names.map((name) =>
      [name.padEnd(24), ...sizes.map((size) => at(size, name)?.cost.readUnits)].join('\t'),
    );
    process.stdout.write(`${[`${list.operation}\tRU at ${sizes.join('\tat ')}`, ...lines].join('\n')}\n`);
  }, 3_600_000);

  test.each(Object.keys(list.indexed))('a page costs the same in short and long lists: %s', (name) => {
    const [few, most] = [at(small, name), at(many, name)];

    expect([few?.count, most?.count]).toEqual([25, 25]);
    expect(most?.cost.readUnits).toBeLessThanOrEqual((few?.cost.readUnits ?? 0) + 0.5);
    expect(most?.cost.roundTrips).toBe(few?.cost.roundTrips);
  });

  test.each(Object.keys(list.examining))('a page that finds nothing reads at most 300 items: %s', (name) => {
    const [few, most] = [at(examined, name), at(many, name)];

    expect(most?.count).toBe(0);
    expect(most?.cost.readUnits).toBeLessThanOrEqual((few?.cost.readUnits ?? 0) + 0.5);
    expect(most?.cost.roundTrips).toBeLessThanOrEqual(few?.cost.roundTrips ?? 0);
  });
});
