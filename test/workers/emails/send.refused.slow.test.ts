import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getContact } from '#lib/contacts/contacts.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { emailWorkers } from '#lib/emails/workers.ts';
import { executionKey } from '#lib/executions/items.ts';
import { recipientDigest } from '#lib/links/token.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { linesFor } from '../../support/logs.ts';
import { connected } from '../../support/stack.ts';
import { eventKinds } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, workspaceId } from '../support/one-mail.ts';

const mail = await useMailServer();

describe('an email that is rejected', () => {
  test.each(['rcpt', 'data'] as const)(
    'temporarily at %s is retried for two days with growing gaps, and then fails with the words of the server',
    async (at) => {
      const { call, campaign } = await runOne(mail);
      mail.behaviour = { kind: 'refuse', at, code: 451, text: '4.3.0 Out of ink' };
      const waits: number[] = [];
      for (let attempt = 0; attempt < 9; attempt++) {
        const triedAt = Date.now();
        expect(await consume(send, [call])).toEqual([]);
        const { dueAt, sendState } = await readExecution(call);
        if (sendState !== 'due') break;
        waits.push(Math.round((dueAt - triedAt) / 60_000));
        await consume(send, [call]);
        setClock(dueAt);
      }

      expect(waits).toEqual([15, 60, 240, 480, 720, 720, 720]);
      expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(48 * 60);
      expect(await readExecution(call)).toMatchObject({
        status: 'failed',
        reason: 'smtp_451',
        detail: '451 4.3.0 Out of ink',
        sentCount: 0,
      });
      expect(await eventKinds(workspaceId, campaign.id)).toEqual(['campaign.started', 'email.rejected']);
      expect(mail.received).toEqual([]);
    },
  );

  test.each(['rcpt', 'data'] as const)(
    'permanently at %s twice fails, and is not counted as sent',
    async (at) => {
      const { call, campaign } = await runOne(mail);
      mail.behaviour = { kind: 'refuse', at, code: 550, text: '5.7.1 Not today' };
      await consume(send, [call]);
      expect(await readExecution(call)).toMatchObject({
        status: 'pending',
        sendState: 'due',
        detail: '550 5.7.1 Not today',
      });
      setClock((await readExecution(call)).dueAt);
      await consume(send, [call]);
      mail.behaviour = { kind: 'accept' };
      setClock(Date.now() + 30 * 86_400_000);
      await consume(send, [call]);

      expect(await readExecution(call)).toMatchObject({ status: 'failed', reason: 'smtp_550', sentCount: 0 });
      expect(mail.received).toEqual([]);
      expect(await eventKinds(workspaceId, campaign.id)).toEqual(['campaign.started', 'email.rejected']);
    },
  );
});

test('the account of a rejected email has no hash of the recipient that can be computed without a key', async () => {
  const { call, accountIds } = await runOne(mail);
  const { email } = await getContact(connected(), workspaceId, call.contactId);
  mail.behaviour = { kind: 'refuse', at: 'data', code: 451, text: '4.3.0 Out of ink' };
  await consume(send, [call]);
  mail.behaviour = { kind: 'accept' };

  const account = await connected().table.get(accountKey(workspaceId, accountIds[0] ?? ''));
  expect(account?.['refusals']).toBe(await recipientDigest(kmsTokenSigner(), workspaceId, email));
  expect(account?.['refusals']).not.toContain(hash('sha256', email, 'base64url').slice(0, 11));
});

describe('a message with an unknown outcome', () => {
  test('because the connection was closed after its last byte is never sent again', async () => {
    const { call, campaign } = await runOne(mail);
    mail.behaviour = { kind: 'cut', after: 'data' };
    expect(await consume(send, [call])).toEqual([]);
    expect(await readExecution(call)).toMatchObject({
      sendState: 'unknown',
      status: 'pending',
      sentCount: 0,
    });

    mail.behaviour = { kind: 'accept' };
    for (const hours of [1, 5, 30, 24 * 30]) {
      setClock(Date.now() + hours * 3_600_000);
      await consume(send, [call, call]);
    }
    expect(mail.received).toHaveLength(1);
    expect(await eventKinds(workspaceId, campaign.id)).toEqual(['campaign.started']);
    expect(unknownOutcomeLogs(call)).toBe(1);
  });

  test('because its worker crashed during the send is never sent again', async () => {
    const { call } = await runOne(mail);
    const key = executionKey(workspaceId, call.contactId, call.campaignId);
    await connected().table.update({
      update: key,
      set: { sendState: 'sending', sendToken: 'token of the crashed worker', leaseUntil: Date.now() - 1 },
    });
    await consume(send, [call, call]);

    expect(await readExecution(call)).toMatchObject({ sendState: 'unknown' });
    expect(mail.received).toEqual([]);
    expect(unknownOutcomeLogs(call)).toBe(1);
  });
});

/** Number of log lines about unknown outcomes. */
function unknownOutcomeLogs({ contactId }: { readonly contactId: string }): number {
  return linesFor(emailWorkers.send, 'MailsUnknown').filter((line) => line['contactId'] === contactId).length;
}
