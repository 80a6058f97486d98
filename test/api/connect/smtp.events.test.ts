import { beforeAll, beforeEach, expect, test } from 'vitest';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { handler as listActivity } from '../../../functions/activity/list.ts';
import { handler } from '../../../functions/connect/smtp.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, useStack, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { addAccount, commitNow, uniqueEmail } from '../support/seed.ts';

let workspace: Workspace;
let cookie: string;
let email: string;
let id: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  cookie = await newCookie(await newUser(workspace.workspaceId));
});
beforeEach(async () => {
  email = uniqueEmail();
  id = await addAccount(workspace.workspaceId, { email });
});

const setStatus = (status: string) =>
  connected().table.update({ update: accountKey(workspace.workspaceId, id), set: { status } });

function reconnect() {
  const smtp = { ...useStack().mail.smtp, secure: false };

  return call(handler, {
    method: 'POST',
    path: '/connect/smtp',
    cookie,
    body: { email, password: 'any-code-verifier', smtp },
  });
}

async function events() {
  const { apiKey } = workspace;
  const query = { type: 'email_account.reconnected', emailAccountId: id };

  return (await call(listActivity, { method: 'GET', path: '/activity', query, apiKey })).body.data;
}

test('an account with the status `error` emits one event when it is reconnected, also concurrently', async () => {
  await setStatus('error');
  const replies = await Promise.all([reconnect(), reconnect()]);

  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await events()).toEqual([
    expect.objectContaining({ emailAccountId: id, contactId: null, metadata: { email } }),
  ]);
});

test('a disconnected account emits an event when it is connected again', async () => {
  await commitNow(workspace.workspaceId, await planDisconnection(connected(), workspace.workspaceId, id));
  await reconnect();

  expect(await events()).toHaveLength(1);
});

test.each(['connected', 'paused'])('a %s account with a new password emits no event', async (status) => {
  await setStatus(status);

  expect((await reconnect()).status).toBe(200);
  expect(await events()).toEqual([]);
});
