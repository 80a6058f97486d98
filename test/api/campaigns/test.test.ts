import PostalMime from 'postal-mime';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiKeyCredentialKey, keyIdOf } from '#lib/api-keys/token.ts';
import { auditPartition } from '#lib/audit-log/record.ts';
import type { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { addressCountKey } from '#lib/direct-emails/items.ts';
import { directEmailLimits } from '#lib/direct-emails/limits.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { recipientDigest } from '#lib/links/token.ts';
import { findMentions } from '#lib/mail/message-id.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { handler as sendTest } from '../../../functions/campaigns/test.ts';
import { handler as open } from '../../../functions/tracking/open.ts';
import { call } from '../../support/call.ts';
import { connected, newApiKey, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newUser } from '../../support/users.ts';
import { type MailServer, startMailServer } from '../../workers/support/mail-server.ts';
import { sendingBy } from '../../workers/support/one-mail.ts';
import { addAccount, addCampaign, addContact, block, uniqueEmail } from '../support/seed.ts';
import { expectNothingWritten } from '../support/subject.ts';

let workspace: Workspace;
let mail: MailServer;
let accountId: string;
let contactId: string;
let campaign: Campaign;
let to: string;

const steps = [
  {
    variants: [{ subject: 'Hello {{firstName}}', bodyHtml: '<p>Hi <a href="https://e.example">you</a></p>' }],
  },
  { variants: [{ bodyText: 'Did you read this?' }] },
];
const post = (body: Record<string, unknown>, apiKey = workspace.apiKey) =>
  call(sendTest, {
    method: 'POST',
    path: `/campaigns/${campaign.id}/test`,
    params: { id: campaign.id },
    apiKey,
    body: { contactId, to, ...body },
  });

beforeAll(async () => {
  workspace = await newWorkspace();
  mail = await startMailServer();
  accountId = await addAccount(workspace.workspaceId, sendingBy(mail));
  contactId = await addContact(workspace.workspaceId, { firstName: 'Zoë' });
  const setup = { steps, emailAccountIds: [accountId], contactIds: [contactId] };
  campaign = await addCampaign(workspace.workspaceId, setup);
  to = (await newUser(workspace.workspaceId)).email;
});
beforeEach(() => {
  mail.behaviour = { kind: 'accept' };
  mail.received.length = 0;
});

test('sends the marked email to the user', async () => {
  const { status, body } = await post({});
  const [received, ...others] = mail.received;
  const parsed = await PostalMime.parse(received?.raw ?? '');

  expect(status).toBe(200);
  expect(body).toEqual({
    isAccepted: true,
    to,
    emailAccountId: accountId,
    subject: '[Test] Hello Zoë',
    messageId: parsed.messageId,
    smtpCode: null,
    error: null,
  });
  expect(others).toEqual([]);
  expect(received?.to).toEqual([to]);
  expect(parsed).toMatchObject({ subject: '[Test] Hello Zoë', to: [{ address: to }] });
});

test('has links and references that belong to no contact', async () => {
  await post({ stepIndex: 0 });
  await post({ stepIndex: 1 });
  const [first, second] = mail.received.map(({ raw }) => raw);
  const text = (await PostalMime.parse(first ?? '')).html ?? '';
  const token = /\/t\/o\/([^"]+)/.exec(text)?.[1] ?? '';
  const opened = () => call(open, { method: 'GET', path: `/t/o/${token}`, params: { token } });
  const { table } = connected();
  const execution = await findExecution(table, workspace.workspaceId, contactId, campaign.id);
  const mentioned = [first, second].flatMap((raw) => findMentions(raw ?? ''));

  expect(token).not.toBe('');
  await expectNothingWritten({ workspace }, opened);
  expect(mentioned.length).toBeGreaterThan(3);
  expect(mentioned.map(({ executionId }) => executionId)).not.toContain(execution?.id);
});

test('counts as an email of the account, with its author in the audit log', async () => {
  const read = () => connected().table.get(accountKey(workspace.workspaceId, accountId));
  const before = Number((await read())?.['sentToday']);
  await post({});
  await post({});
  const entries = await connected().table.query({
    pk: auditPartition(workspace.workspaceId),
    limit: 2,
    descending: true,
  });

  expect(Number((await read())?.['sentToday'])).toBe(before + 2);
  expect(entries.items).toMatchObject(
    [campaign.id, campaign.id].map((resourceId) => ({ actorType: 'api_key', resourceId })),
  );
});

test('has one entry in the audit log, which is committed before the transmission', async () => {
  const pk = auditPartition(workspace.workspaceId);
  const count = async () => (await connected().table.query({ pk, limit: 100 })).items.length;
  const before = await count();
  let during = 0;
  mail.whileReceiving = async () => {
    during = await count();
  };
  await post({});
  delete mail.whileReceiving;

  expect([during, await count()]).toEqual([before + 1, before + 1]);
});

test('is not sent if the API key is revoked during the login, and the entry in the audit log stays', async () => {
  const pk = auditPartition(workspace.workspaceId);
  const count = async () => (await connected().table.query({ pk, limit: 100 })).items.length;
  const key = await newApiKey(workspace.workspaceId, { scope: 'full-access' });
  const before = await count();
  mail.whileLoggingIn = async () => {
    await connected().table.update({
      update: apiKeyCredentialKey(keyIdOf(key) ?? ''),
      set: { validUntil: 0 },
    });
  };
  const { status } = await post({}, key);
  delete mail.whileLoggingIn;

  expect(status).toBe(401);
  expect(mail.received).toEqual([]);
  expect(await count()).toBe(before + 1);
});

test('concurrent requests do not exceed the daily limit of an address', async () => {
  const { email } = await newUser(workspace.workspaceId);
  const { toAddress } = directEmailLimits.testEmails;
  const day = new Date().toISOString().slice(0, 10);
  const { workspaceId } = workspace;
  const digest = await recipientDigest(kmsTokenSigner(), workspaceId, normaliseEmail(email));
  const key = addressCountKey(workspaceId, day, digest);
  await connected().table.update({ update: key, set: { testEmails: toAddress - 1 } });
  const replies = await Promise.all([1, 2].map(() => post({ to: email })));

  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(mail.received).toHaveLength(1);
});

describe('states why the email was not accepted:', () => {
  test.each([
    ['rejected', { kind: 'refuse', at: 'data', code: 554 }, 554],
    ['auth', { kind: 'refuse', at: 'auth', code: 535 }, 535],
    ['outcome_unknown', { kind: 'cut', after: 'data' }, null],
  ] as const)('%s', async (error, behaviour, smtpCode) => {
    mail.behaviour = behaviour;

    expect(await post({})).toMatchObject({ status: 200, body: { isAccepted: false, error, smtpCode } });
  });
});

describe('rejects', () => {
  test('an address that belongs to no user of the workspace', async () => {
    const other = await newUser((await newWorkspace()).workspaceId);
    for (const address of [uniqueEmail(), other.email]) {
      const { status, body } = await post({ to: address });

      expect([status, body.error.details[0]]).toMatchObject([422, { path: 'to', rule: 'exists' }]);
    }
    expect(mail.received).toEqual([]);
  });

  test('a user that is on the blocklist, and sends nothing', async () => {
    const { email } = await newUser(workspace.workspaceId);
    await block(workspace.workspaceId, email);
    const { status, body } = await post({ to: email });

    expect([status, body.error.details[0]]).toMatchObject([422, { path: 'to', rule: 'state' }]);
    expect(mail.received).toEqual([]);
  });

  test('an account that is not connected', async () => {
    const key = accountKey(workspace.workspaceId, accountId);
    await connected().table.update({ update: key, set: { status: 'disconnected' } });
    const { status, body } = await post({});
    await connected().table.update({ update: key, set: { status: 'connected' } });

    expect([status, body.error.details[0].path]).toEqual([422, 'emailAccountId']);
  });
});
