import { apiKeysMax } from '#lib/api-keys/api-key.ts';
import { planApiKey } from '#lib/api-keys/api-keys.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { activityIndexKeys, eventKey } from '#lib/commit/items.ts';
import { type Contact, NewContact, type StoredContact } from '#lib/contacts/contact.ts';
import { newContact, newContactWrites, type SuppressionState } from '#lib/contacts/new-contact.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import type { Key, Write } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { ulidTime } from '#lib/values/ids.ts';
import { NewWebhook } from '#lib/webhooks/webhook.ts';
import { planWebhook } from '#lib/webhooks/webhooks.ts';
import { dataOf } from '../../support/event-data.ts';
import type { Bench } from './bench.ts';

/** Maximum number of items in a transaction. */
const transactionMax = 100;

const epoch = Date.UTC(2026, 0, 1);

/** The same in every run, so that items are in the same shards and a page costs the same. */
export function fixedId(prefix: string, position: number): string {
  return `${prefix}_${ulidTime(epoch + position * 1000)}${'0'.repeat(16)}`;
}

/** The creation time of a fixed id's element. */
export function fixedMoment(position: number): string {
  return new Date(epoch + position * 1000).toISOString();
}

export async function writeAll(bench: Bench, writes: readonly Write[]): Promise<void> {
  for (let first = 0; first < writes.length; first += transactionMax) {
    await bench.table.transact(writes.slice(first, first + transactionMax));
  }
}

/** Copies of an item with other ids, which are also its sort key. */
export async function addCopies(bench: Bench, key: Key, prefix: string, count: number): Promise<void> {
  const item = await bench.table.get(key);
  const ids = Array.from({ length: count }, (_, position) => fixedId(prefix, position));
  await writeAll(
    bench,
    ids.map((id) => ({ put: { ...item, pk: key.pk, sk: id, id } })),
  );
}

/** Contacts with typical data: a name, a job, a tag, a custom field; about half a kilobyte each. */
export async function seedContacts(
  bench: Bench,
  workspaceId: string,
  count: number,
  input: Record<string, unknown> = {},
): Promise<Contact[]> {
  const contacts = Array.from({ length: count }, (_, position) =>
    fixedContact(position, { email: `person.${position}@customer.example`, tags: ['lead'], ...input }),
  );
  await writeAll(
    bench,
    contacts.flatMap((contact) => newContactWrites(workspaceId, contact, undefined)),
  );

  return contacts;
}

export function fixedContact(
  position: number,
  input: Record<string, unknown>,
  origin: { companyId?: string; standing?: SuppressionState } = {},
): StoredContact {
  const described = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    jobTitle: 'Head of Engines',
    city: 'London',
    customFields: { plan: 'pro' },
  };

  return newContact(NewContact.parse({ ...described, ...input }), {
    id: fixedId('con', position),
    companyId: origin.companyId ?? null,
    source: 'api',
    suppression: origin.standing ?? { status: 'active' },
    now: epoch + position * 1000,
  });
}

/** Events of one contact in one campaign with one account. `kinds` are used in turn. */
export async function seedActivity(
  bench: Bench,
  workspaceId: string,
  count: number,
  kinds: readonly EventKind[] = ['email.sent'],
): Promise<{ contactId: string; campaignId: string; emailAccountId: string }> {
  const [contactId, campaignId, emailAccountId] = [fixedId('con', 0), fixedId('cmp', 0), fixedId('acc', 0)];
  const subjects = {
    executionId: fixedId('exe', 0),
    campaignId,
    contactId,
    stepId: fixedId('stp', 0),
    emailAccountId,
  };
  const details = { variantId: fixedId('var', 0), messageId: `<${fixedId('evt', 0)}@mail.customer.example>` };
  const writes = Array.from({ length: count }, (_, position): Write => {
    const id = fixedId('evt', position);
    const type = kinds[position % kinds.length] ?? 'email.sent';
    const data = dataOf(type, subjects);
    const event: NewEvent = { type, data, details };

    return {
      put: {
        ...eventKey(workspaceId, contactId, id),
        payload: JSON.stringify({ event: event.type, timestamp: fixedMoment(position), data }),
        details,
        ...activityIndexKeys(workspaceId, id, event),
      },
    };
  });
  await writeAll(bench, writes);

  return { contactId, campaignId, emailAccountId };
}

/** As many additional keys as a workspace may have. */
export async function seedApiKeys(bench: Bench, workspaceId: string): Promise<void> {
  const input = { name: 'bench', scope: 'read-only', expiresAt: null } as const;
  for (let keys = 1; keys < apiKeysMax; keys++) {
    await commit(bench, workspaceId, planApiKey(bench, { workspaceId, id: 'bench' }, input));
  }
}

/** A mailbox on the stack's own mail server, which accepts every message. @returns its id */
export async function seedAccount(bench: Bench, workspaceId: string, name = 'sender'): Promise<string> {
  const { smtp, imap } = bench.stack.mail;
  const email = `${name}@sender.example`;
  const change = await connectAccount(
    { ...bench, vault: kmsVault(bench) },
    workspaceId,
    {
      email,
      fromName: 'Sender',
      smtp: { ...smtp, secure: false, username: 'sender' },
      imap: { ...imap, secure: false, username: email },
      password: 'bench',
      dailyLimit: 500,
      minGapSeconds: 10,
      maxGapSeconds: 10,
      rampUp: { enabled: false, startPerDay: 10, increment: 5 },
    },
    operatorAuthor,
  );
  await commit(bench, workspaceId, change);

  return change.result.id;
}

/** More accounts than fit on a page. */
export async function seedAccounts(bench: Bench, workspaceId: string): Promise<void> {
  for (let position = 0; position < 30; position++) {
    await seedAccount(bench, workspaceId, `sender-${position}`);
  }
}

/** @returns its id */
export async function seedWebhook(bench: Bench, workspaceId: string, url: string): Promise<string> {
  const connected = { ...bench, vault: kmsVault(bench), loopback: 'allow' as const };
  const input = NewWebhook.parse({ url, events: ['email.sent'] });
  const change = await planWebhook(connected, { workspaceId }, input);
  await commit(bench, workspaceId, change);

  return change.result.id;
}

export function csvRequest(rows: number) {
  const lines = Array.from({ length: rows }, (_, row) => `person.${row}@customer.example,Ada,Lovelace`);

  return {
    headers: { 'Content-Type': 'text/csv' },
    body: ['email,first name,last name', ...lines].join('\n'),
  };
}
