import { NewCampaign } from '#lib/campaigns/definition/campaign.ts';
import { planCampaign } from '#lib/campaigns/definition/create.ts';
import { activeKey, campaignKey } from '#lib/campaigns/state/items.ts';
import { commit } from '#lib/commit/commit.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { readCampaignContacts } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { isEnrolled } from '../../support/enrolment.ts';
import { importRows } from '../../support/import-rows.ts';

const host = '127.0.0.1';
const password = 'correct horse battery staple';
const rampUp = { enabled: false, startPerDay: 10, increment: 5 };
const always = {
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
};
const variant = { subject: 'A word', bodyText: 'Hello,\n\nyour engines could do more. Shall we talk?\n' };
const enrolmentMs = 240_000;
const contactsPerRead = 100;

interface Servers {
  readonly smtpPort: number;
  readonly imapPort?: number;
}

/** An account that may send every ten seconds. Its servers are not checked. @returns its id */
export async function addAccount(
  services: Services,
  workspaceId: string,
  email: string,
  { smtpPort, imapPort }: Servers,
): Promise<string> {
  const server = (port: number) => ({ host, port, secure: false, username: email });
  const input = NewEmailAccount.parse({
    email,
    password,
    rampUp,
    dailyLimit: 500,
    minGapSeconds: 10,
    maxGapSeconds: 10,
    smtp: server(smtpPort),
    ...(imapPort !== undefined && { imap: server(imapPort) }),
  });
  const change = await connectAccount(
    { ...services, vault: kmsVault(services) },
    workspaceId,
    input,
    operatorAuthor,
  );
  await commit(services, workspaceId, change);

  return change.result.id;
}

export interface PendingEmail extends SendMessage {
  readonly to: string;
}

/**
 * Due emails of an active campaign, one per contact, spread over the accounts. The dispatcher does not
 * process the campaign: an email is sent when its message is put into the queue.
 */
export async function addPendingEmails(
  services: Services,
  workspaceId: string,
  accountIds: readonly string[],
  count: number,
): Promise<PendingEmail[]> {
  const steps = [{ variants: [variant] }];
  const input = NewCampaign.parse({ name: 'Bench', schedule: always, steps, emailAccountIds: accountIds });
  const change = await planCampaign(services, workspaceId, input);
  await commit(services, workspaceId, change);
  const campaignId = change.result.id;
  const rows = Array.from({ length: count }, (_, row) => `person-${row}@${campaignId.slice(-8)}.example`);
  await importRows(services, workspaceId, campaignId, { header: 'email', rows });
  await waitUntil('the enrolment', () => isEnrolled(services.table, workspaceId, campaignId), enrolmentMs);
  await services.table.transact([
    { update: campaignKey(workspaceId, campaignId), set: { status: 'active' } },
    { put: { ...activeKey(workspaceId, campaignId) } },
  ]);
  const contacts = await readContacts(services, workspaceId, campaignId);

  return contacts.map(({ id, email }, position) => ({
    workspaceId,
    campaignId,
    contactId: id,
    to: email,
    accountId: accountIds[position % accountIds.length] ?? '',
  }));
}

async function readContacts({ table }: Services, workspaceId: string, campaignId: string) {
  const contacts: { id: string; email: string }[] = [];
  for (let after: string | undefined; ; after = contacts.at(-1)?.id) {
    const ids = await readCampaignContacts(table, { workspaceId, campaignId }, after, contactsPerRead);
    if (ids.length === 0) return contacts;
    const items = await table.getMany(ids.map((id) => contactKey(workspaceId, id)));
    const emails = new Map(items.map((item) => [String(item['id']), String(item['email'])]));
    contacts.push(...ids.map((id) => ({ id, email: emails.get(id) ?? '' })));
  }
}
