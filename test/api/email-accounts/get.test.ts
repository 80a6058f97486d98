import { beforeAll, describe, expect, test } from 'vitest';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { planSendFailure } from '#lib/email-accounts/send-failure.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import { handler as get } from '../../../functions/email-accounts/get.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, useStack, type Workspace } from '../../support/stack.ts';
import { addAccount, commitNow } from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';

let workspace: Workspace;
const read = (id: string, apiKey = workspace.apiKey) =>
  call(get, { method: 'GET', path: `/email-accounts/${id}`, params: { id }, apiKey });
const today = () => new Date().toISOString().slice(0, 10);
const setCounters = (id: string, set: Record<string, unknown>) =>
  connected().table.update({ update: accountKey(workspace.workspaceId, id), set });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('an account has every field, with defaults for fields that were not set', async () => {
    const { smtp } = useStack().mail;
    const id = await addAccount(workspace.workspaceId, {
      email: 'Sales@Example.org',
      dailyLimit: undefined,
      minGapSeconds: undefined,
      maxGapSeconds: undefined,
      rampUp: undefined,
    });

    expect((await read(id)).body).toEqual({
      id,
      email: 'Sales@Example.org',
      provider: 'smtp',
      fromName: null,
      replyTo: null,
      signatureHtml: null,
      postalAddress: null,
      status: 'connected',
      statusReason: null,
      smtp: { ...smtp, secure: false, username: 'sender' },
      imap: null,
      dailyLimit: 50,
      minGapSeconds: 120,
      maxGapSeconds: 600,
      rampUp: { enabled: true, startPerDay: 10, increment: 5 },
      timezone: 'UTC',
      trackingDomain: null,
      trackingDomainStatus: null,
      trackingDomainReason: null,
      trackingDomainToken: null,
      connectedBy: 'operator',
      messagesSetAside: 0,
      lastMessageSetAside: null,
      health: null,
      sentToday: 0,
      remainingToday: 10,
      nextSendAt: expect.stringMatching(/Z$/),
      lastSyncAt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  test('no password is returned, in plain text or encrypted', async () => {
    const id = await addAccount(workspace.workspaceId, { password: 'open sesame' });

    expect((await read(id)).text).not.toMatch(/open sesame|password|sealed/i);
  });

  test('emails of today reduce the remaining number, emails of yesterday do not', async () => {
    const id = await addAccount(workspace.workspaceId, { dailyLimit: 20 });
    await setCounters(id, { sentDay: today(), sentToday: 7, sendingDays: 1 });
    expect((await read(id)).body).toMatchObject({ sentToday: 7, remainingToday: 13 });

    await setCounters(id, { sentDay: '2026-01-01' });
    expect((await read(id)).body).toMatchObject({ sentToday: 0, remainingToday: 20 });
  });

  describe('an account with a rejection by its server shows the reason', () => {
    const now = Date.parse('2026-11-20T15:00:00.000Z');
    const inUtc = { timezone: 'UTC' };
    const meet = async (setback: SendFailure, set: Record<string, unknown> = inUtc) => {
      const { workspaceId } = workspace;
      const id = await addAccount(workspaceId);
      await setCounters(id, set);
      const account = await findAccount(connected().table, workspaceId, id);
      if (!account) throw new Error('there is no account');
      const { writes } = planSendFailure(workspaceId, account, setback, now);
      await commitNow(workspaceId, { writes, result: undefined });

      return (await read(id)).body;
    };

    test.each([['auth', 535, 'auth_failed']] as const)(
      'and sends nothing until it is reconnected: %s',
      async (kind, smtpCode, code) => {
        expect(await meet({ kind, smtpCode })).toMatchObject({
          status: 'error',
          statusReason: {
            code,
            smtpCode,
            message: expect.stringContaining('reconnect'),
            occurredAt: new Date(now).toISOString(),
          },
          nextSendAt: null,
        });
      },
    );

    test.each([
      ['rate', 421, inUtc, 'rate_limited', '2026-11-20T16:00:00.000Z'],
      ['rate', 421, { coolDowns: 2, coolDownFor: 'rate' }, 'rate_limited', '2026-11-20T19:00:00.000Z'],
      ['unreachable', null, inUtc, 'unreachable', '2026-11-20T15:05:00.000Z'],
      ['sender_refused', 553, inUtc, 'sender_refused', '2026-11-20T16:00:00.000Z'],
      ['limit_exceeded', null, inUtc, 'limit_exceeded', '2026-11-20T16:00:00.000Z'],
      ['quota', 550, { timezone: 'Asia/Tokyo' }, 'quota_reached', '2026-11-21T15:00:00.000Z'],
    ] as const)('and the time when it resumes: %s %s %j', async (kind, smtpCode, set, code, until) => {
      const body = await meet({ kind, smtpCode }, set);

      expect(body).toMatchObject({
        status: 'connected',
        statusReason: { code, smtpCode, message: expect.stringContaining(`until ${until}`) },
        nextSendAt: until,
      });
      expect(body).not.toHaveProperty('coolDowns');
      expect(body).not.toHaveProperty('coolDownFor');
    });
  });
});

describe('rejects', () => {
  test('an account of another workspace does not exist', async () => {
    const id = await addAccount((await newWorkspace()).workspaceId);

    expect((await read(id)).status).toBe(404);
    expect((await read(unknownId(id))).status).toBe(404);
  });
});
