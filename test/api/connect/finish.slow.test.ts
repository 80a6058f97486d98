import { hash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listAllAccounts } from '#lib/email-accounts/email-accounts.ts';
import { grantKey, settingsKey } from '#lib/email-accounts/items.ts';
import { handler as disconnect } from '../../../functions/email-accounts/disconnect.ts';
import { handler as get } from '../../../functions/email-accounts/get.ts';
import { call, type TestReply } from '../../support/call.ts';
import { loggedText } from '../../support/logs.ts';
import { startProvider, type TestProvider } from '../../support/oauth-provider.ts';
import { connected } from '../../support/stack.ts';
import { readStoredItems } from '../../support/stored-items.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { addAccount, uniqueEmail } from '../support/seed.ts';
import {
  type Browser,
  beginAt,
  clientSecret,
  connectAt,
  finishAt,
  newBrowser,
  register,
} from './support/flow.ts';

let provider: TestProvider;
let browser: Browser;
let email: string;

beforeAll(async () => {
  await useOwnResources();
  provider = await startProvider();
  await register(provider);
  await register(provider, 'microsoft');
});
beforeEach(async () => {
  browser = await newBrowser();
  email = uniqueEmail();
  provider.claims = { email, email_verified: true };
  provider.replaceTokenResponse = undefined;
});

const accounts = ({ workspaceId }: Browser) => listAllAccounts(connected().table, workspaceId);
const read = async (id: string, { cookie }: Browser) =>
  (await call(get, { method: 'GET', path: `/email-accounts/${id}`, params: { id }, cookie })).body;
const at = (key: { pk: string; sk: string }) => connected().table.get(key);

/** The parameters that the provider sends back after consent. */
async function consentOf(who: Browser): Promise<URLSearchParams> {
  const { headers } = await beginAt(who);

  return (await provider.consent(headers['location'] ?? '')).searchParams;
}

async function expectRefused(reply: TestReply, words: RegExp): Promise<void> {
  expect(reply).toMatchObject({ status: 422, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(reply.text).toMatch(words);
  expect(await accounts(browser)).toEqual([]);
}

describe('connects the mailbox of the user that consented', () => {
  test('with its address, ready for sending and reading, without revealing its tokens', async () => {
    const reply = await connectAt(browser, provider);
    expect(reply).toMatchObject({ status: 200, text: expect.stringContaining(email) });
    const [account] = await accounts(browser);

    expect(await read(account?.id ?? '', browser)).toMatchObject({
      email,
      provider: 'google',
      status: 'connected',
      statusReason: null,
      smtp: { host: '127.0.0.1', username: email },
      imap: { host: '127.0.0.1', username: email },
    });
    // The TXT token of a tracking domain is not secret.
    const { trackingDomainToken, ...shown } = Object(await read(account?.id ?? '', browser));
    expect(trackingDomainToken).toBeNull();
    expect(JSON.stringify(shown)).not.toMatch(/grant|token|sealed/i);
  });

  test('with the verifier of its challenge (PKCE)', async () => {
    const { headers } = await beginAt(browser);
    const page = new URL(headers['location'] ?? '');
    const { searchParams } = await provider.consent(page.href);
    await finishAt(browser, searchParams);
    const verifier = String(provider.asked.at(-1)?.['code_verifier']);

    expect(hash('sha256', verifier, 'base64url')).toBe(page.searchParams.get('code_challenge'));
  });

  test('of any Microsoft tenant, by its login name', async () => {
    const tenants = await startProvider('tenants');
    await register(tenants, 'microsoft');
    tenants.claims = { preferred_username: email };

    expect(await connectAt(browser, tenants, 'microsoft')).toMatchObject({ status: 200 });
    expect(await accounts(browser)).toMatchObject([{ email, status: 'connected' }]);
    await register(provider, 'microsoft');
  });
});

describe('shows an error page and connects nothing for', () => {
  test('a reused state', async () => {
    const sent = await consentOf(browser);
    await finishAt(browser, sent);
    const [before] = await accounts(browser);
    const asked = provider.asked.length;

    expect(await finishAt(browser, sent)).toMatchObject({ status: 422 });
    expect(provider.asked).toHaveLength(asked);
    expect(await accounts(browser)).toEqual([before]);
  });

  test('all but one of five concurrent callbacks with one state', async () => {
    const sent = await consentOf(browser);
    const replies = await Promise.all(Array.from({ length: 5 }, () => finishAt(browser, sent)));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  });

  test('the state of another user, which stays usable for that user', async () => {
    const colleague = await newBrowser(browser.workspaceId);
    const sent = await consentOf(colleague);
    await expectRefused(await finishAt(browser, sent), /another session/);

    expect(await finishAt(colleague, sent)).toMatchObject({ status: 200 });
  });

  test('the state of another provider', async () => {
    const sent = await consentOf(browser);

    await expectRefused(await finishAt(browser, sent, 'microsoft'), /start again/);
  });

  test('a state after ten minutes', async () => {
    const sent = await consentOf(browser);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
    try {
      await expectRefused(await finishAt(browser, sent), /ten minutes/);
    } finally {
      vi.useRealTimers();
    }
  });

  test('an unknown state', async () => {
    await expectRefused(
      await finishAt(browser, new URLSearchParams({ state: 'x', code: 'y' })),
      /start again/,
    );
  });

  test('a denied consent', async () => {
    const sent = await consentOf(browser);
    sent.delete('code');
    sent.set('error', 'access_denied');

    await expectRefused(await finishAt(browser, sent), /your consent/);
  });

  test.each([
    ['an address that Google has not verified', { email_verified: false }, /not verified/],
    ['an address without a statement by Google', { email_verified: undefined }, /not verified/],
    ['an account without an address', { email: undefined }, /did not return the email address/],
  ])('%s', async (_, claims, words) => {
    provider.claims = { ...provider.claims, ...claims };

    await expectRefused(await connectAt(browser, provider), words);
  });

  test('a code that was used or belongs to another service', async () => {
    provider.replaceTokenResponse = () => ({ statusCode: 400, body: { error: 'invalid_grant' } });

    await expectRefused(await connectAt(browser, provider), /start again/);
  });

  test('access without a refresh token', async () => {
    provider.replaceTokenResponse = (_asked, own) => ({
      statusCode: 200,
      body: { ...own, refresh_token: undefined },
    });

    await expectRefused(await connectAt(browser, provider), /only one hour/);
  });

  test('a mailbox with servers that reject the token', async () => {
    provider.replaceTokenResponse = (_asked, own) => ({
      statusCode: 200,
      body: { ...own, access_token: 'wrong' },
    });

    await expectRefused(await connectAt(browser, provider), /rejected the login/);
  });

  test('an ID token of another attempt', async () => {
    provider.claims = { ...provider.claims, nonce: 'another' };

    expect(await connectAt(browser, provider)).toMatchObject({ status: 500 });
    expect(await accounts(browser)).toEqual([]);
  });

  test('a browser without a session', async () => {
    const sent = await consentOf(browser);

    expect(await finishAt({}, sent)).toMatchObject({ status: 401, text: expect.stringContaining('Log in') });
    expect(await finishAt(browser, sent)).toMatchObject({ status: 200 });
  });
});

describe('an account that was connected before', () => {
  test('by a password keeps its id, and its password is deleted', async () => {
    const id = await addAccount(browser.workspaceId, { email, dailyLimit: 33 });
    await connectAt(browser, provider);

    expect(await accounts(browser)).toMatchObject([{ id, dailyLimit: 33 }]);
    expect(await read(id, browser)).toMatchObject({ provider: 'google' });
    expect(await at(settingsKey(browser.workspaceId, id))).not.toHaveProperty('sealedPassword');
    expect(await at(grantKey(browser.workspaceId, id))).toBeDefined();
  });

  test('at other servers is not exchanged by a member', async () => {
    const { workspaceId } = browser;
    const id = await addAccount(workspaceId, { email });
    const member = await newUser(workspaceId, { role: 'member' });
    const theirs = { workspaceId, userId: member.userId, cookie: await newCookie(member) };

    expect(await connectAt(theirs, provider)).toMatchObject({
      status: 403,
      text: expect.stringContaining('only an owner can exchange them'),
    });
    expect(await read(id, browser)).toMatchObject({ provider: 'smtp', connectedBy: 'operator' });
  });

  test('by OAuth, and then by a password, keeps its id, and its tokens are deleted', async () => {
    await connectAt(browser, provider);
    const [account] = await accounts(browser);
    const id = await addAccount(browser.workspaceId, { email });

    expect(id).toBe(account?.id);
    expect(await at(grantKey(browser.workspaceId, id))).toBeUndefined();
    expect(await read(id, browser)).toMatchObject({ provider: 'smtp' });
  });

  test('loses its tokens when disconnected, and keeps its id when reconnected', async () => {
    await connectAt(browser, provider);
    const id = (await accounts(browser))[0]?.id ?? '';
    await call(disconnect, {
      method: 'DELETE',
      path: `/email-accounts/${id}`,
      params: { id },
      cookie: browser.cookie,
    });
    expect(await at(grantKey(browser.workspaceId, id))).toBeUndefined();
    await connectAt(browser, provider);

    expect(await accounts(browser)).toMatchObject([{ id, status: 'connected' }]);
    expect(await at(grantKey(browser.workspaceId, id))).toBeDefined();
  });
});

test('no token, code, state, verifier or client secret is in the table, a response or a log', async () => {
  const { headers } = await beginAt(browser);
  const page = new URL(headers['location'] ?? '');
  const pending = JSON.stringify(await readStoredItems(''));
  const { searchParams } = await provider.consent(page.href);
  const reply = await finishAt(browser, searchParams);
  const verifier = String(provider.asked.at(-1)?.['code_verifier']);
  const secrets = [...provider.issuedSecrets, clientSecret, verifier, page.searchParams.get('state') ?? ''];

  const stored = JSON.stringify(await readStoredItems(''));
  expect(stored).toContain('sealedRefreshToken');
  expect(secrets.length).toBeGreaterThan(6);
  for (const secret of secrets) {
    expect(secret).not.toBe('');
    if (secret === 'wrong') continue;
    expect(`${pending}${stored}${reply.text}${loggedText()}`).not.toContain(secret);
  }
});
