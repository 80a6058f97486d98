import { beforeAll, describe, expect, test } from 'vitest';
import { connectRoutes } from '#lib/connect/routes.ts';
import { metricsOf } from '#lib/http/request-metrics.ts';
import { handler as begin } from '../../../functions/connect/begin.ts';
import { call } from '../../support/call.ts';
import { linesFor } from '../../support/logs.ts';
import { startProvider, type TestProvider } from '../../support/oauth-provider.ts';
import { newWorkspace } from '../../support/stack.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { expectProblem } from '../support/subject.ts';
import { type Browser, beginAt, newBrowser, register } from './support/flow.ts';

let provider: TestProvider;
let browser: Browser;

beforeAll(async () => {
  await useOwnResources();
  provider = await startProvider();
  browser = await newBrowser();
});

async function consentPage(at: string, query = {}) {
  const reply = await beginAt(browser, at, query);
  expect(reply).toMatchObject({ status: 302, text: '', headers: { 'cache-control': 'no-store' } });

  return new URL(reply.headers['location'] ?? '');
}

test('without a registration by the operator, the response says so', async () => {
  const reply = await beginAt(browser, 'microsoft');

  expectProblem(reply, 404, 'NOT_FOUND');
  expect(reply.body.error.message).toContain('operator');
});

test('an unknown provider is a 404', async () => {
  expectProblem(await beginAt(browser, 'yahoo'), 404, 'NOT_FOUND');
});

describe('redirects the browser to the provider', () => {
  test('with the requested scopes, and a new state and challenge each time', async () => {
    await register(provider);
    const pages = [await consentPage('google', { email: 'ann@example.org' }), await consentPage('google')];
    const [first, second] = pages.map(({ searchParams }) => Object.fromEntries(searchParams));

    expect(pages[0]?.origin).toBe(provider.issuer);
    expect(first).toMatchObject({
      response_type: 'code',
      client_id: 'outreach',
      redirect_uri: 'https://api.outreach.example/connect/google/callback',
      scope: 'openid email https://mail.google.com/',
      access_type: 'offline',
      prompt: 'consent',
      login_hint: 'ann@example.org',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    for (const name of ['state', 'code_challenge', 'nonce']) expect(first?.[name]).not.toBe(second?.[name]);
    expect(second).not.toHaveProperty('login_hint');
  });

  test('requests offline access for sending and reading from Microsoft, in the cloud of the mailboxes', async () => {
    await register(provider, 'microsoft');
    const scope = (await consentPage('microsoft')).searchParams.get('scope');

    expect(scope).toBe(
      'openid email offline_access https://127.0.0.1/SMTP.Send https://127.0.0.1/IMAP.AccessAsUser.All',
    );
  });
});

test('an API key is rejected', async () => {
  const { apiKey } = await newWorkspace();
  const params = { provider: 'google' };
  const reply = await call(begin, { method: 'GET', path: '/connect/google', params, apiKey });

  expectProblem(reply, 401, 'UNAUTHORIZED');
});

test('while the provider is unreachable, the response says so, and nothing is stored', async () => {
  const gone = await startProvider();
  await register(gone);
  await gone.stop();

  expectProblem(await beginAt(browser), 500, 'INTERNAL_ERROR');
  // An alarm counts these lines.
  const failed = linesFor({ metrics: metricsOf(connectRoutes.begin) }, 'RequestsFailed');
  expect(failed).toMatchObject([{ status: 500 }]);
});
