import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll } from 'vitest';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { messageIdOf } from '#lib/mail/message-id.ts';
import type { SendMessage, SyncMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { startImapInbox } from '../../../infra/local/engines/mail/imap-inbox.ts';
import { type MailStore, openMailStore } from '../../../infra/local/engines/mail/mail-store.ts';
import { uniqueEmail } from '../../api/support/seed.ts';
import { type CampaignSetup, type RunningCampaign, readExecution } from './campaign.ts';
import { consume } from './invoke.ts';
import type { MailServer } from './mail-server.ts';
import { runOne, sendingBy, workspaceId } from './one-mail.ts';

export interface MailHost {
  readonly store: MailStore;
  readonly port: number;
  /** Recreates the mailboxes: their UIDVALIDITY changes, so earlier UIDs are invalid (RFC 9051, section 2.3.1.1). */
  renew(): void;
}

/** Mailboxes behind a real IMAP server. Closes after the file's tests. */
export async function startMailHost(): Promise<MailHost> {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-mailboxes-'));
  const file = join(folder, 'mail.sqlite');
  const store = openMailStore(file);
  const server = await startImapInbox(store, 0);
  afterAll(async () => {
    await server.stop();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    store,
    port: server.port,
    renew() {
      const database = new DatabaseSync(file);
      database.exec('UPDATE mailbox SET uid_validity = uid_validity + 1');
      database.close();
    },
  };
}

/** Settings of an account with an inbox on this host. */
export function readingAt(host: Pick<MailHost, 'port'>, email: string, mail: Pick<MailServer, 'port'>) {
  return {
    ...sendingBy(mail),
    email,
    imap: { host: '127.0.0.1', port: host.port, secure: false, username: email },
  };
}

export const steps = [
  { variants: [{ subject: 'Hello', bodyText: 'Mail 1' }] },
  { delay: { value: 1, unit: 'days' }, variants: [{ bodyText: 'Mail 2' }] },
];

export interface Conversation extends RunningCampaign {
  readonly call: SendMessage;
  /** Address of the contact. */
  readonly address: string;
  /** Address of the account. */
  readonly sender: string;
  /** `Message-ID` of the first email. */
  readonly messageId: string;
  readonly syncCall: { readonly workspaceId: string; readonly accountId: string };
}

/** Sends a contact the first of two emails, after a first sync of the account's inbox. */
export async function beginConversation(
  host: Pick<MailHost, 'port'>,
  mail: Pick<MailServer, 'port'>,
  read: (calls: readonly SyncMessage[]) => Promise<unknown>,
  setup: CampaignSetup & {
    readonly address?: string;
    readonly first?: Record<string, unknown>;
    /** Password of the account for SMTP and IMAP. */
    readonly password?: string;
  } = {},
): Promise<Conversation> {
  const sender = uniqueEmail();
  const { address = uniqueEmail(), password } = setup;
  const running = await runOne(mail, {
    accounts: [{ ...readingAt(host, sender, mail), ...(password && { password }) }],
    contacts: [{ email: address, ...setup.first }, ...(setup.contacts ?? [])],
    campaign: { steps, ...setup.campaign },
  });
  const { call } = running;
  const syncCall = { workspaceId, accountId: call.accountId };
  await read([syncCall]);
  await consume(send, [call]);
  const messageId = await firstMessageId(call, sender);

  return { ...running, address, sender, messageId, syncCall };
}

export async function firstMessageId(call: SendMessage, sender: string): Promise<string> {
  const execution = await readExecution(call);
  const { sentSteps, stepId = '' } = execution;
  const mail = { execution, account: { email: sender } };

  return messageIdOf(kmsTokenSigner(), workspaceId, mail, sentSteps[0] ?? stepId);
}

/** The id with another code. */
export function forgedId(messageId: string, code = '0'.repeat(16)): string {
  const forged = messageId.replace(/\.[0-9A-Z]{16}@/, `.${code}@`);
  if (forged === messageId) throw new Error(`${messageId} has no code`);

  return forged;
}

let messages = 0;

/** A message with this header and text, and the header fields that every message has. */
export function written(
  { from, to }: { readonly from: string; readonly to: string },
  header: Readonly<Record<string, string>>,
  text = 'Good idea. Call me.\r\n',
): string {
  messages += 1;
  const all = {
    From: from,
    To: to,
    Subject: 'Re: Hello',
    'Message-ID': `<message-${messages}.${process.pid}@mx.example.com>`,
    ...header,
  };

  return `${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${text}`;
}

/** Delivers a message to a mailbox. @returns its UID */
export function arrive({ store }: MailHost, to: string, raw: string): number {
  const envelope = { from: '', to: [to], subject: '', messageId: '' };

  return store.add({ ...envelope, receivedAt: Date.now(), raw: Buffer.from(raw) });
}

/** A bounce report in the format of Postfix. */
export function report(
  { address, sender, messageId }: Pick<Conversation, 'address' | 'sender' | 'messageId'>,
  fields: Readonly<Record<string, string>> = {},
) {
  const all = {
    'Final-Recipient': `rfc822; ${address}`,
    Action: 'failed',
    Status: '5.1.1',
    'Diagnostic-Code': 'smtp; 550 5.1.1 <x>: Recipient address rejected: User unknown',
    ...fields,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const parts = [
    ['text/plain', 'Undelivered.'],
    ['message/delivery-status', `Reporting-MTA: dns; mx.example.com\r\n\r\n${lines.join('\r\n')}`],
    ['message/rfc822', `From: ${sender}\r\nMessage-ID: ${messageId}\r\n\r\nMail 1`],
  ].map(([type, text]) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`);

  return written(
    { from: 'MAILER-DAEMON@mx.example.com', to: sender },
    { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' },
    `${parts.join('')}--b--\r\n`,
  );
}

/** A bounce report without the service's `Message-ID`. @param returned the header of the returned message */
export function reportWithoutId(
  { address, sender }: Pick<Conversation, 'address' | 'sender'>,
  returned: string,
): string {
  const parts = [
    ['text/plain', 'Undelivered.'],
    [
      'message/delivery-status',
      `Reporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; ${address}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 User unknown`,
    ],
    ['text/rfc822-headers', returned],
  ].map(([type, text]) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`);

  return written(
    { from: 'MAILER-DAEMON@mx.example.com', to: sender },
    { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' },
    `${parts.join('')}--b--\r\n`,
  );
}
