import { beforeAll, describe, expect, test } from 'vitest';
import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { planKeyRevocation } from '#lib/api-keys/revoke.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier, selectCases } from '../../support/tier.ts';
import { inBatches, mutate } from '../support/mutations.ts';
import { commitNow } from '../support/seed.ts';
import {
  expectHeaders,
  expectNothingWritten,
  expectProblem,
  guarded,
  reads,
  type Subject,
  subjectOf,
  writes,
} from '../support/subject.ts';

const damagedKeys = isWholeTier ? 200 : 20;

describe.each(selectCases(guarded, 3))('$name', (endpoint) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await subjectOf(endpoint);
  });

  test('needs a credential', async () => {
    const { workspace, send } = subject;
    const { apiKey } = workspace;
    const attempts = [
      {},
      { Authorization: '' },
      { Authorization: apiKey },
      { Authorization: `Basic ${apiKey}` },
      { Authorization: `Bearer ${apiKey}, Bearer ${apiKey}` },
      { 'X-Api-Key': apiKey },
      { Cookie: `apiKey=${apiKey}` },
      { Cookie: `__Host-outreach_session=${apiKey}` },
    ];

    await expectNothingWritten(subject, async () => {
      for (const headers of attempts) expectProblem(await send(undefined, { headers }), 401, 'UNAUTHORIZED');
    });
  });

  test('refuses keys that differ from a valid one in a single character', async () => {
    const { workspace, send } = subject;

    await expectNothingWritten(subject, async () => {
      for (const reply of await inBatches(mutate(workspace.apiKey, damagedKeys), 25, (key) => send(key))) {
        expectProblem(reply, 401, 'UNAUTHORIZED');
      }
    });
  });

  test('refuses a key from the first call after its revocation', async () => {
    const { workspace, send } = subject;
    const { workspaceId } = workspace;
    const input = NewApiKey.parse({ name: 'leaked', scope: 'full-access' });
    const { id, key } = await issueApiKey(connected(), workspaceId, input);
    await commitNow(workspaceId, await planKeyRevocation(connected(), workspaceId, id, 'keep'));

    await expectNothingWritten(subject, async () => {
      const replies = await Promise.all(Array.from({ length: 10 }, () => send(key)));
      for (const reply of replies) expectProblem(reply, 401, 'UNAUTHORIZED');
    });
  });

  test('refuses a key from the millisecond at which it expires', async () => {
    const { workspace, send } = subject;
    const expiry = Math.ceil(Date.now() / 1000) * 1000 + 30_000;
    const input = NewApiKey.parse({
      name: 'short-lived',
      scope: 'full-access',
      expiresAt: new Date(expiry).toISOString(),
    });
    const { key } = await issueApiKey(connected(), workspace.workspaceId, input);
    // An unknown parameter prevents the operation's effect.
    const query = { unknown: '1' };

    expect((await send(key, { query, at: expiry - 1 })).status).toBe(422);
    expectProblem(await send(key, { query, at: expiry }), 401, 'UNAUTHORIZED');
  });
});

describe.each(writes)('$name', (endpoint) => {
  test('refuses a read-only key with 403 and changes nothing', async () => {
    const subject = await subjectOf(endpoint);

    await expectNothingWritten(subject, async () => {
      expectProblem(await subject.send(subject.workspace.readOnlyApiKey), 403, 'FORBIDDEN');
      // The scope is checked before the request is validated: a read-only key gets no validation errors of a
      // write.
      expectProblem(
        await subject.send(subject.workspace.readOnlyApiKey, { query: { unknown: '1' } }),
        403,
        'FORBIDDEN',
      );
    });
  });
});

/** The rest of the URL of a webhook can be a secret, so a read-only key gets only its beginning. */
const withoutUrls = (body: unknown) =>
  JSON.parse(JSON.stringify(body).replaceAll(/"https:\/\/hooks[.]example[.]com\/[^"]*"/gu, '"…"'));

describe.each(reads)('$name', (endpoint) => {
  test('returns the same response to a read-only key and a full-access key, except URLs of webhooks', async () => {
    const { workspace, send } = await subjectOf(endpoint);
    const [full, readOnly] = [await send(workspace.apiKey), await send(workspace.readOnlyApiKey)];

    expect(readOnly.status).toBe(200);
    if (endpoint.name !== 'api-keys.list') expect(withoutUrls(readOnly.body)).toEqual(withoutUrls(full.body));
    expectHeaders(readOnly);
  });
});
