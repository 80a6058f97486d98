import { planAddition } from '#lib/blocklist/add.ts';
import { NewBlocklistEntry } from '#lib/blocklist/entry.ts';
import { commit } from '#lib/commit/commit.ts';
import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets, writeTarget } from '../support/figures.ts';
import { seedContacts, writeAll } from '../support/fixtures.ts';

async function planBlock(bench: Bench, workspaceId: string, value: string) {
  const { change } = await planAddition(bench, workspaceId, NewBlocklistEntry.parse({ value }));

  return change;
}

export async function block(bench: Bench, workspaceId: string, value: string): Promise<string> {
  const change = await planBlock(bench, workspaceId, value);
  await commit(bench, workspaceId, change);

  return change.result.id;
}

const address = 'person.0@customer.example';

export const blocklistSubjects: readonly EndpointSubject[] = [
  {
    operation: 'blocklist.list',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      const values = Array.from({ length: manyItems }, (_, at) => `p${at}@customer.example`);
      const additions = await Promise.all(values.map((value) => planBlock(bench, workspaceId, value)));
      await writeAll(
        bench,
        additions.flatMap(({ writes }) => writes),
      );

      return {};
    },
  },
  {
    operation: 'blocklist.list',
    detail: 'by value',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      await block(bench, workspaceId, address);

      return { query: { value: address } };
    },
  },
  {
    // The entry and its index entries by type and value, the address.
    operation: 'blocklist.create',
    detail: 'an address without a contact',
    target: writeTarget(2, 2),
    prepare: () => ({ body: { value: address } }),
  },
  {
    // As above, and the contact with two changed index entries, the event and its index entry, the outbox.
    operation: 'blocklist.create',
    detail: 'an address with a contact',
    target: writeTarget(5, 6),
    why: 'the address is read before its contact, and the contact before its executions; a rare event is also in the list of its type',
    async prepare(bench, workspaceId) {
      await seedContacts(bench, workspaceId, 1);

      return { body: { value: address } };
    },
  },
  {
    // The entry and its index entries by type and value, the domain, the job and its index entry.
    operation: 'blocklist.create',
    detail: 'a domain',
    target: writeTarget(3, 3),
    why: 'the message for the job is sent after the commit',
    prepare: () => ({ body: { value: 'customer.example' } }),
  },
  {
    // Two chunks with their records, and the import; for each address its entry with index entries by type and value, the claim.
    operation: 'blocklist.import',
    detail: '24 addresses',
    target: writeTarget(3 + 24 * 2, 24 * 2),
    why: 'each address is looked up, strongly consistent, before its chunk; two chunks and the report are written one after the other',
    prepare: () => ({
      body: { csv: Array.from({ length: 24 }, (_, at) => `p${at}@customer.example`).join('\n') },
    }),
  },
  {
    // The entry and its index entries, the address.
    operation: 'blocklist.delete',
    target: { ...writeTarget(2, 2), roundTrips: 4 },
    why: 'the entry is read before its address, and the address before its contact',
    async prepare(bench, workspaceId) {
      return { params: { id: await block(bench, workspaceId, address) } };
    },
  },
];
