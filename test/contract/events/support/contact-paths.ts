import { addBulkJob, addContact, block, unblock, uniqueEmail } from '../../../api/support/seed.ts';
import { deliverMessage } from '../../../bench/support/invoke.ts';
import { acceptImport } from '../../../support/accepted-import.ts';
import { connected } from '../../../support/stack.ts';
import { takeCalls } from '../../../workers/support/activity.ts';
import { workspaceId } from '../../../workers/support/one-mail.ts';
import { runAs } from './emissions.ts';
import type { Paths, World } from './paths.ts';

const csv = { 'Content-Type': 'text/csv' };
let domains = 0;

function newDomain(): string {
  return `blocked-${process.pid}-${domains++}.example`;
}

async function blockedEmail(): Promise<string> {
  const email = uniqueEmail();
  await block(workspaceId, email);

  return email;
}

async function runImport(rows: readonly Record<string, unknown>[], onDuplicate?: 'update'): Promise<void> {
  const importId = await acceptImport(connected(), workspaceId, {
    rows,
    ...(onDuplicate && { onDuplicate }),
  });
  await runAs('jobs.run', () => deliverMessage('jobs.run', { workspaceId, jobId: importId }));
}

async function applyAll(): Promise<void> {
  for (const call of await takeCalls('jobs')) {
    await runAs('jobs.run', () => deliverMessage('jobs.run', call));
  }
}

async function runBulkJob(input: Record<string, unknown>): Promise<void> {
  const contactIds = [await addContact(workspaceId)];
  const jobId = await addBulkJob(workspaceId, { ...input, contactIds });
  await runAs('jobs.run', () => deliverMessage('jobs.run', { workspaceId, jobId }));
}

function importFile({ request }: World, body: string, query: Record<string, string> = {}) {
  return request('contacts.import', { headers: csv, query, body });
}

function updateContact({ request }: World, id: string, body: Record<string, unknown>) {
  return request('contacts.update', { params: { id }, body });
}

/** Changes of contacts and of the blocklist. */
export const contactPaths: Paths = {
  contactCreated: {
    'contacts.create': {
      act: ({ request }) => request('contacts.create', { body: { email: uniqueEmail() } }),
    },
    'contacts.upsert': {
      act: ({ request }) => request('contacts.upsert', { body: { email: uniqueEmail() } }),
    },
    'contacts.import': { act: (world) => importFile(world, `email\n${uniqueEmail()}\n`) },
    'jobs.run': { act: () => runImport([{ email: uniqueEmail() }]) },
  },
  suppressedContactCreated: {
    'contacts.create': {
      act: async ({ request }) => request('contacts.create', { body: { email: await blockedEmail() } }),
    },
    'contacts.upsert': {
      act: async ({ request }) => request('contacts.upsert', { body: { email: await blockedEmail() } }),
    },
    'contacts.import': { act: async (world) => importFile(world, `email\n${await blockedEmail()}\n`) },
    'jobs.run': { act: async () => runImport([{ email: await blockedEmail() }]) },
  },
  contactChanged: {
    'contacts.update': {
      act: async (world) => updateContact(world, await addContact(workspaceId), { city: 'Bonn' }),
    },
    'contacts.upsert': {
      act: async ({ request }) => {
        const email = uniqueEmail();
        await addContact(workspaceId, { email });
        await request('contacts.upsert', { body: { email, city: 'Bonn' } });
      },
    },
    'contacts.import': {
      act: async (world) => {
        const email = uniqueEmail();
        await addContact(workspaceId, { email });
        await importFile(world, `email,city\n${email},Bonn\n`, { onDuplicate: 'update' });
      },
    },
    'jobs.run': {
      act: async () => {
        const email = uniqueEmail();
        await addContact(workspaceId, { email });
        await runImport([{ email, city: 'Bonn' }], 'update');
      },
    },
  },
  contactUnsubscribed: {
    'contacts.update': {
      act: async (world) => updateContact(world, await addContact(workspaceId), { status: 'unsubscribed' }),
    },
    'jobs.run': { act: () => runBulkJob({ action: 'update', fields: { status: 'unsubscribed' } }) },
  },
  contactMovedToSuppressedAddress: {
    'contacts.update': {
      act: async (world) =>
        updateContact(world, await addContact(workspaceId), { email: await blockedEmail() }),
    },
    'contacts.upsert': {
      act: async ({ request }) => {
        const externalId = uniqueEmail();
        await addContact(workspaceId, { externalId });
        await request('contacts.upsert', { body: { externalId, email: await blockedEmail() } });
      },
    },
  },
  contactDeleted: {
    'contacts.delete': {
      act: async ({ request }) =>
        request('contacts.delete', { params: { id: await addContact(workspaceId) } }),
    },
    'jobs.run': { act: () => runBulkJob({ action: 'delete' }) },
  },
  contactBlocked: {
    'blocklist.create': {
      act: async ({ request }) => {
        const email = uniqueEmail();
        await addContact(workspaceId, { email });
        await request('blocklist.create', { body: { value: email } });
      },
    },
    'blocklist.import': {
      act: async ({ request }) => {
        const email = uniqueEmail();
        await addContact(workspaceId, { email });
        await request('blocklist.import', { body: { csv: email } });
      },
    },
    'jobs.run': {
      act: async () => {
        const domain = newDomain();
        await addContact(workspaceId, { email: `ann@${domain}` });
        await block(workspaceId, domain);
        await applyAll();
      },
    },
  },
  contactFreed: {
    'blocklist.delete': {
      act: async ({ request }) => {
        const email = uniqueEmail();
        const { id } = await block(workspaceId, email);
        await addContact(workspaceId, { email });
        await request('blocklist.delete', { params: { id } });
      },
    },
    'jobs.run': {
      act: async () => {
        const domain = newDomain();
        const { id } = await block(workspaceId, domain);
        await addContact(workspaceId, { email: `ann@${domain}` });
        await unblock(workspaceId, id);
        await applyAll();
      },
    },
  },
};
