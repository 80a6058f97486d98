import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { setAsideQuery } from '#lib/commit/set-aside.ts';
import { queueKey } from '#lib/jobs/run-queue.ts';
import { claimDomain, findDomainClaim } from '#lib/links/domain-claim.ts';
import { deleteWorkspace } from '#lib/maintenance/delete-workspace.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { createWorkspace, readWorkspace } from '#lib/workspaces/workspaces.ts';
import { createUser } from '../../infra/admin/users.ts';
import { issueApiKey } from '../../infra/admin/workspace.ts';
import { addContact } from '../api/support/seed.ts';
import { filesOf } from '../contract/sources.ts';
import { fileKeysOf } from '../support/exported-files.ts';
import { noRequests } from '../support/no-requests.ts';
import { connected } from '../support/stack.ts';
import { readStoredItems, type StoredItem } from '../support/stored-items.ts';
import { admin as runAdmin } from './support/admin-command.ts';

const admin = (...options: string[]) => runAdmin('a long password\n', options, inject('stack').environment);
const printed = async (...options: string[]) => {
  const { status, output, errors } = await admin(...options);
  expect({ status, errors }).toEqual({ status: 0, errors: '' });

  return JSON.parse(output);
};
const unknownId = newId('wsp', Date.now());

test('a workspace is created, listed and renamed', async () => {
  const created = await printed('create-workspace', '--name', 'Acme');
  expect(created).toMatchObject({ id: expect.stringMatching(/^wsp_/), name: 'Acme', status: 'active' });
  const renamed = await printed('rename-workspace', '--workspace', created.id, '--name', 'Acme Ltd');
  const { workspaces } = await printed('list-workspaces');

  expect(renamed).toEqual({ ...created, name: 'Acme Ltd' });
  expect(workspaces).toContainEqual(renamed);
}, 60_000);

const commands = [
  ['create-api-key', '--name', 'n', '--scope', 'read-only'],
  ['create-user', '--email', 'a@example.com', '--password-stdin'],
  [
    'connect-account',
    '--email',
    'a@example.com',
    '--smtp-host',
    'h',
    '--smtp-port',
    '25',
    '--password-stdin',
  ],
  ['recount'],
  ['rename-workspace', '--name', 'n'],
  ['delete-workspace', '--yes'],
];

test.for(commands.map(([command = '', ...rest]) => ({ command, rest })))(
  '$command refuses a workspace that does not exist, and an invalid id',
  { timeout: 60_000 },
  async ({ command, rest }) => {
    const [unknown, malformed, empty] = await Promise.all([
      admin(command, '--workspace', unknownId, ...rest),
      admin(command, '--workspace', 'wsp_nope', ...rest),
      admin(command, '--workspace', '', ...rest),
    ]);

    expect(unknown).toMatchObject({ status: 1, output: '' });
    expect(unknown.errors).toMatch(new RegExp(`^the workspace ${unknownId} does not exist\\. .*\\n$`));
    expect(malformed).toMatchObject({ status: 1, output: '' });
    expect(malformed.errors).toMatch(/^"wsp_nope" is not the id of a workspace: .*\n$/);
    expect(empty).toMatchObject({ status: 1, output: '' });
    expect(empty.errors).toContain("option '--workspace <id>' needs a value that is not empty\n");
    expect(await readStoredItems(`W#${unknownId}#`, unknownId)).toEqual([]);
  },
);

test('a wrong TABLE_NAME is named in one line', async () => {
  const environment: Record<string, string> = { ...inject('stack').environment, TABLE_NAME: 'nowhere' };
  const { status, output, errors } = await runAdmin('', ['create-workspace', '--name', 'n'], environment);

  expect({ status, output }).toEqual({ status: 1, output: '' });
  expect(errors).toBe(
    `The table "nowhere" does not exist in ${environment['AWS_REGION']}. Check TABLE_NAME and AWS_REGION.\n`,
  );
}, 60_000);

/** A workspace with items of every kind and an active campaign. */
async function fullWorkspace() {
  const { baseUrl, mail } = inject('stack');
  const { id } = await createWorkspace(connected(), 'Full');
  const { key } = await issueApiKey(connected(), id, { name: 'k', scope: 'full-access', expiresAt: null });
  const email = `owner-${id.slice(-8).toLowerCase()}@example.com`;
  await createUser(connected(), id, { email, name: 'Owner', password: 'a long password' });
  const request = async (method: string, path: string, body?: unknown, type = 'application/json') => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${text}`).toBe(true);

    return text === '' ? undefined : JSON.parse(text);
  };
  const { id: companyId } = await request('PUT', '/companies', {
    externalId: 'crm-1',
    name: 'Acme',
    domain: 'acme.example',
  });
  const contact = await request('PUT', '/contacts', {
    externalId: 'crm-1',
    email: 'ada@acme.example',
    tags: ['gold'],
    companyId,
  });
  const gone = await request('POST', '/contacts', { email: 'gone@acme.example', tags: ['gold'] });
  await request('DELETE', `/contacts/${gone.id}`);
  const csv = 'email,first name\ngrace@acme.example,Grace\n';
  await request('POST', '/contacts/import?tags=tour', csv, 'text/csv');
  await request('POST', '/users/invitations', { email: 'invited@acme.example', role: 'viewer' });
  await request('POST', '/bulk-jobs', { action: 'add_tags', tags: ['vip'], filter: {} });
  await request('POST', '/bulk-jobs', { action: 'delete', contactIds: [gone.id] });
  await request('POST', '/exports', { type: 'contacts', format: 'csv' });
  await expect.poll(() => fileKeysOf(id), { timeout: 20_000 }).toHaveLength(1);
  await request('POST', '/blocklist', { value: 'stop@acme.example' });
  await request('POST', '/blocklist', { value: '*.blocked.example' });
  await request('POST', '/contact-views', { name: 'Gold', filter: { tag: 'gold' } });
  await request('POST', '/snippets', { name: 'Call', text: 'Shall we talk?' });
  await request('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['contact.created'] });
  const account = await printed(
    ...['connect-account', '--workspace', id, '--email', `sales-${id.slice(-8).toLowerCase()}@example.org`],
    ...['--smtp-host', mail.smtp.host, '--smtp-port', String(mail.smtp.port), '--password-stdin'],
  );
  const trackingDomain = `links-${id.slice(-8).toLowerCase()}.example.org`;
  await request('PATCH', `/email-accounts/${account.id}`, { trackingDomain });
  const { table } = connected();
  await table.transact([
    claimDomain(trackingDomain, undefined, { workspaceId: id, accountId: account.id }),
    { put: { pk: setAsideQuery(id).pk, sk: `${id}#${newId('evt', Date.now())}`, record: {} } },
  ]);
  const campaign = await request('POST', '/campaigns', {
    name: 'Hello',
    tags: ['spring'],
    emailAccountIds: [account.id],
    contactIds: [contact.id],
    steps: [{ variants: [{ subject: 'Hello', bodyText: 'Hello' }] }],
    // An email that is sent during the deletion would keep its link until the link expires.
    schedule: { startAt: timestamp(Date.now() + 30 * 86_400_000) },
  });
  await request('POST', `/campaigns/${campaign.id}/start`);
  await expect
    .poll(async () => (await request('GET', `/activity?type=campaign.started`)).data.length, {
      timeout: 20_000,
    })
    .toBe(1);

  await table.transact(plantedItems(id, gone.id));

  return { id, key, email, trackingDomain };
}

/** Items of the kinds that exist only for a short time, or after events that this test does not cause. */
function plantedItems(workspaceId: string, contactId: string): Write[] {
  const contact = `CONTACT#${contactId}`;
  const webhookId = newId('whk', Date.now());
  const [createdAt, kind] = [timestamp(Date.now()), 'bulk_job'];
  const job = { workspaceId, id: newId('job', Date.now()), kind, createdAt, chunks: 0 };
  const dueTomorrow = worklistAttributes('job', contactId, Date.now() + 86_400_000);
  const items: readonly (readonly [kind: string, sk: string, attributes?: object])[] = [
    ...['EXPORT-PLACES', 'SERVICE_EMAILS'].map((kind) => [kind, '0'] as const),
    ...['WEBHOOK_LEASES', 'ERASED_ADDRESSES', 'SETTINGS', 'ENROLMENT'].map((kind) => [kind, '0'] as const),
    ['DELETED_WEBHOOKS', webhookId],
    [`WEBHOOK#${webhookId}`, '0'],
    ['JOBS', job.id, { ...job, ...dueTomorrow }],
    ...['REPLIES', 'REPLY', 'UNKNOWN'].map(
      (kind) => [contact, kind, { gsi1pk: `W#${workspaceId}#${kind}`, gsi1sk: '0' }] as const,
    ),
  ];

  const planted = items.map(([partition, sk, attributes]) => ({
    put: { pk: `W#${workspaceId}#${partition}`, sk, workspaceId, ...attributes },
  }));

  return [...planted, { put: { ...queueKey(job), workspaceId } }];
}

/** The kinds of a workspace's partitions, of the table and its indexes, by the first word after the workspace. */
function kindsInSources(): string[] {
  const texts = filesOf('lib', '.ts').map((file) => readFileSync(file, 'utf8'));
  const words = texts.flatMap((text) => [...text.matchAll(/`W#\$\{workspaceId\}#([A-Z][A-Z_-]*)/g)]);

  // Digests of received Message-IDs are left to expire.
  return [...new Set(words.map(([, word = '']) => word))].filter((word) => word !== 'RECEIVED').sort();
}

const kindsOf = (items: readonly StoredItem[]) =>
  items
    .flatMap((item) => Object.entries(item).filter(([name]) => /^(gsi\d)?pk$/.test(name)))
    .map(([, value]) => /^W#\w+#([A-Z_-]+)/.exec(String(value))?.[1] ?? '');

/** Items that expire and hold no personal data. */
const expiring = /^(IDEM#|IN_FLIGHT#)/;
const itemsOf = async (id: string) =>
  (await readStoredItems(`W#${id}#`, id)).filter((item) => !expiring.test(String(item['pk'])));

/** A table that fails at a write. */
function failingAt(count: number): Services {
  const { table, now } = connected();
  let writes = 0;
  const transact: typeof table.transact = async (all) => {
    writes += 1;
    if (writes > count) throw new Error('the process ends here');
    await table.transact(all);
  };

  return {
    now,
    table: {
      ...table,
      get: table.get,
      getMany: table.getMany,
      query: table.query,
      update: table.update,
      put: table.put,
      transact,
    },
  };
}

test('deleting a workspace deletes all its items, even if it is interrupted and repeated', async () => {
  const { id, key, email, trackingDomain } = await fullWorkspace();
  const other = await createWorkspace(connected(), 'Other');
  await issueApiKey(connected(), other.id, { name: 'k', scope: 'read-only', expiresAt: null });
  const before = await itemsOf(other.id);
  // A new kind of item must be in `fullWorkspace`, so that this test finds it if no domain erases it.
  const kinds = new Set(kindsOf(await itemsOf(id)));
  expect(kindsInSources().filter((kind) => !kinds.has(kind))).toEqual([]);

  for (const count of [0, 1, 2, 3, 5, 7]) {
    await expect(deleteWorkspace(failingAt(count), id, noRequests)).rejects.toThrow('the process ends here');
    expect(await readWorkspace(connected(), id)).toMatchObject({ status: 'deleting' });
  }
  const { errors } = await admin('create-api-key', '--workspace', id, '--name', 'n', '--scope', 'read-only');
  expect(errors).toBe(`the workspace ${id} is being deleted\n`);
  expect((await admin('delete-workspace', '--workspace', id)).errors).toContain('--yes');
  const deletion = await admin('delete-workspace', '--workspace', id, '--yes');
  expect(deletion).toMatchObject({ status: 0, errors: expect.stringMatching(/^Waiting 30 s .*\n$/) });
  expect(JSON.parse(deletion.output)).toEqual({ workspaceId: id, writes: expect.any(Number) });

  await expect.poll(() => itemsOf(id), { timeout: 20_000 }).toEqual([]);
  expect(await fileKeysOf(id)).toEqual([]);
  expect(await findDomainClaim(connected().table, trackingDomain)).toBeUndefined();
  expect((await connected().table.query(setAsideQuery(id))).items).toEqual([]);
  const { baseUrl } = inject('stack');
  const reply = await fetch(`${baseUrl}/contacts`, { headers: { authorization: `Bearer ${key}` } });
  expect(reply.status).toBe(401);
  // The address is free for a user of another workspace.
  await createUser(connected(), other.id, { email, name: 'Owner', password: 'a long password' });
  expect((await itemsOf(other.id)).length).toBeGreaterThanOrEqual(before.length);
  expect((await admin('delete-workspace', '--workspace', id, '--yes')).errors).toContain('does not exist');
}, 120_000);

test('what a request writes that was admitted before its key was deleted is deleted, too', async () => {
  const { id } = await createWorkspace(connected(), 'Busy');
  await issueApiKey(connected(), id, { name: 'k', scope: 'full-access', expiresAt: null });
  const waitForRequestsEnd = async () => {
    await addContact(id);
    expect(await itemsOf(id)).not.toEqual([]);
  };
  await deleteWorkspace(connected(), id, { waitForRequestsEnd });

  await expect.poll(() => itemsOf(id), { timeout: 20_000 }).toEqual([]);
}, 60_000);
