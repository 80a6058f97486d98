import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keyIdOf } from '#lib/api-keys/token.ts';
import { idempotencyItemKey } from '#lib/endpoints/idempotency/record.ts';
import { endpoints } from '#lib/operations.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { readSettled } from '../../faults/support/footprint.ts';
import { call, type TestReply, type TestRequest } from '../../support/call.ts';
import { guide } from '../../support/documented.ts';
import { connected, newApiKey, newWorkspace } from '../../support/stack.ts';
import { isWholeTier, selectCases } from '../../support/tier.ts';
import { cookieIn, newUser } from '../../support/users.ts';
import { addQuietCampaign, startCampaign, uniqueEmail } from '../support/seed.ts';
import {
  type Endpoint,
  expectHeaders,
  expectNothingWritten,
  expectProblem,
  type Subject,
  subjectOf,
  uniqueSourceAddress,
  writes,
} from '../support/subject.ts';
import { readTableAsText, readWorkspace } from '../support/table-dump.ts';

const dayMs = 24 * 3_600_000;
/** Some workspaces have work that never ends, such as a running campaign. */
const settledMs = 3000;

function sendWithKey(subject: Subject, key: string, changes: Partial<TestRequest> = {}, apiKey?: string) {
  return subject.send(apiKey ?? subject.workspace.apiKey, {
    ...changes,
    headers: { 'Idempotency-Key': key, ...changes.headers },
  });
}

function answerOf({ status, text, headers }: TestReply) {
  return { status, text, location: headers['location'] };
}

describe.each(selectCases(writes, 3))('$name', (endpoint) => {
  test('returns the first response to a repeat, marked as a replay, without repeating the effect', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    const first = await sendWithKey(subject, key);
    const repeat = await expectNothingWritten(subject, () => sendWithKey(subject, key));

    expect(first.status).toBeLessThan(300);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(answerOf(repeat)).toEqual(answerOf(first));
    expect(repeat.headers).toMatchObject({ 'idempotency-replayed': 'true' });
    expect(repeat.headers).not.toHaveProperty('idempotency-mismatch');
    expectHeaders(repeat);
    // A repeat counts like any request, and has its own rate-limit headers.
    expect(Number(repeat.headers['x-ratelimit-remaining'])).toBe(
      Number(first.headers['x-ratelimit-remaining']) - 1,
    );
  });

  test('returns the first response to a repeat with another body, marked as a mismatch', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    const first = await sendWithKey(subject, key);
    const other = await expectNothingWritten(subject, () =>
      sendWithKey(subject, key, { body: '{"name":"other"}' }),
    );

    expect(answerOf(other)).toEqual(answerOf(first));
    expect(other.headers).toMatchObject({ 'idempotency-replayed': 'true', 'idempotency-mismatch': 'body' });
  });

  test('returns the first response to a repeat with another query, marked as a mismatch', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    const first = await sendWithKey(subject, key);
    const query = { ...subject.valid.query, another: '1' };
    const other = await expectNothingWritten(subject, () => sendWithKey(subject, key, { query }));

    expect(answerOf(other)).toEqual(answerOf(first));
    expect(other.headers).toMatchObject({ 'idempotency-replayed': 'true', 'idempotency-mismatch': 'query' });
  });

  test('executes concurrent repeats once and returns the same response to all of them', async () => {
    const [once, often] = await Promise.all([subjectOf(endpoint), subjectOf(endpoint)]);
    const key = randomUUID();
    await sendWithKey(once, key);
    // At most as many as a workspace may have in flight at a slow endpoint: more would be refused while the
    // first runs.
    const callers = endpoint.definition.slow?.inFlightPerWorkspace ?? (isWholeTier ? 32 : 6);
    const replies = await Promise.all(Array.from({ length: callers }, () => sendWithKey(often, key)));
    const [first] = replies;

    expect(first?.status).toBeLessThan(300);
    for (const reply of replies) expect(answerOf(reply)).toEqual(first && answerOf(first));
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    // Jobs and exports write further items in the background.
    await Promise.all([once, often].map(({ workspace }) => readSettled(workspace.workspaceId, settledMs)));
    // The same number of items as after a single request in a similar workspace.
    expect(await readWorkspace(often.workspace.workspaceId)).toHaveLength(
      (await readWorkspace(once.workspace.workspaceId)).length,
    );
  });

  test('keeps a key for 24 hours, except for refused requests', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    expect((await sendWithKey(subject, key, { query: { unknown: '1' } })).status).toBe(422);
    const at = Date.now();
    const first = await sendWithKey(subject, key, { at });
    expect(first.headers).not.toHaveProperty('idempotency-replayed');

    const lastMoment = await sendWithKey(subject, key, { at: at + dayMs - 1 });
    expect(answerOf(lastMoment)).toEqual(answerOf(first));
    const afterExpiry = await sendWithKey(subject, key, { at: at + dayMs });
    expect(afterExpiry.headers).not.toHaveProperty('idempotency-replayed');
  });

  test('keeps keys of different callers apart', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    await sendWithKey(subject, key);
    const colleague = await newApiKey(subject.workspace.workspaceId, { scope: 'full-access' });

    expect((await sendWithKey(subject, key, {}, colleague)).headers).not.toHaveProperty(
      'idempotency-replayed',
    );
  });

  test('returns the first response at another spelling of the path', async () => {
    const subject = await subjectOf(endpoint);
    const { path } = subject.valid;
    const key = randomUUID();
    const first = await sendWithKey(subject, key);
    await expectNothingWritten(subject, async () => {
      // A REST API ignores slashes at the end. The path includes the base path of a custom domain.
      for (const spelling of [`${path}/`, `${path}//`, `/v1${path}`]) {
        const repeat = await sendWithKey(subject, key, { path: spelling });

        expect(answerOf(repeat)).toEqual(answerOf(first));
        expect(repeat.headers).toMatchObject({ 'idempotency-replayed': 'true' });
      }
    });
  });

  test('keeps keys of different resources apart', async () => {
    const subject = await subjectOf(endpoint);
    const { path, params = {} } = subject.valid;
    const key = randomUUID();
    await sendWithKey(subject, key);
    for (const [name, value] of Object.entries(params)) {
      const other = `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`;
      const elsewhere = await sendWithKey(subject, key, {
        path: path.replace(value, other),
        params: { ...params, [name]: other },
      });

      expect(elsewhere.headers).not.toHaveProperty('idempotency-replayed');
    }
  });

  // Records of the deployed version stay valid.
  test('stores the record under the path of the request', async () => {
    const subject = await subjectOf(endpoint);
    const { method, path } = subject.valid;
    const key = randomUUID();
    await sendWithKey(subject, key);
    const principalId = keyIdOf(subject.workspace.apiKey) ?? '';
    const record = idempotencyItemKey({ principalId, method, path, key });

    expect(await connected().table.get(record)).toMatchObject({
      sealed: expect.anything(),
    });
  });

  test('does not replay responses for an invalid or read-only key', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    await sendWithKey(subject, key);

    expectProblem(
      await sendWithKey(subject, key, {}, `${subject.workspace.apiKey.slice(0, -1)}!`),
      401,
      'UNAUTHORIZED',
    );
    expectProblem(await sendWithKey(subject, key, {}, subject.workspace.readOnlyApiKey), 403, 'FORBIDDEN');
  });

  test('refuses a key that is not 1 to 255 printable characters', async () => {
    const subject = await subjectOf(endpoint);
    await expectNothingWritten(subject, async () => {
      for (const key of ['', 'x'.repeat(256), 'tab\there', 'line\nbreak', 'é', '\u0000', '\u007f', '🔑']) {
        const reply = await sendWithKey(subject, key);
        expectProblem(reply, 422, 'VALIDATION_ERROR');
        expect(reply.body.error.message).toContain('Idempotency-Key');
      }
    });
    expect((await sendWithKey(subject, ` ~${'x'.repeat(253)}`)).status).toBeLessThan(300);
  });
});

describe('An error is not stored under its key', () => {
  test('422 because of the state: the repeat is evaluated again', async () => {
    const subject = await subjectOf(operationNamed('campaigns.pause'));
    const { workspaceId } = subject.workspace;
    const { id } = await addQuietCampaign(workspaceId);
    const target = { path: `/campaigns/${id}/pause`, params: { id } };
    const key = randomUUID();
    expectProblem(await sendWithKey(subject, key, target), 422, 'VALIDATION_ERROR');
    await startCampaign(workspaceId, id);
    const repeat = await sendWithKey(subject, key, target);

    expect(repeat).toMatchObject({ status: 200, body: { status: 'paused' } });
    expect(repeat.headers).not.toHaveProperty('idempotency-replayed');
  });

  test('422 because of a missing campaign: the corrected request is executed', async () => {
    const subject = await subjectOf(operationNamed('contacts.create'));
    const key = randomUUID();
    const campaignIds = ['cmp_01JCZ3X5V2N8Q4R6T7W9Y1B3D5'];
    const body = { email: uniqueEmail() };
    expectProblem(
      await sendWithKey(subject, key, { body: { ...body, campaignIds } }),
      422,
      'VALIDATION_ERROR',
    );

    expect((await sendWithKey(subject, key, { body })).status).toBe(201);
  });

  test('429: the repeat in the next minute is executed', async () => {
    const subject = await subjectOf(operationNamed('contacts.create'));
    const key = randomUUID();
    const at = Date.now();
    await Promise.all(
      Array.from({ length: 100 }, () => sendWithKey(subject, randomUUID(), { at, query: { unknown: '1' } })),
    );
    expectProblem(await sendWithKey(subject, key, { at }), 429, 'RATE_LIMITED');

    expect((await sendWithKey(subject, key, { at: at + 60_000 })).status).toBe(201);
  });
});

function operationNamed(name: string): Endpoint {
  const endpoint = writes.find((each) => each.name === name);
  if (!endpoint) throw new Error(`there is no ${name}`);

  return endpoint;
}

describe('A write that ignores the Idempotency-Key', () => {
  const ignoring = endpoints.filter(
    ({ definition: { method, auth } }) => method !== 'GET' && (auth === 'none' || auth === 'link'),
  );

  test('is listed in the document with its reason', () => {
    const description = guide.replaceAll(/\s+/g, ' ');

    expect(ignoring.map(({ name }) => name)).toEqual([
      ...['auth.login', 'auth.reset-password', 'auth.accept-invitation', 'tracking.unsubscribe'],
    ]);
    for (const { definition } of ignoring) {
      expect(description).toContain(`\`${definition.method} ${definition.path}\``);
    }
  });

  test('logs in again and opens a second session', async () => {
    const { workspaceId } = await newWorkspace();
    const user = await newUser(workspaceId);
    const request = {
      method: 'POST' as const,
      path: '/auth/login',
      body: { email: user.email, password: user.password },
      headers: { 'Idempotency-Key': randomUUID() },
    } as const;
    const [first, second] = [
      await call(login, { ...request, sourceIp: uniqueSourceAddress() }),
      await call(login, { ...request, sourceIp: uniqueSourceAddress() }),
    ];

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(cookieIn(second)).not.toBe(cookieIn(first));
    expect(second.headers).not.toHaveProperty('idempotency-replayed');
  });
});

const withSecrets = writes.filter(({ definition }) => definition.revealsSecret);

describe.each(withSecrets)('$name', (endpoint) => {
  test('returns its secret to a repeat, while the table does not contain it in clear', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    const { body } = await sendWithKey(subject, key);
    const secret: string = body.secret ?? body.key ?? body.token;
    const tableText = await readTableAsText();

    expect((await sendWithKey(subject, key)).body).toEqual(body);
    expect(tableText).toContain(body.id);
    for (const hidden of [secret, secret.slice(8), subject.workspace.apiKey, key]) {
      expect(tableText).not.toContain(hidden);
    }
  });
});
