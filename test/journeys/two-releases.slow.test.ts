import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { subscribe } from '../../infra/local/demo/campaign.ts';
import { type Journey, startJourney } from './support/journey.ts';
import { assemblyWithPrevious, changedDataProperties, knownDifferences } from './support/releases.ts';

const hourMs = 3_600_000;

const Id = z.object({ id: z.string() });
const State = z.looseObject({ status: z.string() });

/** Work in the background, with the check that it is done. */
const work: Readonly<Record<string, (journey: Journey) => Promise<() => Promise<boolean>>>> = {
  async import({ api }) {
    const rows = Array.from({ length: 1100 }, (_, row) => `row-${row}@import.example`);
    const csv = ['email', ...rows].join('\n');
    const { importId } = await api.post(z.object({ importId: z.string() }), '/contacts/import', csv, {
      'content-type': 'text/csv',
    });
    const Report = z.looseObject({ status: z.string(), created: z.int() });

    return async () => (await api.get(Report, `/contacts/imports/${importId}`)).created === rows.length;
  },
  async 'bulk job'({ api }) {
    const { id: contactId } = await api.post(Id, '/contacts', { email: 'ann@bulk.example' });
    const { id } = await api.post(Id, '/bulk-jobs', {
      action: 'add_tags',
      tags: ['vip'],
      contactIds: [contactId],
    });

    return async () => (await api.get(State, `/bulk-jobs/${id}`)).status === 'completed';
  },
  async 'suppression of a domain'({ api }) {
    const { id } = await api.post(Id, '/contacts', { email: 'ann@blocked.example' });
    await api.post(Id, '/blocklist', { value: 'blocked.example' });

    return async () => (await api.get(State, `/contacts/${id}`)).status === 'blocklisted';
  },
  async erasure({ api }) {
    const { id } = await api.post(Id, '/contacts', { email: 'ann@erased.example' });
    await api.post(State, `/contacts/${id}/erase`);

    return async () => (await api.get(State, `/contacts/${id}/erasure`)).status === 'completed';
  },
  async 'webhook delivery'({ api, receiver }) {
    await subscribe(api, receiver, ['contact.created']);
    await api.post(Id, '/contacts', { email: 'ann@delivered.example' });

    return async () => receiver.count('contact.created') === 1;
  },
  async replay({ api, receiver, time }) {
    const { data } = await api.get(z.object({ data: z.array(Id) }), '/webhooks');
    const count = receiver.deliveries.length;
    const after = new Date(Date.parse((await time.status()).now) - hourMs);
    await api.post(z.unknown(), `/webhooks/${data[0]?.id}/replay`, { after, deliveries: 'all' });

    return async () => receiver.deliveries.length > count;
  },
  async export({ api }) {
    const { id } = await api.post(Id, '/exports', { type: 'contacts', format: 'csv' });

    return async () => (await api.get(State, `/exports/${id}`)).status === 'completed';
  },
};

/** Longer than the delays of work that a stack of another version does later. */
const maxMinutes = 30;

/** The clock moves after the due work of each minute, because a message that is still processed would become visible again. */
async function takesTooLong({ time }: Journey, isDone: () => Promise<boolean>): Promise<boolean> {
  for (let minute = 0; minute < maxMinutes; minute++) {
    await time.settle();
    if (await isDone()) return false;
    await time.advance(60_000);
  }

  return true;
}

/** @returns the names of the work that is not done */
async function doWork(journey: Journey): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, request] of Object.entries(work)) {
    try {
      if (await takesTooLong(journey, await request(journey))) failed.push(name);
    } catch (error) {
      process.stderr.write(`${name}: ${error}\n`);
      failed.push(name);
    }
  }

  return failed;
}

test('background work is done', { timeout: 300_000 }, async () => {
  expect(await doWork(await startJourney())).toEqual([]);
});

/** A deployment updates the api before the workers, and a rollback may leave the reverse. */
test.each(['api', 'workers'] as const)(
  'background work is done while the stack %s is of the previous release',
  { timeout: 300_000 },
  async (stack) => {
    const journey = await startJourney(undefined, undefined, await assemblyWithPrevious(stack));

    expect(await doWork(journey)).toEqual(knownDifferences(stack).filter((name) => name in work));
  },
);

test('the data stack keeps the resources of the previous release', async () => {
  expect(await changedDataProperties()).toEqual(knownDifferences('data'));
});
