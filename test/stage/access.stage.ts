import { expect, test } from 'vitest';
import { bodyOf } from '../support/answer.ts';
import { logIn } from './support/access.ts';
import { createStageClient } from './support/api-client.ts';
import { useStage } from './support/use-stage.ts';

const { baseUrl, apiKey, api, runId, login } = useStage();

test('an API key is returned once, works immediately, and is invalid after its revocation', async () => {
  const created = bodyOf(await api.POST('/api-keys', { body: { name: runId, scope: 'read-only' } }));
  const path = { id: created.id };

  try {
    const reader = createStageClient(baseUrl, { Authorization: `Bearer ${created.key}` });
    const write = await reader.POST('/contacts', { body: { email: `${runId}-refused@stage-test.example` } });

    expect((await reader.GET('/contacts', { params: { query: { limit: 1 } } })).response.status).toBe(200);
    expect(write.response.status).toBe(403);
  } finally {
    expect((await api.DELETE('/api-keys/{id}', { params: { path } })).response.status).toBe(204);
  }

  const revoked = createStageClient(baseUrl, { Authorization: `Bearer ${created.key}` });
  expect((await revoked.GET('/contacts')).response.status).toBe(401);
  expect(apiKey).not.toBe(created.key);
});

test.runIf(login)('a user logs in, reads the session, and logs out', async () => {
  const credentials = login ?? { email: '', password: '' };
  const session = await logIn(baseUrl, credentials);
  const { user } = bodyOf(await session.GET('/auth/session'));

  expect(user.email).toBe(credentials.email);
  expect((await session.POST('/auth/logout')).response.status).toBe(204);
  expect((await session.GET('/auth/session')).response.status).toBe(401);
});

test('a wrong password gets 401', async () => {
  const anyone = createStageClient(baseUrl, { 'Sec-Fetch-Site': 'same-origin' });
  const body = { email: 'stage-test@stage-test.example', password: 'not a password of this user' };

  expect((await anyone.POST('/auth/login', { body })).response.status).toBe(401);
});
