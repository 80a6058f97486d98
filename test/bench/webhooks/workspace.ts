import { setTimeout as pause } from 'node:timers/promises';
import { Contact } from '#lib/contacts/contact.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { type ApiClient, apiClient } from '../../../infra/local/demo/api-client.ts';
import { importContacts } from '../../../infra/local/demo/campaign.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import type { Deployment } from './deployment.ts';

/** Contacts per request. */
const chunkMax = 200;
/** Maximum number of deliveries in flight before the next contacts are imported. */
const backlogMax = 300;
const timeoutMs = 120_000;

/** The public API with a key of a workspace. */
export async function connectApi(deployment: Deployment, workspaceId: string): Promise<ApiClient> {
  const { key } = await issueApiKey(deployment, workspaceId, {
    name: 'bench',
    scope: 'full-access',
    expiresAt: null,
  });

  return apiClient({
    baseUrl: deployment.stack.baseUrl,
    apiKey: key,
    // In real time, because the retry check must know every movement of the clock.
    waitSeconds: (seconds) => pause(seconds * 1000),
  });
}

export async function createContact(api: ApiClient, position: number): Promise<void> {
  await api.post(Contact, '/contacts', { email: emailOf(position) });
}

/** Imports contacts, no faster than their events reach the receivers. @param waiting deliveries in flight */
export async function importPaced(
  api: ApiClient,
  count: number,
  waiting: (imported: number) => number,
): Promise<void> {
  for (let imported = 0; imported < count; ) {
    const size = Math.min(chunkMax, count - imported);
    const emails = Array.from({ length: size }, (_, row) => emailOf(imported + row));
    await importContacts(api, ['email', ...emails].join('\n'), `bench-${imported}`);
    imported += size;
    await waitUntil('the events of the import', () => waiting(imported) <= backlogMax, timeoutMs);
  }
}

function emailOf(position: number): string {
  return `person.${position}@customer.example`;
}
