import { beforeAll, describe, expect, test } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { passwordOf as openPassword } from '#lib/email-accounts/credentials/credential.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import { handler as disconnect } from '../../../functions/email-accounts/disconnect.ts';
import { handler as get } from '../../../functions/email-accounts/get.ts';
import { handler as update } from '../../../functions/email-accounts/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addAccount, commitNow } from '../support/seed.ts';
import { readWorkspace } from '../support/table-dump.ts';

let workspace: Workspace;
const remove = (id: string) =>
  call(disconnect, {
    method: 'DELETE',
    path: `/email-accounts/${id}`,
    params: { id },
    apiKey: workspace.apiKey,
  });
const read = (id: string) =>
  call(get, { method: 'GET', path: '/email-accounts', params: { id }, apiKey: workspace.apiKey });
const services = () => ({ ...connected(), vault: kmsVault(connected()) });

/** Like the operator's command. */
const connect = (input: Record<string, unknown>): Promise<{ id: string }> =>
  retryOnConflict(async () => {
    const account = NewEmailAccount.parse({
      smtp: { host: 'smtp.example.org', port: 587, secure: false, username: 'new' },
      password: 'the new password',
      ...input,
    });

    return commitNow(
      workspace.workspaceId,
      await connectAccount(services(), workspace.workspaceId, account, operatorAuthor),
    );
  });
const passwordOf = async (id: string) => {
  const account = await findAccount(connected().table, workspace.workspaceId, id);

  return account && openPassword(services().vault, workspace.workspaceId, account, 'smtp');
};

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('an account: its credentials are deleted and everything else can still be read', async () => {
    const id = await addAccount(workspace.workspaceId, { fromName: 'Ann' });
    const before = (await read(id)).body;
    expect((await readWorkspace(workspace.workspaceId)).join()).toContain('sealedPassword');
    expect(await remove(id)).toMatchObject({ status: 204, text: '' });

    expect((await readWorkspace(workspace.workspaceId)).join()).not.toContain('sealed');
    expect((await read(id)).body).toEqual({
      ...before,
      status: 'disconnected',
      nextSendAt: null,
      updatedAt: expect.any(String),
    });
    await expect(passwordOf(id)).rejects.toThrow('no longer has a password');
  });

  test('a repeated request: it changes nothing and is not a 404', async () => {
    const id = await addAccount(workspace.workspaceId);
    await remove(id);
    const after = (await read(id)).body;
    const replies = await Promise.all([remove(id), remove(id)]);

    expect(replies.map(({ status }) => status)).toEqual([204, 204]);
    expect((await read(id)).body).toEqual(after);
  });

  test('concurrent requests with an update in between: all succeed, and the credentials stay deleted', async () => {
    const id = await addAccount(workspace.workspaceId);
    const [change, ...removals] = await Promise.all([
      call(update, {
        method: 'PATCH',
        path: `/email-accounts/${id}`,
        params: { id },
        apiKey: workspace.apiKey,
        body: { fromName: 'Ann' },
      }),
      ...Array.from({ length: 4 }, () => remove(id)),
    ]);

    expect(removals.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(change?.status).toBe(200);
    expect((await read(id)).body).toMatchObject({ status: 'disconnected', fromName: 'Ann' });
    await expect(passwordOf(id)).rejects.toThrow('no longer has a password');
  });
});

describe('connecting the address again', () => {
  test('keeps the id, the counters and the settings, and uses the new credentials', async () => {
    const email = 'Again@Example.org';
    const id = await addAccount(workspace.workspaceId, { email, dailyLimit: 33, fromName: 'Ann' });
    await connected().table.update({
      update: accountKey(workspace.workspaceId, id),
      set: { sentDay: new Date().toISOString().slice(0, 10), sentToday: 5, sendingDays: 1 },
    });
    await remove(id);

    expect(await connect({ email: 'again@example.ORG', minGapSeconds: 20, maxGapSeconds: 40 })).toMatchObject(
      { id },
    );
    expect((await read(id)).body).toMatchObject({
      id,
      email,
      status: 'connected',
      statusReason: null,
      fromName: 'Ann',
      dailyLimit: 33,
      minGapSeconds: 20,
      maxGapSeconds: 40,
      sentToday: 5,
      smtp: { host: 'smtp.example.org', username: 'new' },
    });
    expect(await passwordOf(id)).toEqual({ kind: 'password', password: 'the new password' });
  });

  test('lets an account with a rejected password send again, and keeps a paused one paused', async () => {
    const [failed, paused] = ['failed@example.org', 'paused@example.org'];
    const ids = await Promise.all(
      [failed, paused].map((email) => addAccount(workspace.workspaceId, { email })),
    );
    for (const [at, status] of ['error', 'paused'].entries()) {
      const key = accountKey(workspace.workspaceId, ids[at] ?? '');
      await connected().table.update({ update: key, set: { status } });
    }
    await connect({ email: failed });
    await connect({ email: paused });

    const statuses = await Promise.all(ids.map(async (id) => (await read(id)).body.status));
    expect(statuses).toEqual(['connected', 'paused']);
  });

  test('by five operators concurrently creates one account', async () => {
    const email = 'crowd@example.org';
    const ids = await Promise.all(Array.from({ length: 5 }, () => connect({ email }).then(({ id }) => id)));

    expect(new Set(ids).size).toBe(1);
  });

  test('in another workspace creates another account', async () => {
    const email = 'shared@example.org';
    const other = await newWorkspace();

    expect(await addAccount(workspace.workspaceId, { email })).not.toBe(
      await addAccount(other.workspaceId, { email }),
    );
  });
});
