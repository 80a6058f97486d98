import { beforeEach, describe, expect, test } from 'vitest';
import { changed, deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import { planAccessEnd, prepareAccessEnd } from '#lib/revocations/access-end.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { userRoutes } from '#lib/users/routes.ts';
import { planUserRemoval, planUserUpdate } from '#lib/users/users.ts';
import { planEnabling } from '#lib/webhooks/enable.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';
import { handler as revokeKey } from '../../../functions/api-keys/revoke.ts';
import { handler as endOtherSessions } from '../../../functions/auth/end-other-sessions.ts';
import { handler as removeUser } from '../../../functions/users/remove.ts';
import { handler as updateUser } from '../../../functions/users/update.ts';
import { handler as getWebhook } from '../../../functions/webhooks/get.ts';
import { asOperation } from '../../support/as-operation.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import { addApiKey, addWebhook } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';

/*
 * The caller of an admitted request loses its authority before the commit. Each request is held in its decision until the authority has
 * ended.
 */

type Credential = Pick<TestRequest, 'apiKey' | 'cookie'>;

let workspace: Workspace;
let user: TestUser;
let cookie: string;

beforeEach(async () => {
  workspace = await newWorkspace();
  await newUser(workspace.workspaceId);
  user = await newUser(workspace.workspaceId);
  cookie = await newCookie(user);
});

/** Holds the first decision of a request until `end` is done. @returns the reply, and the number of decisions */
async function whileDeciding(
  make: (hold: () => Promise<void>) => EndpointHandler,
  request: TestRequest,
  end: () => Promise<unknown>,
) {
  const [reached, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let decisions = 0;
  const handler = make(async () => {
    decisions++;
    reached.resolve();
    await ended.promise;
  });
  const replying = call(handler, request);
  await Promise.race([reached.promise, replying]);
  await end();
  ended.resolve();

  return { reply: await replying, decisions };
}

const ends: Record<
  string,
  (cookie: string) => Promise<{ credential: Credential; end: () => Promise<unknown> }>
> = {
  'removed user': async (cookie) => ({ credential: { cookie }, end: () => remove(user.userId) }),
  'user with another role': async (cookie) => ({ credential: { cookie }, end: () => patchRole('viewer') }),
  'ended session': async (cookie) => ({ credential: { cookie }, end: endSessionsOfUser }),
  'revoked key': async () => {
    const { id, key: apiKey } = await addApiKey(workspace.workspaceId, user.userId);

    return { credential: { apiKey }, end: () => revoke(id) };
  },
};
const remove = (id: string) =>
  call(removeUser, { method: 'DELETE', path: `/users/${id}`, params: { id }, apiKey: workspace.apiKey });
const revoke = (id: string) =>
  call(revokeKey, { method: 'DELETE', path: `/api-keys/${id}`, params: { id }, apiKey: workspace.apiKey });
const patchRole = (role: string) =>
  call(updateUser, {
    method: 'PATCH',
    path: `/users/${user.userId}`,
    params: { id: user.userId },
    body: { role },
    apiKey: workspace.apiKey,
  });
const endSessionsOfUser = async () =>
  call(endOtherSessions, { method: 'DELETE', path: '/auth/sessions', cookie: await newCookie(user) });

describe.each(Object.entries(ends))('during the request, its caller becomes: %s', (_, begin) => {
  test('no second decision after a conflict', async () => {
    const { credential, end } = await begin(cookie);
    const { id } = await addWebhook(workspace.workspaceId);
    const { reply, decisions } = await whileDeciding(
      (hold) =>
        asOperation(
          'webhooks.delete',
          writeEndpoint(webhookRoutes.delete, async () => {
            await hold();
            throw new StaleDecision('a conflict');
          }),
        ),
      { method: 'DELETE', path: `/webhooks/${id}`, params: { id }, ...credential },
      end,
    );

    expectProblem(reply, 401, 'UNAUTHORIZED');
    expect(decisions).toBe(1);
  });

  test('no webhook is enabled', async () => {
    const { credential, end } = await begin(cookie);
    const { id } = await addWebhook(workspace.workspaceId);
    const { reply } = await whileDeciding(
      (hold) =>
        asOperation(
          'webhooks.enable',
          writeEndpoint(webhookRoutes.enable, async ({ workspaceId, body }, services) => {
            const change = await planEnabling(services, workspaceId, id, body);
            await hold();

            return changed(change);
          }),
        ),
      { method: 'POST', path: `/webhooks/${id}/enable`, params: { id }, ...credential },
      end,
    );

    expectProblem(reply, 401, 'UNAUTHORIZED');
  });

  test('no other user is removed', async () => {
    const { credential, end } = await begin(cookie);
    const { userId } = await newUser(workspace.workspaceId);
    const { reply } = await whileDeciding(holdingRemoval, removalOf(userId, credential), end);

    expectProblem(reply, 401, 'UNAUTHORIZED');
    expect((await remove(userId)).status).toBe(204);
  });
});

/** Like `functions/users/remove.ts`. */
const holdingRemoval = (hold: () => Promise<void>) =>
  asOperation(
    'users.remove',
    writeEndpoint(userRoutes.remove, async (request, services) => {
      await hold();
      await prepareAccessEnd(services, request, planUserRemoval);

      return deleted(await planAccessEnd(services, request, planUserRemoval));
    }),
  );
const removalOf = (id: string, credential: Credential, query: Record<string, string> = {}) =>
  ({ method: 'DELETE', path: `/users/${id}`, params: { id }, query, ...credential }) as const;

test('a removal in several transactions ends nothing after its caller was removed', {
  timeout: 60_000,
}, async () => {
  const other = await newUser(workspace.workspaceId);
  const hooks = await Promise.all(
    Array.from({ length: 41 }, () => addWebhook(workspace.workspaceId, {}, { id: other.userId })),
  );
  const request = removalOf(other.userId, { cookie }, { createdWebhooks: 'disable' });
  const { reply } = await whileDeciding(holdingRemoval, request, () => remove(user.userId));

  expectProblem(reply, 401, 'UNAUTHORIZED');
  const [{ id = '' } = {}] = hooks;
  const shown = await call(getWebhook, {
    method: 'GET',
    path: `/webhooks/${id}`,
    params: { id },
    apiKey: workspace.apiKey,
  });
  expect(shown.body.status).toBe('healthy');
});

describe('a request that changes the credential of its caller', () => {
  const updateSelf = (end: () => Promise<unknown>) => {
    const params = { id: user.userId };

    return whileDeciding(
      (hold) =>
        asOperation(
          'users.update',
          writeEndpoint(userRoutes.update, async ({ principal, body }, services) => {
            const change = await planUserUpdate(services, principal, user.userId, body);
            await hold();

            return changed(change);
          }),
        ),
      { method: 'PATCH', path: `/users/${user.userId}`, params, body: { role: 'viewer' }, cookie },
      end,
    );
  };

  test('is rejected after its session ended', async () => {
    expectProblem((await updateSelf(endSessionsOfUser)).reply, 401, 'UNAUTHORIZED');
  });

  test('is rejected after its user got another role', async () => {
    expectProblem((await updateSelf(() => patchRole('member'))).reply, 401, 'UNAUTHORIZED');
  });

  test('succeeds while its session is open', async () => {
    expect((await updateSelf(async () => {})).reply.status).toBe(200);
  });

  test('a user and an API key can end themselves', async () => {
    const { id, key: apiKey } = await addApiKey(workspace.workspaceId, user.userId);
    const path = `/api-keys/${id}`;

    expect((await call(removeUser, removalOf(user.userId, { cookie }))).status).toBe(204);
    expect((await call(revokeKey, { method: 'DELETE', path, params: { id }, apiKey })).status).toBe(204);
  });
});
