import * as z from 'zod/mini';
import { ImportReport } from '#lib/contacts/import/report.ts';
import { ContactId } from '#lib/values/contact-id.ts';
import { acceptImport } from '../../support/accepted-import.ts';
import type { Bench } from '../support/bench.ts';
import { createCampaign, enrol, seedCampaign } from '../support/campaign-fixtures.ts';
import { type EndpointSubject, newKey } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets, writeTarget } from '../support/figures.ts';
import { csvRequest, fixedId, seedContacts } from '../support/fixtures.ts';
import { callEndpoint } from '../support/invoke.ts';

const Created = z.object({ id: ContactId });

async function createContact(bench: Bench, workspaceId: string): Promise<string> {
  const { body } = await callEndpoint('contacts.create', {
    apiKey: await newKey(bench, workspaceId),
    body: { email: 'ada@customer.example', firstName: 'Ada', tags: ['lead'] },
  });

  return Created.parse(body).id;
}

export const contactSubjects: readonly EndpointSubject[] = [
  {
    operation: 'contacts.list',
    target: readTargets.page,
    why: 'seven partitions hold all contacts, and each costs at least half a unit: fewer would take fewer imported contacts a second',
    async prepare(bench, workspaceId) {
      await seedContacts(bench, workspaceId, manyItems);

      return {};
    },
  },
  {
    operation: 'contacts.list',
    detail: 'by e-mail',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      const email = 'ada@customer.example';
      await callEndpoint('contacts.create', { apiKey: await newKey(bench, workspaceId), body: { email } });

      return { query: { email } };
    },
  },
  {
    operation: 'contacts.list',
    detail: 'by tag',
    target: readTargets.page,
    why: 'a tag holds keys only: a copy of the contact there would make each update of a contact cost as many',
    async prepare(bench, workspaceId) {
      await seedContacts(bench, workspaceId, manyItems);

      return { query: { tag: 'lead' } };
    },
  },
  {
    operation: 'contacts.list',
    detail: 'by status',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      await seedContacts(bench, workspaceId, manyItems);

      return { query: { status: 'active' } };
    },
  },
  {
    operation: 'contacts.list',
    detail: 'of a campaign',
    target: readTargets.page,
    why: 'executions are listed by keys only, and each is read with its contact: a copy there would double what a mail writes',
    async prepare(bench, workspaceId) {
      const campaign = await createCampaign(bench, workspaceId, manyItems);
      await enrol(bench, campaign);

      return { query: { campaignId: campaign.campaignId } };
    },
  },
  {
    operation: 'contacts.list',
    detail: 'search of an address',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      await seedContacts(bench, workspaceId, manyItems);

      return { query: { search: 'person.1' } };
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
    // The contact and its places in two lists, its address, a tag, the event and its place, the outbox.
    operation: 'contacts.create',
    target: writeTarget(5, 3),
    why: 'the address, each domain above it and the company of its domain are looked up first',
    prepare: () => ({ body: { email: 'ada@customer.example', firstName: 'Ada', tags: ['lead'] } }),
  },
  {
    // As above, and the execution with its places in three lists, and the campaign's counters.
    operation: 'contacts.create',
    detail: 'into a campaign',
    target: writeTarget(7, 6),
    why: 'as for a contact alone; the campaign is looked up at the same time',
    async prepare(bench, workspaceId) {
      const campaignId = await seedCampaign(bench, workspaceId);

      return { body: { email: 'ada@customer.example', firstName: 'Ada', campaignIds: [campaignId] } };
    },
  },
  {
    // The execution and its places in three lists, the counters, the turn, the check of the contact.
    operation: 'contacts.update',
    detail: 'into a campaign',
    target: { ...writeTarget(4, 3), roundTrips: 6 },
    why: 'the contact, the campaign, the turn, then everything it is in, each strongly consistent: nobody may enrol it meanwhile',
    async prepare(bench, workspaceId) {
      const campaignId = await seedCampaign(bench, workspaceId);
      const contactId = await createContact(bench, workspaceId);

      return { params: { id: contactId }, body: { addCampaignIds: [campaignId] } };
    },
  },
  {
    // The contact and its places in two lists, the event and its place, the outbox.
    operation: 'contacts.update',
    target: writeTarget(3, 3),
    why: 'the event has two places: one in the activity of the workspace, one in that of its kind, because it is a rare one',
    async prepare(bench, workspaceId) {
      const contactId = await createContact(bench, workspaceId);

      return { params: { id: contactId }, body: { jobTitle: 'CEO' } };
    },
  },
  {
    operation: 'contacts.get-import',
    target: readTargets.one,
    async prepare(bench, workspaceId) {
      const apiKey = await newKey(bench, workspaceId);
      const { body } = await callEndpoint('contacts.import', { apiKey, ...csvRequest(24) });

      return { params: { id: ImportReport.parse(body).importId } };
    },
  },
  {
    operation: 'contacts.get-import',
    detail: 'of one that goes on',
    target: { ...readTargets.one, roundTrips: 3, readUnits: 2 },
    why: 'the import tells whether it has sums, which are an item of their own',
    async prepare(bench, workspaceId) {
      const rows = [{ email: 'ada@customer.example' }];

      return { params: { id: await acceptImport(bench, workspaceId, { rows }) } };
    },
  },
  {
    // The contact and its places in two lists, its address, a tag.
    operation: 'contacts.delete',
    target: { ...writeTarget(3, 2), roundTrips: 4 },
    why: 'the contact tells its address, whose claim tells whether it stays',
    async prepare(bench, workspaceId) {
      return { params: { id: await createContact(bench, workspaceId) } };
    },
  },
  {
    // The chunk's record, the import, of two units for its report, and the outbox; for each row what a created contact writes, but for the outbox and a tag.
    operation: 'contacts.import',
    detail: '24 rows',
    target: writeTarget(3 + 24 * 3, 24 * 3),
    why: '24 events make an outbox item of 3 KB, not 1; a domain and its company are looked up once in a chunk',
    prepare: () => csvRequest(24),
  },
  {
    // As above, and a job with its place in the worklist, and the campaign's counters.
    operation: 'contacts.import',
    detail: '24 rows into a campaign',
    target: { ...writeTarget(5 + 24 * 3, 1 + 24 * 3), roundTrips: 5 },
    why: 'as for an import alone; each contact is read, and those that the file did not make with all they are in',
    async prepare(bench, workspaceId) {
      const campaignId = await seedCampaign(bench, workspaceId);

      return { ...csvRequest(24), query: { campaignId } };
    },
  },
];
