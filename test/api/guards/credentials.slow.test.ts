import { beforeAll, describe, expect, test } from 'vitest';
import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { planKeyRevocation } from '#lib/api-keys/revoke.ts';
import { logInUser } from '#lib/auth/login.ts';
import { admit, admitPublicRequest, credentialOf } from '#lib/endpoints/admission.ts';
import { healthRoutes } from '#lib/health/routes.ts';
import { toResult } from '#lib/http/exchange.ts';
import { metricsOf } from '#lib/http/request-metrics.ts';
import type { Table } from '#lib/storage/table.ts';
import { handler as listContacts } from '../../../functions/contacts/list.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { call, gatewayEvent } from '../../support/call.ts';
import { linesFor } from '../../support/logs.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { inBatches, mutate } from '../support/mutations.ts';
import { commitNow } from '../support/seed.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';

let workspace: Workspace;
const describeItem = (credential: { apiKey?: string; cookie?: string }, sourceIp = uniqueSourceAddress()) =>
  call(listContacts, { method: 'GET', path: '/contacts', sourceIp, ...credential });

beforeAll(async () => {
  workspace = await newWorkspace();
});

/** A table that is unavailable, and the partitions of all requests to it. */
function unreachableTable() {
  const readKeys: string[] = [];
  const refuse = (pk: string) => {
    readKeys.push(pk);

    return Promise.reject(new Error('the table is unavailable'));
  };
  const table: Table = {
    ...connected().table,
    get: ({ pk }) => refuse(pk),
    update: ({ update }) => refuse(update.pk),
  };

  return { table, asked: readKeys };
}

const arrival = () => ({ sourceIp: uniqueSourceAddress(), now: Date.now() });

describe('while the table is unavailable', () => {
  const kinds = ['API key', 'session'] as const;
  const credentialsOf = async (kind: (typeof kinds)[number]) => {
    if (kind === 'API key') return { secret: workspace.apiKey, as: (apiKey: string) => ({ apiKey }) };
    const [name = '', secret = ''] = (await newCookie(await newUser(workspace.workspaceId))).split('=');

    return { secret, as: (value: string) => ({ cookie: `${name}=${value}` }) };
  };
  const credentialIn = (request: { apiKey?: string; cookie?: string }) =>
    credentialOf(gatewayEvent({ method: 'GET', path: '/contacts', ...request }));

  test.each(kinds)(
    '5,000 damaged credentials of the kind %s are distinguished from a valid one',
    async (kind) => {
      const { table, asked: readKeys } = unreachableTable();
      const { secret, as } = await credentialsOf(kind);
      const admissions = await inBatches(mutate(secret, 5000), 500, (attempts) =>
        admit({ table }, credentialIn(as(attempts)), arrival()),
      );
      const codes = admissions.map((it) => (it.kind === 'rejected' ? it.problem.code : it.kind));

      expect(codes).toEqual(Array(5000).fill('UNAUTHORIZED'));
      expect(readKeys).toHaveLength(5000);
      expect(readKeys.filter((pk) => !pk.startsWith('ADDRESS#'))).toEqual([]);
    },
  );

  test.each(kinds)('a %s is refused, although its window could not be read either', async (kind) => {
    const { table, asked: readKeys } = unreachableTable();
    const { secret, as } = await credentialsOf(kind);

    await expect(admit({ table }, credentialIn(as(secret)), arrival())).rejects.toThrow('unavailable');
    const credential = kind === 'session' ? /^USER#/ : /^KEY#/;
    expect(readKeys).toEqual([expect.stringMatching(credential), expect.stringMatching(/^WINDOW#/)]);
  });

  test.each(kinds)('a %s is rate-limited if its window is known to be full', async (kind) => {
    const { secret, as } = await credentialsOf(kind);
    const { apiKey } = await newWorkspace();
    const credential = credentialIn(kind === 'session' ? as(secret) : { apiKey });
    const at = arrival();
    const spend = () => admit(connected(), credential, at);
    await inBatches(Array.from({ length: kind === 'session' ? 201 : 101 }), 101, spend);
    const { table, asked: readKeys } = unreachableTable();

    expect(await admit({ table }, credential, at)).toMatchObject({ problem: { code: 'RATE_LIMITED' } });
    expect(readKeys).toEqual([]);
    // Only until the end of the window: afterwards the table is read again.
    await expect(admit({ table }, credential, { ...at, now: at.now + 60_000 })).rejects.toThrow(
      'unavailable',
    );
  });

  test('unauthenticated requests are refused, public pages are served uncounted, and the log raises an alarm', async () => {
    const { table } = unreachableTable();
    const { path } = healthRoutes.get;
    const uncountedLines = () => linesFor({ metrics: metricsOf(healthRoutes.get) }, 'RequestsUncounted');
    const before = uncountedLines().length;

    expect(await admit({ table }, undefined, arrival())).toMatchObject({
      kind: 'rejected',
      problem: { code: 'UNAUTHORIZED' },
      window: undefined,
    });
    expect(await admitPublicRequest({ table }, { path }, arrival())).toEqual({
      problem: undefined,
      window: undefined,
    });
    expect(uncountedLines().slice(before)).toMatchObject([
      { level: 'error', code: 'limiter_open' },
      { level: 'error', code: 'limiter_open' },
    ]);
  });

  test('no password is accepted while attempts cannot be counted', async () => {
    const { email, password } = await newUser(workspace.workspaceId);
    const { get } = connected().table;
    const { table, asked: readKeys } = unreachableTable();
    const login = { table: { ...table, get } };

    const request = { email, password, sourceIp: uniqueSourceAddress(), cookies: '', now: Date.now() };
    await expect(logInUser(login, request)).rejects.toThrow('unavailable');
    expect(readKeys).toEqual([expect.stringMatching(/^LOGIN#/)]);
    expect((await logInUser(connected(), request)).result.user).toMatchObject({ email });
  });

  test('an uncounted response has all headers', () => {
    const event = gatewayEvent({ method: 'GET', path: '/health' });
    const { headers } = toResult({ startedAt: Date.now() }, event, { status: 200 });

    expect(headers).toMatchObject({
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '100',
      'X-RateLimit-Reset': expect.stringMatching(/^\d{10}$/),
    });
  });
});

test('all of 1,000 calls after a key’s revocation are refused', async () => {
  const input = NewApiKey.parse({ name: 'leaked', scope: 'full-access' });
  const { id, key: apiKey } = await issueApiKey(connected(), workspace.workspaceId, input);
  expect((await describeItem({ apiKey })).status).toBe(200);
  await commitNow(
    workspace.workspaceId,
    await planKeyRevocation(connected(), workspace.workspaceId, id, 'keep'),
  );
  const replies = await inBatches(Array.from({ length: 1000 }), 50, () => describeItem({ apiKey }));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
});

test('a key in the request takes precedence over the browser’s cookie, even an invalid key', async () => {
  const cookie = await newCookie(await newUser(workspace.workspaceId));
  const both = await describeItem({ apiKey: workspace.apiKey, cookie });

  expect(both.headers['x-ratelimit-limit']).toBe('100');
  expectProblem(await describeItem({ apiKey: `${workspace.apiKey}x`, cookie }), 401, 'UNAUTHORIZED');
  expect((await describeItem({ cookie })).headers['x-ratelimit-limit']).toBe('200');
});
