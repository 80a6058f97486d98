import * as z from 'zod/mini';
import { ImportReport } from '#lib/contacts/import/report.ts';
import { ContactId } from '#lib/values/schemas.ts';
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
    why: 'contacts are in seven partitions, and each costs at least half a unit; fewer partitions would limit the rate of imports',
    async prepare(bench, workspaceId) {
      await seedContacts(bench, workspaceId, manyItems);

      return {};
    },
  },
  {
    operation: 'contacts.list',
    detail: 'oldest first',
    target: readTargets.page,
    why: 'as for the newest contacts',
    async prepare(bench, workspaceId) {
      await seedContacts(bench, workspaceId, manyItems);

      return { query: { order: 'asc' } };
    },
  },
  {
    operation: 'contacts.list',
    detail: 'with companies',
    target: readTargets.page,
    why: 'each company of the page is read, in one batch',
    async prepare(bench, workspaceId) {
      const apiKey = await newKey(bench, workspaceId);
      for (let at = 0; at < 10; at++) {
        const body = { email: `ada.${at}@customer.example`, companyName: `Company ${at}` };
        await callEndpoint('contacts.create', { apiKey, body });
      }

      return { query: { include: 'company' } };
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
    why: 'the items for tags have keys only; a copy of the contact would multiply the cost of each update',
    async prepare(bench, workspaceId) {
      await seedContacts(bench, workspaceId, manyItems);

      return { query: { tag: 'lead' } };
    },
  },
  {
    operation: 'contacts.list',
    detail: 'by import',
    target: readTargets.page,
    why: 'the records of the import are read before their contacts, four at a time',
    async prepare(bench, workspaceId) {
      const emails = Array.from({ length: manyItems }, (_, at) => `imported.${at}@customer.example`);
      const { body } = await callEndpoint('contacts.import', {
        apiKey: await newKey(bench, workspaceId),
        body: { csv: ['email', ...emails].join('\n') },
      });

      return { query: { importId: ImportReport.parse(body).importId } };
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
    why: 'the index of executions has keys only, and each execution is read with its contact; a copy would double the writes of an email',
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
    operation: 'contacts.count',
    detail: 'by tag',
    target: readTargets.page,
    why: 'each contact is read, because the items for tags have keys only; a request reads at most 10,000 contacts',
    async prepare(bench, workspaceId) {
      await seedContacts(bench, workspaceId, manyItems);

      return { query: { tag: 'lead' } };
    },
  },
  {
    operation: 'contacts.count',
    detail: 'of all contacts',
    target: readTargets.page,
    why: 'the counters are read for large workspaces, and the contacts for small ones, which are counted exactly',
    async prepare(bench, workspaceId) {
      await seedContacts(bench, workspaceId, manyItems);

      return {};
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
    operation: 'contacts.list-campaigns',
    target: readTargets.page,
    why: 'the executions do not have the names and steps of their campaigns, which are read after them',
    async prepare(bench, workspaceId) {
      const campaign = await createCampaign(bench, workspaceId, 1);
      await enrol(bench, campaign);

      return { params: { id: campaign.contactIds[0] ?? '' } };
    },
  },
  {
    // The contact and its two index entries, its address, a tag, the event and its index entry, the outbox.
    operation: 'contacts.create',
    target: writeTarget(5, 3),
    why: 'the address, its parent domains and the company of its domain are read first',
    prepare: () => ({ body: { email: 'ada@customer.example', firstName: 'Ada', tags: ['lead'] } }),
  },
  {
    // As above, and the execution with its three index entries, and the campaign's counters.
    operation: 'contacts.create',
    detail: 'into a campaign',
    target: writeTarget(7, 6),
    why: 'the same as for a contact without a campaign; the campaign is read concurrently',
    async prepare(bench, workspaceId) {
      const campaignId = await seedCampaign(bench, workspaceId);

      return { body: { email: 'ada@customer.example', firstName: 'Ada', campaignIds: [campaignId] } };
    },
  },
  {
    // The execution and its three index entries, the counters, the enrolment lock, the condition check of the contact.
    operation: 'contacts.update',
    detail: 'into a campaign',
    target: { ...writeTarget(4, 3), roundTrips: 6 },
    why: 'the contact, the campaign, the enrolment lock and the executions are read with strong consistency, to exclude concurrent enrolments',
    async prepare(bench, workspaceId) {
      const campaignId = await seedCampaign(bench, workspaceId);
      const contactId = await createContact(bench, workspaceId);

      return { params: { id: contactId }, body: { addCampaignIds: [campaignId] } };
    },
  },
  {
    // The contact and its two index entries, the event and its index entry, the outbox.
    operation: 'contacts.update',
    target: writeTarget(3, 3),
    why: 'the event is rare, so it is in two indexes: the activity of the workspace and the activity of its type',
    async prepare(bench, workspaceId) {
      const contactId = await createContact(bench, workspaceId);

      return { params: { id: contactId }, body: { jobTitle: 'CEO' } };
    },
  },
  {
    // As a creation, and the external id.
    operation: 'contacts.upsert',
    target: { ...writeTarget(6, 3), roundTrips: 4 },
    why: 'as for the creation of a contact; the external id and the address are looked up first',
    prepare: () => ({
      body: { externalId: 'crm-1', email: 'ada@customer.example', firstName: 'Ada', tags: ['lead'] },
    }),
  },
  {
    operation: 'contacts.list',
    detail: 'by external id',
    target: readTargets.page,
    why: 'the claim of the external id is read before the contact',
    async prepare(bench, workspaceId) {
      const body = { externalId: 'crm-1', email: 'ada@customer.example' };
      await callEndpoint('contacts.create', { apiKey: await newKey(bench, workspaceId), body });

      return { query: { externalId: 'crm-1' } };
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
    detail: 'while it is running',
    target: { ...readTargets.one, roundTrips: 3, readUnits: 2 },
    why: 'the import is read before its sums, which are a separate item',
    async prepare(bench, workspaceId) {
      const rows = [{ email: 'ada@customer.example' }];

      return { params: { id: await acceptImport(bench, workspaceId, { rows }) } };
    },
  },
  {
    // The contact and its two index entries, its address, a tag.
    operation: 'contacts.delete',
    target: { ...writeTarget(3, 2), roundTrips: 4 },
    why: 'the contact is read before the claim of its address, which determines whether the claim is kept',
    async prepare(bench, workspaceId) {
      return { params: { id: await createContact(bench, workspaceId) } };
    },
  },
  {
    // As the deletion, and the erasure with its index entry in the worklist.
    operation: 'erasures.create',
    target: { ...writeTarget(4, 3), roundTrips: 4 },
    why: 'as for the deletion of the contact; an earlier erasure and the contact are looked up first',
    async prepare(bench, workspaceId) {
      return { params: { id: await createContact(bench, workspaceId) } };
    },
  },
  {
    operation: 'erasures.get',
    target: readTargets.one,
    async prepare(bench, workspaceId) {
      const id = await createContact(bench, workspaceId);
      await callEndpoint('erasures.create', { apiKey: await newKey(bench, workspaceId), params: { id } });

      return { params: { id } };
    },
  },
  {
    // The chunk's record, the import (two units because of its report) and the outbox; for each row the writes of a created contact without outbox and tag.
    operation: 'contacts.import',
    detail: '24 rows',
    target: writeTarget(3 + 24 * 3, 24 * 3),
    why: '24 events make an outbox item of 3 KB instead of 1 KB; a domain and its company are read once per chunk',
    prepare: () => csvRequest(24),
  },
  {
    // As above, and a job with its index entry in the worklist, and the campaign's counters.
    operation: 'contacts.import',
    detail: '24 rows into a campaign',
    target: { ...writeTarget(5 + 24 * 3, 1 + 24 * 3), roundTrips: 5 },
    why: 'the same as for an import without a campaign; each contact is read, and existing contacts with their executions',
    async prepare(bench, workspaceId) {
      const campaignId = await seedCampaign(bench, workspaceId);

      return { ...csvRequest(24), query: { campaignId } };
    },
  },
];
