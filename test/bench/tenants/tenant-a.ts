import { openSmtp } from '#lib/mail/smtp.ts';
import { newId } from '#lib/values/ids.ts';
import { createUser } from '../../../infra/admin/users.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { hanging } from '../webhooks/behaviour.ts';
import { addWebhook, type Deployment } from '../webhooks/deployment.ts';
import type { HostilePorts } from './hostile-servers.ts';
import { addAccount, addPendingEmails, type PendingEmail } from './mailboxes.ts';
import type { PartName } from './probe.ts';

const webhooks = 50;
const hangingWebhooks = 10;
const keysMax = 50;
const accountsOfEach = 4;
const emailsOfEach = 60;

/** Names of receivers. */
const prompt = 'a-prompt';
export const hangingReceiver = 'a-hung';

/** Everything that tenant A needs for the attack. */
export interface Arsenal {
  readonly parts: readonly PartName[];
  readonly baseUrl: string;
  readonly workspaceId: string;
  readonly keys: readonly string[];
  readonly user: { readonly email: string; readonly password: string };
  readonly hangingWebhookId: string;
  readonly ports: HostilePorts;
  /** Accounts with inboxes that are read. */
  readonly inboxes: readonly string[];
  /** Due emails of accounts with hostile mail servers. */
  readonly emails: readonly PendingEmail[];
}

export async function prepareAttacks(
  deployment: Deployment,
  parts: readonly PartName[],
  ports: HostilePorts,
): Promise<Arsenal> {
  const workspaceId = newId('wsp', deployment.now());
  const user = { email: 'owner@a.example', password: 'correct horse battery staple' };
  await createUser(deployment, workspaceId, { ...user, name: 'A' });
  await deployment.receivers.change(hangingReceiver, hanging);
  let hangingWebhookId = '';
  for (let each = 0; each < webhooks; each++) {
    const isHung = each % (webhooks / hangingWebhooks) === 0;
    const url = deployment.receivers.urlOf(isHung ? hangingReceiver : prompt);
    const id = await addWebhook(deployment, workspaceId, url, 'contact.created');
    if (isHung) hangingWebhookId = id;
  }

  return {
    parts,
    baseUrl: deployment.stack.baseUrl,
    workspaceId,
    user,
    hangingWebhookId,
    ports,
    keys: await issueKeys(deployment, workspaceId),
    inboxes: parts.includes('inbox') ? await addInboxes(deployment, workspaceId, ports) : [],
    emails: parts.includes('sends') ? await addEmails(deployment, workspaceId, ports) : [],
  };
}

/** As many as the service allows. */
async function issueKeys(deployment: Deployment, workspaceId: string): Promise<string[]> {
  const keys: string[] = [];
  try {
    while (keys.length < keysMax) {
      const input = { name: `a-${keys.length}`, scope: 'full-access', expiresAt: null } as const;
      keys.push((await issueApiKey(deployment, workspaceId, input)).key);
    }
  } catch (error) {
    if (keys.length === 0) throw error;
  }

  return keys;
}

/** Half of the inboxes hold messages with pathological headers; the others are on a server that floods. */
async function addInboxes(
  deployment: Deployment,
  workspaceId: string,
  ports: HostilePorts,
): Promise<string[]> {
  const { smtp, imap } = deployment.stack.mail;
  const ids: string[] = [];
  for (let each = 0; each < accountsOfEach; each++) {
    const [poisoned, flooded] = [`poisoned-${each}@a.example`, `flooded-${each}@a.example`];
    const local = { smtpPort: smtp.port, imapPort: imap.port };
    ids.push(await addAccount(deployment, workspaceId, poisoned, local));
    const remote = { smtpPort: smtp.port, imapPort: ports.imapFlood };
    ids.push(await addAccount(deployment, workspaceId, flooded, remote));
  }

  return ids;
}

async function addEmails(
  deployment: Deployment,
  workspaceId: string,
  ports: HostilePorts,
): Promise<PendingEmail[]> {
  const accountIds: string[] = [];
  for (let each = 0; each < accountsOfEach * 2; each++) {
    const smtpPort = each % 2 === 0 ? ports.silent : ports.smtpFlood;
    accountIds.push(await addAccount(deployment, workspaceId, `hostile-${each}@a.example`, { smtpPort }));
  }

  return addPendingEmails(deployment, workspaceId, accountIds, emailsOfEach);
}

/** Headers that take quadratic time in a careless parser, or that cannot be stored in a key. */
const poison = [
  `Auto-Submitted: ${';'.repeat(230_000)}=?utf-8?Q?=0A?=x`,
  `Auto-Submitted: ${' '.repeat(230_000)}x`,
  `References: ${'<'.repeat(200_000)}`,
  `From: "${'\\'.repeat(100_000)}" <x@example.com>`,
  `Content-Type: multipart/mixed; boundary="${'-'.repeat(100_000)}"`,
];

/** Sends a message with each of the headers to each of tenant A's inboxes, as any sender can. */
export async function sendPoison({ stack }: Deployment): Promise<void> {
  const from = 'stranger@elsewhere.example';
  const smtp = { ...stack.mail.smtp, secure: false, username: 'stranger' };
  for (let each = 0; each < accountsOfEach; each++) {
    for (const header of poison) {
      const to = `poisoned-${each}@a.example`;
      const raw = Buffer.from(`${header}\r\nTo: ${to}\r\nSubject: Hello\r\n\r\nHello.\r\n`);
      const session = await openSmtp({ email: from, smtp }, { kind: 'password', password: 'bench' }, 'allow');
      await session.send({ from, to, raw });
      session.close();
    }
  }
}
