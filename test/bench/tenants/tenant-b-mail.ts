import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { listEmails, replyOnPage } from '../../../infra/local/demo/inbox-page.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { startRecordingMailServerProcess } from '../../support/recording-mail-server-client.ts';
import type { OnEnd } from '../support/run-bench.ts';
import { addWebhook, type Deployment, type Subscription } from '../webhooks/deployment.ts';
import { addAccount, addPendingEmails, type PendingEmail } from './mailboxes.ts';
import { requestSend, requestSync } from './messages.ts';
import { epochNow, type Probe } from './probe.ts';

const repliesPerSecond = 0.6;
const sendsPerSecond = 2;
/** An account sends every ten seconds. */
const gapMs = 10_000;
const replyAccounts = 12;
const sendAccounts = 30;
const setUpMs = 240_000;

const Replied = z.object({ data: z.object({ contactId: z.string() }) });

/** Each contact has one email and replies to it once. @param seconds of all phases together */
export async function prepareInbox(
  deployment: Deployment,
  onEnd: OnEnd,
  { workspaceId }: Subscription,
  seconds: number,
): Promise<Probe> {
  const { mail } = deployment.stack;
  const replied = await startReplyReceiver(deployment, onEnd, workspaceId);
  const accountIds: string[] = [];
  for (let each = 0; each < replyAccounts; each++) {
    const servers = { smtpPort: mail.smtp.port, imapPort: mail.imap.port };
    accountIds.push(await addAccount(deployment, workspaceId, `inbox-${each}@b.example`, servers));
  }
  await waitUntil('every inbox was read once', () => areRead(deployment, workspaceId, accountIds), setUpMs);
  const count = Math.ceil(repliesPerSecond * seconds) + replyAccounts;
  const sent = await sendAll(deployment, await addPendingEmails(deployment, workspaceId, accountIds, count));
  let turn = 0;
  const begin = async () => {
    const email = sent[turn++];
    if (!email) throw new Error('more replies than e-mails');
    await replyOnPage(mail.webUrl, email.mailId, { kind: 'reply', text: 'Yes, gladly.' });
    await requestSync(workspaceId, email.accountId);

    return email.contactId;
  };

  return {
    name: 'inbox',
    label: 'reply to email.replied',
    perSecond: repliesPerSecond,
    begin,
    endOf: (contactId) => replied.get(contactId),
  };
}

/** @returns the time at which the webhook of each contact's reply arrived */
async function startReplyReceiver(
  deployment: Deployment,
  onEnd: OnEnd,
  workspaceId: string,
): Promise<ReadonlyMap<string, number>> {
  const replied = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const { data } = Replied.parse(await json(request));
    replied.set(data.contactId, epochNow());
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd(async () => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  await addWebhook(deployment, workspaceId, `http://127.0.0.1:${port}/`, 'email.replied');

  return replied;
}

async function areRead({ table }: Deployment, workspaceId: string, ids: readonly string[]): Promise<boolean> {
  const accounts = await Promise.all(ids.map((id) => findAccount(table, workspaceId, id)));

  return accounts.every((account) => account?.lastSyncAt);
}

async function sendAll(deployment: Deployment, emails: readonly PendingEmail[]) {
  const { mail } = deployment.stack;
  const sent: (PendingEmail & { mailId: number })[] = [];
  for (let first = 0; first < emails.length; first += replyAccounts) {
    const some = emails.slice(first, first + replyAccounts);
    for (const email of some) await requestSend(email);
    const caught = async () => {
      const ids = new Map(
        (await listEmails(mail.webUrl)).flatMap(({ id, to }) => to.map((each) => [each, id])),
      );

      return some.flatMap((email) => ({ ...email, mailId: ids.get(email.to) ?? 0 }));
    };
    await waitUntil(
      'the e-mails to reply to',
      async () => (await caught()).every(({ mailId }) => mailId > 0),
      setUpMs,
    );
    sent.push(...(await caught()));
    await deployment.time.settle(['sends']);
    await deployment.time.advance(gapMs);
  }

  return sent;
}

export async function prepareSends(
  deployment: Deployment,
  onEnd: OnEnd,
  { workspaceId }: Subscription,
  seconds: number,
): Promise<Probe> {
  const count = Math.ceil(sendsPerSecond * seconds) + sendAccounts;
  const witness = await startRecordingMailServerProcess();
  onEnd(witness.stop);
  const accountIds: string[] = [];
  for (let each = 0; each < sendAccounts; each++) {
    const servers = { smtpPort: witness.port };
    accountIds.push(await addAccount(deployment, workspaceId, `sender-${each}@b.example`, servers));
  }
  const emails = await addPendingEmails(deployment, workspaceId, accountIds, count);
  const taken = new Map<string, number>();
  let [turn, looked] = [0, 0];
  const begin = async () => {
    const email = emails[turn++];
    if (!email) throw new Error('more sends than e-mails');
    await requestSend(email);

    return email.to;
  };

  return {
    name: 'sends',
    label: 'message in the queue to the mail server',
    perSecond: sendsPerSecond,
    begin,
    endOf: (to) => {
      for (; looked < witness.mails.length; looked++) {
        const mail = witness.mails[looked];
        if (mail) taken.set(mail.to, mail.at);
      }

      return taken.get(to);
    },
  };
}
