import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountKey } from '#lib/email-accounts/items.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { executionKey } from '#lib/executions/items.ts';
import { handler as send } from '../../functions/emails/send.ts';
import { connected } from '../support/stack.ts';
import { readExecution } from '../workers/support/campaign.ts';
import { beginConversation, type Conversation, written } from '../workers/support/inbox.ts';
import { consume } from '../workers/support/invoke.ts';
import { type MailServer, startMailServer } from '../workers/support/mail-server.ts';
import { workspaceId } from '../workers/support/one-mail.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';
import { readInboxes } from '../workers/support/read-inboxes.ts';
import { type Courier, hasCourier, startCourier } from './courier-server.ts';
import { canServe, type Dovecot, startDovecot } from './dovecot-server.ts';

interface Host {
  readonly port: number;
  readonly password: string;
  deliver(user: string, folder: string, raw: string): unknown;
}

let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});

function describeAnswers(hostOf: () => Host): void {
  const answerTo = ({ sender, address, messageId }: Conversation) =>
    written({ from: address, to: sender }, { 'In-Reply-To': messageId });

  test.each(['INBOX', 'Archive', 'Junk', 'Replies'])('is read in the folder %s', async (folder) => {
    const host = hostOf();
    const conversation = await beginConversation(host, mail, readInboxes, { password: host.password });
    await host.deliver(conversation.sender, folder, answerTo(conversation));
    expect(await readInboxes([conversation.syncCall])).toEqual([]);

    expect(await readExecution(conversation.call)).toMatchObject({ status: 'replied' });
    const { statusReason } = await getAccount(connected(), workspaceId, conversation.call.accountId);
    expect(statusReason).toBeNull();
  });

  test('is read in a folder before a follow-up, without a reference to the email', async () => {
    const host = hostOf();
    const conversation = await beginConversation(host, mail, readInboxes, { password: host.password });
    const { call, sender, address } = conversation;
    await host.deliver(sender, 'Archive', written({ from: address, to: sender }, {}));
    const { table } = connected();
    await table.update({ update: accountKey(workspaceId, call.accountId), set: { nextSendAt: 0 } });
    await table.update({
      update: executionKey(workspaceId, call.contactId, call.campaignId),
      set: { dueAt: Date.now() - 1000 },
    });
    await consume(send, [call]);

    expect(await readExecution(call)).toMatchObject({ status: 'replied', sentCount: 1 });
  });
}

describe.runIf(canServe)('an answer at Dovecot', { timeout: 60_000 }, () => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot();
  });
  afterAll(() => dovecot.stop());

  describeAnswers(() => ({
    port: dovecot.port,
    password: dovecot.password,
    deliver: (user, folder, raw) =>
      folder === 'INBOX' ? dovecot.deliver(user, raw) : dovecot.addToFolder(user, folder, raw),
  }));
});

describe.runIf(hasCourier)('an answer at Courier-IMAP', { timeout: 60_000 }, () => {
  let courier: Courier;
  beforeAll(async () => {
    courier = await startCourier();
  });
  afterAll(() => courier.stop());

  describeAnswers(() => ({
    port: courier.port,
    password: 'any',
    deliver: (user, folder, raw) => courier.deliver(user, raw, folder === 'INBOX' ? undefined : folder),
  }));
});
