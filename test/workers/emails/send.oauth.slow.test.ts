import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { accessToken } from '#lib/email-accounts/grant.ts';
import { settingsKey } from '#lib/email-accounts/items.ts';
import { readAccountWithSettings } from '#lib/email-accounts/read.ts';
import { emailWorkers } from '#lib/emails/workers.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as sendTest } from '../../../functions/campaigns/test.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { startSmtpInbox } from '../../../infra/local/engines/mail/smtp-inbox.ts';
import { register } from '../../api/connect/support/flow.ts';
import { commitNow } from '../../api/support/seed.ts';
import { call as callEndpoint } from '../../support/call.ts';
import { linesFor } from '../../support/logs.ts';
import { startProvider, type TestProvider } from '../../support/oauth-provider.ts';
import { connected, newApiKey } from '../../support/stack.ts';
import { newUser } from '../../support/users.ts';
import { readExecution, runCampaign } from '../support/campaign.ts';
import { monday, setClock } from '../support/clock.ts';
import { type MailHost, startMailHost } from '../support/inbox.ts';
import { consume } from '../support/invoke.ts';
import { workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { readInboxes } from '../support/read-inboxes.ts';

const minute = 60_000;

let provider: TestProvider;
let host: MailHost;
let smtp: Awaited<ReturnType<typeof startSmtpInbox>>;

beforeAll(async () => {
  await useOwnResources();
  provider = await startProvider();
  host = await startMailHost();
  smtp = await startSmtpInbox(host.store, 0);
  await register(provider, 'google', { smtp, imap: host });

  return () => smtp.stop();
});
beforeEach(() => {
  setClock(monday);
  provider.asked.length = 0;
});
afterEach(() => {
  provider.replaceTokenResponse = undefined;
});

const services = () => ({ ...connected(), vault: kmsVault(connected()), loopback: 'allow' as const });
const accountOf = async (accountId: string) => {
  const account = await findAccount(connected().table, workspaceId, accountId);
  if (!account) throw new Error('the account does not exist');

  return account;
};
const tokenOf = async (accountId: string) => accessToken(services(), workspaceId, await accountOf(accountId));
const stateOf = (accountId: string) => readAccountWithSettings(connected().table, workspaceId, accountId);

/** An email is due, and its account has tokens that are valid for an hour. */
async function due(tokens: { accessToken?: string; lifetimeSeconds?: number } = {}): Promise<SendMessage> {
  const { calls, accountIds } = await runCampaign(workspaceId);
  const [accountId = ''] = accountIds;
  const { email } = (await findAccount(connected().table, workspaceId, accountId)) ?? { email: '' };
  const server = { host: '127.0.0.1', secure: false, username: email };
  const grant = {
    provider: 'google' as const,
    tokens: { accessToken: 'first', refreshToken: `refresh-${accountId}`, lifetimeSeconds: 3600, ...tokens },
  };
  const mailbox = {
    email,
    smtp: { ...server, port: smtp.port },
    imap: { ...server, port: host.port },
    grant,
  };
  await commitNow(workspaceId, await connectAccount(services(), workspaceId, mailbox, operatorAuthor));

  return calls[0] as SendMessage;
}

async function isSent(call: SendMessage): Promise<boolean> {
  return (await readExecution(call)).sentCount === 1;
}

const denied = (error: string) => () => ({ statusCode: 400, body: { error } });

describe('an account with an OAuth grant', () => {
  test('sends and reads with its token, without requests to the provider while the token is valid', async () => {
    const call = await due();
    expect(await consume(send, [call])).toEqual([]);
    expect(await readInboxes([{ workspaceId, accountId: call.accountId }])).toEqual([]);

    expect(await isSent(call)).toBe(true);
    expect(await stateOf(call.accountId)).toMatchObject({
      status: 'connected',
      lastSyncAt: expect.any(String),
    });
    expect(provider.asked).toEqual([]);
  });

  test('refreshes its token five minutes before it expires, and stores the rotated refresh token', async () => {
    const { accountId } = await due();
    setClock(monday + 54 * minute);
    expect(await tokenOf(accountId)).toBe('first');
    setClock(monday + 56 * minute);
    const second = await tokenOf(accountId);
    expect(await tokenOf(accountId)).toBe(second);
    setClock(monday + 56 * minute + 56 * minute);
    const [, refreshToken] = provider.issuedSecrets.slice(-3);
    await tokenOf(accountId);

    expect(second).not.toBe('first');
    expect(provider.asked).toMatchObject([
      { grant_type: 'refresh_token', refresh_token: `refresh-${accountId}`, client_id: 'outreach' },
      { refresh_token: refreshToken },
    ]);
  });

  test('keeps its refresh token if the provider returns no other', async () => {
    const { accountId } = await due({ lifetimeSeconds: 0 });
    provider.replaceTokenResponse = (_asked, own) => ({
      statusCode: 200,
      body: { ...own, refresh_token: undefined, expires_in: 60 },
    });
    await tokenOf(accountId);
    await tokenOf(accountId);

    expect(provider.asked.map((asked) => asked['refresh_token'])).toEqual(
      Array(2).fill(`refresh-${accountId}`),
    );
  });

  test('keeps one grant after concurrent refreshes, also with single-use refresh tokens', async () => {
    const { accountId } = await due({ lifetimeSeconds: 0 });
    const used = new Set<unknown>();
    provider.replaceTokenResponse = ({ refresh_token: shown }) => {
      if (used.has(shown)) return denied('invalid_grant')();
      used.add(shown);

      return undefined;
    };
    const tokens = await Promise.all(Array.from({ length: 5 }, () => tokenOf(accountId)));
    expect(new Set(tokens).size).toBe(1);

    setClock(monday + 60 * minute);
    expect(tokens).not.toContain(await tokenOf(accountId));
  });
});

describe('a token that the mail server rejects before it expires', () => {
  test('is refreshed once, and the email is sent', async () => {
    const call = await due({ accessToken: 'wrong' });
    expect(await consume(send, [call])).toEqual([]);

    expect(await isSent(call)).toBe(true);
    expect(provider.asked).toHaveLength(1);
  });

  test('stops the account if the new token is rejected too', async () => {
    const call = await due({ accessToken: 'wrong' });
    provider.replaceTokenResponse = (_asked, own) => ({
      statusCode: 200,
      body: { ...own, access_token: 'wrong' },
    });
    expect(await consume(send, [call])).toEqual([]);

    expect(await isSent(call)).toBe(false);
    expect(await stateOf(call.accountId)).toMatchObject({ status: 'error', statusReason: { smtpCode: 535 } });
  });
});

describe('if the provider returns no token', () => {
  test('because the owner revoked the grant, the account stops and sends nothing', async () => {
    const call = await due({ lifetimeSeconds: 0 });
    provider.replaceTokenResponse = denied('invalid_grant');
    expect(await consume(send, [call])).toEqual([]);

    expect(await isSent(call)).toBe(false);
    expect(await stateOf(call.accountId)).toMatchObject({
      status: 'error',
      statusReason: { code: 'auth_failed', message: expect.stringContaining('provider') },
    });
  });

  test.each([
    ['because it is overloaded', { statusCode: 503, body: 'busy' as never }],
    ['because of its rate limit', { statusCode: 429, body: { error: 'rate_limit_exceeded' } }],
    ['because the OAuth client is no longer valid', { statusCode: 401, body: { error: 'invalid_client' } }],
  ])('%s, the email waits and is sent later', async (_, answer) => {
    const call = await due({ lifetimeSeconds: 0 });
    provider.replaceTokenResponse = () => answer;
    expect(await consume(send, [call])).toEqual([]);
    expect(await isSent(call)).toBe(false);
    const rejectedLines = linesFor(emailWorkers.send, 'OauthClientsRefused').filter(
      ({ accountId }) => accountId === call.accountId,
    );
    expect(rejectedLines).toHaveLength(answer.statusCode === 401 ? 1 : 0);
    expect(await stateOf(call.accountId)).toMatchObject({
      status: 'connected',
      statusReason: { code: 'unreachable' },
    });

    provider.replaceTokenResponse = undefined;
    setClock(monday + 10 * minute);
    expect(await consume(send, [call])).toEqual([]);
    expect(await isSent(call)).toBe(true);
  });

  test('because it is overloaded, a test email reports a server that is unreachable, not a rejected login', async () => {
    const { campaignId, contactId } = await due({ lifetimeSeconds: 0 });
    provider.replaceTokenResponse = () => ({ statusCode: 503, body: 'busy' as never });
    const { body } = await callEndpoint(sendTest, {
      method: 'POST',
      path: `/campaigns/${campaignId}/test`,
      params: { id: campaignId },
      apiKey: await newApiKey(workspaceId, { scope: 'full-access' }),
      body: { contactId, to: (await newUser(workspaceId)).email },
    });

    expect(body).toMatchObject({ isAccepted: false, error: 'unreachable' });
  });

  test('because it is unreachable, the old token is used until it expires', async () => {
    const call = await due({ lifetimeSeconds: 180 });
    await provider.stop();
    try {
      expect(await consume(send, [call])).toEqual([]);
    } finally {
      await provider.start();
    }

    expect(await isSent(call)).toBe(true);
  });

  test('inbox syncs are postponed, or the account stops, as with a password', async () => {
    const call = await due({ lifetimeSeconds: 0 });
    provider.replaceTokenResponse = () => ({ statusCode: 503, body: 'busy' as never });
    await readInboxes([{ workspaceId, accountId: call.accountId }]);
    expect(await stateOf(call.accountId)).toMatchObject({
      status: 'connected',
      statusReason: { code: 'inbox_unreachable' },
    });
    setClock(monday + 10 * minute);
    provider.replaceTokenResponse = denied('invalid_grant');
    await readInboxes([{ workspaceId, accountId: call.accountId }]);

    expect(await stateOf(call.accountId)).toMatchObject({
      status: 'error',
      statusReason: { code: 'auth_failed' },
    });
  });
});

test('a token is sent to no server that another function wrote into the settings', async () => {
  const { accountId } = await due();
  expect(await tokenOf(accountId)).toBe('first');
  const { smtp: server } = await accountOf(accountId);
  const update = settingsKey(workspaceId, accountId);
  await connected().table.update({ update, set: { smtp: { ...server, host: 'localhost' } } });

  await expect(tokenOf(accountId)).rejects.toThrow();
});
