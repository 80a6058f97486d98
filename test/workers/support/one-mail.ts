import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import type { Table } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { connected } from '../../support/stack.ts';
import { type CampaignSetup, type RunningCampaign, runCampaign } from './campaign.ts';
import type { MailServer } from './mail-server.ts';

export const workspaceId = newId('wsp', Date.now());

export const step = (variant: Record<string, unknown>) => ({
  steps: [{ variants: [{ subject: 'Hello', bodyText: 'Good day.', ...variant }] }],
});

/** Settings of an account that sends through the scripted server. */
export const sendingBy = (mail: Pick<MailServer, 'port'>) => ({
  smtp: { host: '127.0.0.1', port: mail.port, secure: false, username: 'sender' },
});

/** Runs a campaign with one contact by default and one account on the scripted server. `call` is its first message. */
export async function runOne(
  mail: Pick<MailServer, 'port'>,
  setup: CampaignSetup = {},
): Promise<RunningCampaign & { readonly call: SendMessage }> {
  const running = await runCampaign(workspaceId, { accounts: [sendingBy(mail)], ...setup });
  const [call] = running.calls;
  if (!call) throw new Error('there is no contact');

  return { ...running, call };
}

/** The services of the sender, with a changed table. */
export function sendingWith(change: (table: Table) => Partial<Table>): SendServices {
  const services = connected();

  return {
    ...services,
    table: { ...services.table, ...change(services.table) },
    vault: kmsVault(services),
    signer: kmsTokenSigner(),
    sends: sqsQueue('sends'),
    loopback: 'allow',
    linksBaseUrl: 'https://outreach.example',
  };
}
