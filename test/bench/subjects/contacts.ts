import { type EndpointSubject, newKey } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets, writeTarget } from '../support/figures.ts';
import { csvRequest, fixedId, seedContacts } from '../support/fixtures.ts';
import { callEndpoint } from '../support/invoke.ts';

export const contactSubjects: readonly EndpointSubject[] = [
  {
    operation: 'contacts.list',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      await seedContacts(bench, workspaceId, manyItems);

      return {};
    },
  },
  {
    operation: 'contacts.list',
    detail: 'by e-mail',
    target: readTargets.page,
    why: 'the address leads to its claim, and the claim to the contact',
    async prepare(bench, workspaceId) {
      const email = 'ada@customer.example';
      await callEndpoint('contacts.create', { apiKey: await newKey(bench, workspaceId), body: { email } });

      return { query: { email } };
    },
  },
  {
    operation: 'contacts.get',
    target: readTargets.one,
    async prepare(bench, workspaceId) {
      await seedContacts(bench, workspaceId, 1);

      return { params: { id: fixedId('con', 0) } };
    },
  },
  {
    // The contact and its place in the list, its address, the event and its place, the outbox.
    operation: 'contacts.create',
    target: writeTarget(4, 2),
    prepare: () => ({ body: { email: 'ada@customer.example', firstName: 'Ada', tags: ['lead'] } }),
  },
  {
    // The chunk's record and the outbox; for each row what a created contact writes, but for the outbox.
    operation: 'contacts.import',
    detail: '32 rows',
    target: writeTarget(2 + 32 * 3, 32 * 2),
    why: '32 events make an outbox item of 4 KB, not 1',
    prepare: () => csvRequest(32),
  },
];
