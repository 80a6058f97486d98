import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listEntries } from '#lib/blocklist/list.ts';
import { senderKey } from '#lib/direct-emails/items.ts';
import { findSenderSetting, findServiceSender } from '#lib/direct-emails/service-sender.ts';
import { dynamoClient } from '#lib/runtime/services.ts';
import { dynamoTable } from '#lib/storage/dynamo-table.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { readWebhooks } from '#lib/webhooks/read.ts';
import { planSecretRevocation } from '#lib/webhooks/rotate.ts';
import { createWorkspace } from '#lib/workspaces/workspaces.ts';
import { handler as revokeKey } from '../../functions/api-keys/revoke.ts';
import { handler as listAudit } from '../../functions/audit-log/list.ts';
import { handler as accept } from '../../functions/auth/accept-invitation.ts';
import { handler as endOtherSessions } from '../../functions/auth/end-other-sessions.ts';
import { handler as login } from '../../functions/auth/login.ts';
import { handler as resetPassword } from '../../functions/auth/reset-password.ts';
import { handler as readSession } from '../../functions/auth/session.ts';
import { handler as createContact } from '../../functions/contacts/create.ts';
import { handler as deleteContact } from '../../functions/contacts/delete.ts';
import { handler as getContact } from '../../functions/contacts/get.ts';
import { handler as updateContact } from '../../functions/contacts/update.ts';
import { handler as eraseContact } from '../../functions/erasures/create.ts';
import { handler as getErasure } from '../../functions/erasures/get.ts';
import { handler as runErasure } from '../../functions/jobs/run.ts';
import { handler as sweep } from '../../functions/maintenance/sweep.ts';
import { handler as createReset } from '../../functions/users/create-password-reset.ts';
import { handler as deleteInvitation } from '../../functions/users/delete-invitation.ts';
import { handler as invite } from '../../functions/users/invite.ts';
import { handler as removeUser } from '../../functions/users/remove.ts';
import { handler as updateUser } from '../../functions/users/update.ts';
import { handler as deleteWebhook } from '../../functions/webhooks/delete.ts';
import { handler as updateWebhook } from '../../functions/webhooks/update.ts';
import { restoreSecurity } from '../../infra/admin/restore-security.ts';
import { issueApiKey } from '../../infra/admin/workspace.ts';
import { addAccount, addWebhook, block, commitNow, rotateSecret, uniqueEmail } from '../api/support/seed.ts';
import { uniqueSourceAddress } from '../api/support/subject.ts';
import { readTableAsText } from '../api/support/table-dump.ts';
import { call, type TestReply, type TestRequest } from '../support/call.ts';
import { emailedResetToken, emailedToken, useSender } from '../support/emailed-token.ts';
import { connected, useStack } from '../support/stack.ts';
import { readStoredItems } from '../support/stored-items.ts';
import { createTableLike } from '../support/table-like.ts';
import { newCookie, newUser, type TestUser } from '../support/users.ts';
import { setClock } from '../workers/support/clock.ts';
import { consume, context } from '../workers/support/invoke.ts';
import { takeMessages, useOwnResources } from '../workers/support/own-resources.ts';

/*
 * A table has one state, then later changes. The later state is copied to a second table, the live one. Then the table gets its
 * earlier items back, as a restored table has them.
 */
let live: Table;
let tables = 0;
let workspaceId: string;
let apiKey: string;

beforeAll(() => useOwnResources());
beforeEach(async () => {
  for (const item of await allItems()) await connected().table.transact([{ delete: keyOf(item) }]);
  const name = `${useStack().tableName}-live-${tables++}`;
  await createTableLike(useStack().tableName, name);
  live = dynamoTable(dynamoClient(), name);
  workspaceId = (await createWorkspace(connected(), 'Restored')).id;
  const operator = newId('wsp', Date.now());
  await useSender(operator, await addAccount(operator));
  apiKey = (await newKey()).key;
});

const keyOf = ({ pk, sk }: Item) => ({ pk, sk });
const allItems = async () => (await readStoredItems('')) as Item[];
const newKey = () =>
  issueApiKey(connected(), workspaceId, { name: 'key', scope: 'full-access', expiresAt: null });

/** Makes the changes and takes them back. Afterwards only the live table has them. */
async function loseChanges(makeChanges: () => Promise<void>): Promise<void> {
  const { table } = connected();
  const before = await allItems();
  await makeChanges();
  for (const item of await allItems()) {
    await live.put({ put: item });
    await table.transact([{ delete: keyOf(item) }]);
  }
  for (const item of before) await table.put({ put: item });
}

const restore = () => restoreSecurity({ restored: connected(), live });

interface Result {
  readonly workspaces: readonly Record<string, unknown>[];
}
const countsIn = ({ workspaces }: Result) => workspaces.map(({ lostChanges: _, ...counts }) => counts);

type Credential = { readonly apiKey?: string; readonly cookie?: string };
const send = (
  handler: Parameters<typeof call>[0],
  method: TestRequest['method'],
  path: string,
  credential: Credential,
  { body, id }: { body?: unknown; id?: string } = {},
) =>
  call(handler, {
    method,
    path: path.replace('{id}', id ?? ''),
    ...credential,
    ...(id !== undefined && { params: { id } }),
    ...(body !== undefined && { body }),
    sourceIp: uniqueSourceAddress(),
  });
const statusWith = async (credential: Credential) =>
  (await send(readSession, 'GET', '/auth/session', credential)).status;
const statusOfKey = async (key: string) =>
  (await send(getContact, 'GET', '/contacts/{id}', { apiKey: key }, { id: 'con_01ARZ3NDEKTSV4RRFFQ69G5FAV' }))
    .status;
const statusOfLogin = async ({ email }: TestUser, password: string) =>
  (await send(login, 'POST', '/auth/login', {}, { body: { email, password } })).status;
const newPassword = 'a new horse every day';
const useInvitation = async (token: string) =>
  (
    await send(
      accept,
      'POST',
      '/auth/accept-invitation',
      {},
      { body: { token, password: newPassword, name: 'Eve' } },
    )
  ).status;
const useReset = async (token: string) =>
  (await send(resetPassword, 'POST', '/auth/reset-password', {}, { body: { token, newPassword } })).status;
const addContact = async (email: string) =>
  (await send(createContact, 'POST', '/contacts', { apiKey }, { body: { email } })).body;
const patchContact = (id: string, body: object) =>
  send(updateContact, 'PATCH', '/contacts/{id}', { apiKey }, { id, body });
const statusOfContact = async (id: string) =>
  (await send(getContact, 'GET', '/contacts/{id}', { apiKey }, { id })).body.status;
const requestErasure = async (id: string) => {
  expect((await send(eraseContact, 'POST', '/contacts/{id}/erase', { apiKey }, { id })).status).toBe(202);
};
const erasureOf = async (id: string) =>
  (await send(getErasure, 'GET', '/contacts/{id}/erasure', { apiKey }, { id })).body;

/** Runs an erasure to its end. */
async function finishErasure(contactId: string): Promise<void> {
  const startedAt = Date.now();
  for (let pass = 0; pass < 4 && (await erasureOf(contactId)).status === 'running'; pass++) {
    setClock(startedAt + pass * 15 * 60_000);
    expect(await consume(runErasure, [{ workspaceId, jobId: contactId }])).toEqual([]);
    await takeMessages('jobs');
  }
  setClock(startedAt);
  expect(await erasureOf(contactId)).toMatchObject({ status: 'completed' });
}

test('keys, users, sessions, passwords and tokens that have ended since the restored time end again', async () => {
  const [owner, leaver, victim, demoted] = await Promise.all(
    Array.from({ length: 4 }, () => newUser(workspaceId)),
  );
  if (!owner || !leaver || !victim || !demoted) throw new Error('expected users');
  const cookies = {
    owner: await newCookie(owner),
    second: await newCookie(owner),
    leaver: await newCookie(leaver),
    victim: await newCookie(victim),
  };
  const byOwner = { cookie: cookies.owner };
  const revoked = await newKey();
  const emailed = async ({ body }: TestReply) => ({
    ...body,
    token: await emailedToken(workspaceId, body),
  });
  const inviteOne = async () =>
    emailed(
      await send(invite, 'POST', '/users/invitations', byOwner, {
        body: { email: uniqueEmail(), role: 'owner' },
      }),
    );
  const [accepted, deleted, open] = [await inviteOne(), await inviteOne(), await inviteOne()];
  await send(createReset, 'POST', '/users/{id}/password-reset', byOwner, { id: victim.userId });
  const reset = await emailedResetToken(victim);
  await loseChanges(async () => {
    const statuses = [
      (await send(revokeKey, 'DELETE', '/api-keys/{id}', byOwner, { id: revoked.id })).status,
      (await send(removeUser, 'DELETE', '/users/{id}', byOwner, { id: leaver.userId })).status,
      (
        await send(updateUser, 'PATCH', '/users/{id}', byOwner, {
          id: demoted.userId,
          body: { role: 'viewer' },
        })
      ).status,
      (await send(endOtherSessions, 'DELETE', '/auth/sessions', byOwner)).status,
      (await send(deleteInvitation, 'DELETE', '/users/invitations/{id}', byOwner, { id: deleted.id })).status,
      await useInvitation(accepted.token),
      await useReset(reset),
    ];
    expect(statuses).toEqual([204, 204, 200, 204, 204, 201, 204]);
  });
  const sessions = () => Promise.all(Object.values(cookies).map((cookie) => statusWith({ cookie })));
  expect([await sessions(), await statusOfKey(revoked.key)]).toEqual([[200, 200, 200, 200], 404]);
  const counts = {
    workspaceId,
    revokedKeys: 1,
    removedUsers: 1,
    updatedUsers: 3,
    deletedInvitations: 2,
    disabledWebhooks: 0,
    blocklistEntries: 0,
    erasedContacts: 0,
  };
  expect(countsIn(await restore())).toEqual([counts]);

  expect([await statusOfKey(revoked.key), await statusOfKey(apiKey)]).toEqual([401, 404]);
  expect(await sessions()).toEqual([200, 401, 401, 401]);
  expect([
    await statusOfLogin(leaver, leaver.password),
    await statusOfLogin(victim, victim.password),
  ]).toEqual([401, 401]);
  expect([await statusOfLogin(victim, newPassword), await statusOfLogin(owner, owner.password)]).toEqual([
    200, 200,
  ]);
  expect([
    await useInvitation(accepted.token),
    await useInvitation(deleted.token),
    await useReset(reset),
  ]).toEqual([422, 422, 422]);
  const asDemoted = { cookie: await newCookie(demoted) };
  expect(
    (
      await send(invite, 'POST', '/users/invitations', asDemoted, {
        body: { email: uniqueEmail(), role: 'owner' },
      })
    ).status,
  ).toBe(403);
  const { data } = (await send(listAudit, 'GET', '/audit-log', byOwner)).body;
  const ids = data
    .filter(({ operation }: { operation: string }) => operation === 'admin restore-security')
    .map(({ resourceId }: { resourceId: string }) => resourceId);
  expect(ids.sort()).toEqual(
    [revoked.id, leaver.userId, victim.userId, demoted.userId, owner.userId, accepted.id, deleted.id].sort(),
  );
  // The invitation that was open in both tables still works.
  expect(await useInvitation(open.token)).toBe(201);
});

test('webhooks that were deleted, disabled, changed in what they send, where, or got another secret are disabled, and others stay', async () => {
  const hookOf = async () => (await addWebhook(workspaceId)).id;
  const ids = {
    deleted: await hookOf(),
    disabled: await hookOf(),
    redirected: await hookOf(),
    rotated: await hookOf(),
    revoked: await hookOf(),
    described: await hookOf(),
    kinds: await hookOf(),
    included: (await addWebhook(workspaceId, { include: ['contact'] })).id,
    filtered: await hookOf(),
  };
  await rotateSecret(workspaceId, ids.revoked);
  await loseChanges(async () => {
    await send(deleteWebhook, 'DELETE', '/webhooks/{id}', { apiKey }, { id: ids.deleted });
    const key = webhookKey(workspaceId, ids.disabled);
    await connected().table.update({ update: key, set: { status: 'disabled' } });
    const patch = (id: string, body: object) =>
      send(updateWebhook, 'PATCH', '/webhooks/{id}', { apiKey }, { id, body });
    await patch(ids.redirected, { url: 'https://hooks.example.com/other' });
    await patch(ids.described, { description: 'CRM' });
    await patch(ids.kinds, { events: ['*'] });
    await patch(ids.included, { include: [] });
    await patch(ids.filtered, { filters: { tags: ['vip'] } });
    await rotateSecret(workspaceId, ids.rotated);
    await commitNow(workspaceId, await planSecretRevocation(connected(), workspaceId, ids.revoked));
  });
  expect((await restore()).workspaces).toMatchObject([{ disabledWebhooks: 8 }]);
  expect((await restore()).workspaces).toMatchObject([{ disabledWebhooks: 0 }]);

  const webhooks = await readWebhooks(connected().table, workspaceId);
  expect(webhooks.filter(({ status }) => status !== 'disabled').map(({ id }) => id)).toEqual([ids.described]);
});

test('erased contacts are erased again, and blocked and unsubscribed addresses get no email', async () => {
  const emails = { erased: uniqueEmail(), leaver: uniqueEmail(), left: uniqueEmail(), kept: uniqueEmail() };
  const ids = {
    erased: (await addContact(emails.erased)).id,
    deletedBefore: (await addContact(emails.leaver)).id,
    left: (await addContact(emails.left)).id,
    kept: (await addContact(emails.kept)).id,
  };
  await send(deleteContact, 'DELETE', '/contacts/{id}', { apiKey }, { id: ids.deletedBefore });
  await loseChanges(async () => {
    await patchContact(ids.erased, { status: 'unsubscribed' });
    await patchContact(ids.left, { status: 'unsubscribed' });
    await block(workspaceId, 'blocked.example');
    for (const id of [ids.erased, ids.deletedBefore]) {
      await requestErasure(id);
      await finishErasure(id);
    }
    const created = (await addContact(uniqueEmail())).id;
    await requestErasure(created);
  });
  expect([await statusOfContact(ids.erased), await statusOfContact(ids.left)]).toEqual(['active', 'active']);
  const { workspaces } = await restore();
  expect(workspaces).toMatchObject([
    {
      blocklistEntries: 3,
      erasedContacts: 2,
      lostChanges: { 'POST /contacts/{id}/erase': 3, 'POST /contacts': 1, 'PATCH /contacts/{id}': 2 },
    },
  ]);

  expect(await statusOfContact(ids.erased)).toBeUndefined();
  expect([await statusOfContact(ids.left), await statusOfContact(ids.kept)]).toEqual([
    'unsubscribed',
    'active',
  ]);
  setClock(Date.now() + 2 * 60_000);
  await sweep({} as never, context);
  expect(await takeMessages('jobs')).toEqual(
    expect.arrayContaining([ids.erased, ids.deletedBefore].map((jobId) => ({ workspaceId, jobId }))),
  );
  for (const id of [ids.erased, ids.deletedBefore]) await finishErasure(id);
  const stored = await readTableAsText();
  expect([emails.erased, emails.leaver].filter((email) => stored.includes(email))).toEqual([]);
  expect(await addContact(emails.erased)).toMatchObject({ status: 'unsubscribed' });
  expect(await addContact(emails.leaver)).toMatchObject({ status: 'active' });
  expect(await addContact(`new-${Date.now()}@blocked.example`)).toMatchObject({ status: 'blocklisted' });
  const { data } = await listEntries(connected(), workspaceId, { limit: 10 });
  expect(data.map(({ reason }) => reason).sort()).toEqual(['manual', 'unsubscribed', 'unsubscribed']);
});

test.each([
  ['an exchanged', 'acc_later'],
  ['no', undefined],
])('after %s mailbox of the service, the earlier one sends no emails', async (_, emailAccountId) => {
  const later = { workspaceId: newId('wsp', Date.now()), emailAccountId, pagesUrl: 'https://later.example/' };
  await loseChanges(async () => {
    await connected().table.transact([
      emailAccountId ? { put: { ...senderKey, ...later } } : { delete: senderKey },
    ]);
  });
  expect(await findServiceSender(connected().table)).toBeDefined();

  expect(await restore()).toMatchObject({ hasChangedSender: true });
  expect(await findSenderSetting(connected().table)).toEqual(emailAccountId && later);
  expect(await restore()).toMatchObject({ hasChangedSender: false });
});

test('a second run changes nothing', async () => {
  const [owner, leaver] = [await newUser(workspaceId), await newUser(workspaceId)];
  const byOwner = { cookie: await newCookie(owner) };
  const { id, email } = await addContact(uniqueEmail());
  const revoked = await newKey();
  await loseChanges(async () => {
    await send(revokeKey, 'DELETE', '/api-keys/{id}', byOwner, { id: revoked.id });
    await send(removeUser, 'DELETE', '/users/{id}', byOwner, { id: leaver.userId });
    await block(workspaceId, email);
    await block(workspaceId, 'blocked.example');
    await requestErasure(id);
  });
  expect(countsIn(await restore())).toMatchObject([
    { revokedKeys: 1, removedUsers: 1, blocklistEntries: 2, erasedContacts: 1 },
  ]);
  const before = await allItems();
  expect(countsIn(await restore())).toMatchObject([
    { revokedKeys: 0, removedUsers: 0, updatedUsers: 0, blocklistEntries: 0, erasedContacts: 0 },
  ]);
  expect(await allItems()).toEqual(before);
});

test('a removed owner is removed, also if the owners of the restored time were all removed', async () => {
  const leaver = await newUser(workspaceId);
  const cookie = await newCookie(leaver);
  await loseChanges(async () => {
    const successor = await newUser(workspaceId);
    const byOwner = { cookie: await newCookie(successor) };
    expect((await send(removeUser, 'DELETE', '/users/{id}', byOwner, { id: leaver.userId })).status).toBe(
      204,
    );
  });
  expect(countsIn(await restore())).toMatchObject([{ removedUsers: 1 }]);

  expect(await statusWith({ cookie })).toBe(401);
});

test('a restored table with newer changes than the live table is refused', async () => {
  const lost = await newKey();
  await loseChanges(async () => {});
  await newKey();

  await expect(restore()).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('--from'),
  });
  expect(await statusOfKey(lost.key)).toBe(404);
});

test('a workspace that was deleted since is reported and not changed', async () => {
  const other = await createWorkspace(connected(), 'Deleted since');
  await loseChanges(async () => {
    await connected().table.transact([{ delete: { pk: 'WORKSPACES', sk: other.id } }]);
  });

  expect(await restore()).toMatchObject({ deletedWorkspaces: [other.id], workspaces: [{ workspaceId }] });
});
